import { afterAll, expect, test } from 'vitest'
import { sweepObjects } from '../../server/src/use-cases/sweeps/sweep-objects.ts'
import { sweepUploads } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { pngOf } from '../integration/support/images.ts'
import { acceptImage, pollTask } from '../integration/support/tasks.ts'
import { putFile } from '../support/account.ts'
import { onePixelPng } from '../support/fake-provider.ts'
import { createTestBucket } from '../support/s3-bucket.ts'
import { openServiceOfFile } from '../support/service.ts'

const minuteMs = 60_000
const contentType = 'image/png'

const bucket = await createTestBucket()
const service = await openServiceOfFile({ environment: { OBJECT_STORE_URL: bucket.url() } })
const account = await service.createAccount()
afterAll(() => bucket.remove())

test('the sweep of uploads deletes what was sent before its window closed', async () => {
  const { id, uploadUrl } = await account.reserve()
  await putFile(uploadUrl, pngOf(40, 30))
  expect(await service.storedKeys('inputs/', 'results/', 'uploads/')).toEqual([`uploads/${id}`])
  service.advance(16 * minuteMs)
  await sweepUploads(service.parts)
  expect(await service.storedKeys('inputs/', 'results/', 'uploads/')).toEqual([])
  expect((await account.call('GET', `/api/v1/uploads/${id}`)).body.status).toBe('EXPIRED')
})

test('the sweep of objects deletes old unreferenced objects, page by page, and nothing else', async () => {
  const { objectStore } = service.parts
  const kept = (await account.upload(pngOf(40, 30), contentType)).body.id
  const task = await acceptImage(account)
  await service.runQueue()
  const referenced = await service.storedKeys('inputs/', 'results/', 'uploads/')
  expect(referenced).toEqual([expect.stringContaining(`inputs/${kept}-`), `results/${task}/1-0.png`])

  const { id: again, uploadUrl } = await account.reserve()
  // Sent, never completed, and sent once more; then what processes leave that die between bytes and commit.
  await putFile(uploadUrl, pngOf(40, 30))
  await putFile(uploadUrl, pngOf(40, 30))
  const leavings = Array.from({ length: 24 }, (_, index) => `results/${task}/${index + 2}-0.png`)
  for (const key of [`inputs/${again}-0123`, ...leavings])
    await objectStore.put({ key, contentType, bytes: onePixelPng })

  const sweep = () => sweepObjects({ database: service.database, objectStore })
  expect(await sweep()).toBe(0)
  service.advance(3 * 60 * minuteMs)
  expect(await sweep()).toBe(leavings.length + 2)
  expect(await service.storedKeys('inputs/', 'results/', 'uploads/')).toEqual(referenced)
  const [image] = (await pollTask(account, task)).output.images
  expect((await fetch(image.url)).status).toBe(200)
})
