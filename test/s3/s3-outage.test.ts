import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { pngOf } from '../integration/support/images.ts'
import { acceptImage, expectCharged, expectRefunded, pollTask } from '../integration/support/tasks.ts'
import { putFile } from '../support/account.ts'
import { createTestBucket, type TestBucket } from '../support/s3-bucket.ts'
import { type FaultProxy, silence, startFaultProxy, unavailable } from '../support/s3-fault-proxy.ts'
import { openTestService, type TestAccount } from '../support/service.ts'

/** An operator's setting; far below the default, so that a test may wait for it, and enough for a busy machine. */
const timeoutSeconds = '2'
/** The tries of the adapter for one request, and of the use case that stores results. */
const triesOfAttempt = 4 * 4

let bucket: TestBucket
let proxy: FaultProxy
let service: Awaited<ReturnType<typeof openTestService>>
let account: TestAccount
beforeAll(async () => {
  bucket = await createTestBucket()
  proxy = await startFaultProxy(bucket.settings.endpoint ?? '')
})
// One each: after many failures the AWS SDK repeats less for a while, which must not pass from test to test.
beforeEach(async () => {
  const url = bucket.url({ endpoint: proxy.endpoint, timeoutSeconds })
  service = await openTestService({ environment: { OBJECT_STORE_URL: url } })
  account = await service.createAccount()
})
afterEach(async () => {
  await proxy.recover()
  await service.expectBooksToAgree()
  await service.close()
})
afterAll(async () => {
  await proxy.close()
  await bucket.remove()
})

async function readiness() {
  const response = await fetch(`${service.baseUrl}/readyz`)
  const body: unknown = await response.json()
  return { status: response.status, body }
}
async function sentUpload(): Promise<string> {
  const { id, uploadUrl } = await account.reserve()
  await putFile(uploadUrl, pngOf(40, 30))
  return id
}

const outages: readonly [string, () => void | Promise<void>][] = [
  ['refuses connections', () => proxy.refuse()],
  ['is silent', () => proxy.disturb(silence)],
  ['responds with 503', () => proxy.disturb(unavailable)],
]

test.each(outages)(
  'while the store %s: readiness fails, the rest of the API responds, and everything recovers by itself',
  async (_name, begin) => {
    const done = await acceptImage(account)
    await service.runQueue()
    const upload = await sentUpload()
    expect(await readiness()).toMatchObject({ status: 200 })

    await begin()
    const startedMs = performance.now()
    expect(await readiness()).toMatchObject({
      status: 503,
      body: { checks: { objectStore: 'failed', database: 'ok' } },
    })
    const completion = await account.complete(upload)
    expect([completion.status, completion.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
    expect((performance.now() - startedMs) / 1000).toBeLessThan(20)
    expect((await account.call('GET', `/api/v1/uploads/${upload}`)).body.status).toBe('PENDING')
    expect((await account.call('GET', '/api/v1/me')).status).toBe(200)
    expect((await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })).status).toBe(200)
    expect((await pollTask(account, done)).output.images).toHaveLength(1)
    const accepted = await acceptImage(account)
    expect((await pollTask(account, accepted)).status).toBe('QUEUED')

    await proxy.recover()
    expect(await readiness()).toMatchObject({ status: 200 })
    expect((await account.complete(upload)).body.status).toBe('READY')
    await service.runQueue()
    expect((await pollTask(account, accepted)).status).toBe('SUCCEEDED')
  },
)

test('a result is stored even if the store responds with 503 at first: one attempt, one charge', async () => {
  proxy.disturb(unavailable, { fits: /^PUT .*results/, times: triesOfAttempt - 1 })
  const id = await acceptImage(account)
  await service.runQueue()
  await expectCharged(account, id)
  expect(service.provider.started).toHaveLength(1)
  expect(await service.storedKeys(`results/${id}/`)).toEqual([`results/${id}/1-0.png`])
})

test('a result that could not be stored in one attempt is stored in the next, and the engine is not started again', async () => {
  proxy.disturb(unavailable, { fits: /^PUT .*results/, times: triesOfAttempt + 1 })
  const id = await acceptImage(account)
  await service.runQueue()
  await expectCharged(account, id)
  expect(service.provider.started).toHaveLength(1)
  expect(await service.storedKeys(`results/${id}/`)).toHaveLength(1)
})

test('a result that can never be stored fails its task, is refunded and leaves nothing behind', async () => {
  proxy.disturb(unavailable, { fits: /^PUT .*results/ })
  const id = await acceptImage(account)
  await service.runQueue()
  await expectRefunded(account, id, 'WORKER_TIMEOUT')
  expect(await service.storedKeys(`results/${id}/`)).toEqual([])
})

test('a result whose store response was lost is stored once and charged once', async () => {
  proxy.disturb({ kind: 'lost response' }, { fits: /^PUT .*results/, times: 2 })
  const id = await acceptImage(account)
  await service.runQueue()
  await expectCharged(account, id)
  expect(await service.storedKeys(`results/${id}/`)).toEqual([`results/${id}/1-0.png`])
})

test('a verdict is READY if the response to the copy was lost, and no second copy outlives the sweep', async () => {
  const id = await sentUpload()
  proxy.disturb({ kind: 'lost response' }, { fits: /^PUT .*inputs/, times: 1 })
  expect((await account.complete(id)).body.status).toBe('READY')
  expect(await service.storedKeys(`inputs/${id}`)).toHaveLength(1)
})
