import { afterAll, beforeAll, expect, test } from 'vitest'
import { expireResults, scrubOldTasks } from '../../server/src/use-cases/sweeps/retention.ts'
import { sweepObjects } from '../../server/src/use-cases/sweeps/sweep-objects.ts'
import { acceptImage, pollTask } from '../integration/support/tasks.ts'
import { createTestBucket, type TestBucket } from '../support/s3-bucket.ts'
import { type FaultProxy, startFaultProxy, unavailable } from '../support/s3-fault-proxy.ts'
import { openTestService, type TestAccount } from '../support/service.ts'

const hourMs = 3_600_000
const keptMs = 30 * 24 * hourMs

let bucket: TestBucket
let proxy: FaultProxy
let service: Awaited<ReturnType<typeof openTestService>>
let account: TestAccount
beforeAll(async () => {
  bucket = await createTestBucket()
  proxy = await startFaultProxy(bucket.settings.endpoint ?? '')
  const url = bucket.url({ endpoint: proxy.endpoint })
  service = await openTestService({ environment: { OBJECT_STORE_URL: url } })
  account = await service.createAccount()
})
afterAll(async () => {
  await service.close()
  await proxy.close()
  await bucket.remove()
})

async function makeImage(): Promise<{ id: string; url: string }> {
  const id = await acceptImage(account)
  await service.runQueue()
  return { id, url: (await pollTask(account, id)).output.images[0].url }
}

test('the bytes of a removed result are gone from the bucket, and a link to them returns 404', async () => {
  const { id, url } = await makeImage()
  expect((await fetch(url)).status).toBe(200)
  service.advance(keptMs + 1)
  expect(await expireResults(service.parts, keptMs)).toBe(1)
  expect(await service.storedKeys('results/')).toEqual([])
  expect((await fetch(url)).status).toBe(404)
  expect((await pollTask(account, id)).output.removed.code).toBe('RESULT_EXPIRED')
  await makeImage()
  service.advance(keptMs + 1)
  expect(await scrubOldTasks(service.parts, keptMs)).toBe(2)
  expect(await service.storedKeys('results/')).toEqual([])
})

test('a store that is away during the sweep keeps bytes that no poll shows, until the sweep of objects', async () => {
  const { id } = await makeImage()
  service.advance(keptMs + hourMs)
  proxy.disturb(unavailable)
  await expect(expireResults(service.parts, keptMs)).rejects.toThrow()
  expect((await pollTask(account, id)).output).toMatchObject({ images: [] })
  await proxy.recover()
  expect(await service.storedKeys('results/')).toHaveLength(1)
  service.advance(hourMs)
  expect(await expireResults(service.parts, keptMs)).toBe(0)
  expect(await sweepObjects(service.parts)).toBe(1)
  expect(await service.storedKeys('results/')).toEqual([])
  await service.expectBooksToAgree()
})
