import { afterAll, beforeAll, expect, test } from 'vitest'
import { pngOf } from '../integration/support/images.ts'
import { acceptImage, pollTask } from '../integration/support/tasks.ts'
import { createTestBucket, type TestBucket } from '../support/s3-bucket.ts'
import { type FaultProxy, startFaultProxy, unavailable } from '../support/s3-fault-proxy.ts'
import { openTestService, type TestAccount } from '../support/service.ts'

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

test('the bytes of a deleted result and a deleted upload are gone from the bucket, and links return 404', async () => {
  const { id: assetId } = (await account.upload(pngOf(64, 48), 'image/png')).body
  const id = await acceptImage(account)
  await service.runQueue()
  const { url } = (await pollTask(account, id)).output.images[0]
  expect((await fetch(url)).status).toBe(200)
  expect((await account.call('DELETE', `/api/v1/tasks/${id}/result`)).status).toBe(200)
  expect((await account.call('DELETE', `/api/v1/uploads/${assetId}`)).status).toBe(200)
  expect((await fetch(url)).status).toBe(404)
  expect(await service.storedKeys('results/', 'inputs/', 'uploads/')).toEqual([])
})

test('a store that is away is answered with 503 and deletes nothing, and the same request finishes later', async () => {
  const { id: assetId } = (await account.upload(pngOf(64, 48), 'image/png')).body
  const id = await acceptImage(account)
  await service.runQueue()
  const paths = [`/api/v1/tasks/${id}/result`, `/api/v1/uploads/${assetId}`]
  proxy.disturb(unavailable)
  for (const path of paths) expect((await account.call('DELETE', path)).status).toBe(503)
  await proxy.recover()
  expect((await pollTask(account, id)).output.images).toHaveLength(1)
  for (const path of paths) expect((await account.call('DELETE', path)).status).toBe(200)
  expect(await service.storedKeys('results/', 'inputs/', 'uploads/')).toEqual([])
  await service.expectBooksToAgree()
})
