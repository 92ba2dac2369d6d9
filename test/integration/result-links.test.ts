import { describe, expect, test } from 'vitest'
import { ObjectStoreUnavailableError } from '../../server/src/use-cases/uploads/storage-outage.ts'
import { wireUseCases } from '../../server/src/wiring/wire.ts'
import { onePixelPng } from '../support/fake-provider.ts'
import { openServiceOfFile } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage, pollTask } from './support/tasks.ts'

const lifetimeMs = 60 * 60_000

const service = await openServiceOfFile({ environment: { PROVENANCE_MARKS: 'off' } })
const account = await service.createAccount('100.00')

async function finishedImage(): Promise<string> {
  const id = await acceptImage(account)
  await service.runQueue()
  return id
}
const linkOf = async (id: string): Promise<string> => (await pollTask(account, id)).output.images[0].url

test('links that the store cannot sign for now refuse what needs them as an outage, and nothing else', async () => {
  const id = await finishedImage()
  const waiting = await acceptImage(account)
  const refuse = () => Promise.reject(new Error('no credentials'))
  const objectStore = { ...service.parts.objectStore, signDownload: refuse, signUpload: refuse }
  const useCases = wireUseCases({ ...service.parts, objectStore }, { onAccepted: () => undefined })
  const outage = ObjectStoreUnavailableError
  await expect(useCases.getTask(account.accountId, id)).rejects.toBeInstanceOf(outage)
  await expect(useCases.listTasks(account.accountId, {})).rejects.toBeInstanceOf(outage)
  await expect(useCases.createUpload(account.accountId, 'image/png')).rejects.toBeInstanceOf(outage)
  expect((await useCases.getTask(account.accountId, waiting)).task.status).toBe('QUEUED')
})

describe('a result link', () => {
  test('needs no key and returns the exact bytes with their type', async () => {
    const id = await finishedImage()
    const { output } = await pollTask(account, id)
    expect(output).not.toHaveProperty('videos')
    expect(output.images).toHaveLength(1)
    const response = await fetch(output.images[0].url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.equals(onePixelPng)).toBe(true)
    expect(output.images[0]).toMatchObject({ contentType: 'image/png', sizeBytes: bytes.length })
  })

  test('is valid for 60 minutes by the clock, and then gets 403', async () => {
    const url = await linkOf(await finishedImage())
    service.advance(lifetimeMs - 30_000)
    expect((await fetch(url)).status).toBe(200)
    service.advance(30_000)
    const late = await fetch(url)
    expect([late.status, await late.text()]).toEqual([403, expect.stringContaining('expired')])
  })

  test('is fresh at every poll; the result itself does not expire', async () => {
    const id = await finishedImage()
    const first = await linkOf(id)
    service.advance(7 * 24 * 3_600_000)
    const second = await linkOf(id)
    expect(second).not.toBe(first)
    expect((await fetch(first)).status).toBe(403)
    expect((await fetch(second)).status).toBe(200)
    service.advance(lifetimeMs - 30_000)
    expect((await fetch(second)).status).toBe(200)
  })

  test('suggests a descriptive file name', async () => {
    const id = await finishedImage()
    const disposition = (await fetch(await linkOf(id))).headers.get('content-disposition')
    expect(disposition).toBe(`inline; filename="mediagen-${id}.png"`)
  })

  test.each([
    ['bytes=0-3', 206, 0, 4],
    ['bytes=10-', 206, 10, onePixelPng.length],
    ['bytes=-5', 206, onePixelPng.length - 5, onePixelPng.length],
    ['bytes=0-999999', 206, 0, onePixelPng.length],
    ['bytes=999999-', 416, 0, 0],
  ])('responds to the range %s with %i', async (range, status, start, end) => {
    const response = await fetch(await linkOf(await finishedImage()), { headers: { Range: range } })
    expect(response.status).toBe(status)
    if (status !== 206) return
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${onePixelPng.length}`)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.equals(onePixelPng.subarray(start, end))).toBe(true)
  })

  test('responds to HEAD with the size, so that a player knows it in advance', async () => {
    const response = await fetch(await linkOf(await finishedImage()), { method: 'HEAD' })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(onePixelPng.length))
    expect(response.headers.get('accept-ranges')).toBe('bytes')
  })

  test('cannot be used to write', async () => {
    const url = await linkOf(await finishedImage())
    const put = await fetch(url, { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: 'x' })
    expect(put.status).toBe(403)
    expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(onePixelPng)).toBe(true)
  })
})

test('a video task carries its result under videos, as MP4 with ranges', async () => {
  const { body } = await account.call('POST', '/api/v1/videos/generations', { prompt: 'waves' })
  await service.runQueue()
  const { output } = await pollTask(account, body.id)
  expect(output).not.toHaveProperty('images')
  expect(output.videos).toMatchObject([{ contentType: 'video/mp4' }])
  const part = await fetch(output.videos[0].url, { headers: { Range: 'bytes=0-0' } })
  expect([part.status, part.headers.get('content-type')]).toEqual([206, 'video/mp4'])
  expect(part.headers.get('content-disposition')).toContain(`mediagen-${body.id}.mp4`)
})

test('a result is not an upload: its id is unknown to the uploads endpoints', async () => {
  const id = await finishedImage()
  expect((await account.call('GET', `/api/v1/uploads/${id}`)).status).toBe(404)
  const { output } = await pollTask(account, id)
  expect(Object.keys(output.images[0]).sort()).toEqual(['contentType', 'sizeBytes', 'url'])
})

test('an engine’s link to an input is valid for 30 minutes', async () => {
  const upload = await account.upload(pngOf(16, 16), 'image/png')
  await account.call('POST', '/api/v1/images/transformations', { assetId: upload.body.id, prompt: 'dusk' })
  await service.runQueue()
  const link = (await service.provider.started.at(-1)?.input?.link()) ?? ''
  service.advance(30 * 60_000 - 30_000)
  expect((await fetch(link)).status).toBe(200)
  service.advance(30_000)
  expect((await fetch(link)).status).toBe(403)
})
