import { afterEach, describe, expect, test, vi } from 'vitest'
import { createFakeClient } from './support/fake-client.js'
import { brokenConnection, errorResponse, type FakeResponse, json } from './support/fake-fetch.js'

const png = new Uint8Array(100)
png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const otherPng = png.with(99, 1)

const reserved = (id: string) => {
  const uploadUrl = `https://files.test/put/${id}`
  return json({ id, uploadUrl, method: 'PUT', expiresAt: '2026-01-01T00:15:00.000Z' })
}
const read = (id: string, status = 'READY') => json({ id, status, contentType: 'image/png', error: null })
const uploaded = (id: string): FakeResponse[] => [reserved(id), new Response(), read(id)]

/** How often bytes were put to the storage. */
const putsOf = ({ sent }: ReturnType<typeof createFakeClient>) =>
  sent.filter(({ method }) => method === 'PUT').length

/**
 * A second upload once it waits for the first, which is the one whose hash is known first, and not always the
 * one that was asked for first. Inside an object, as a promise that is returned is waited for.
 */
async function waiting<Result>({ sent }: ReturnType<typeof createFakeClient>, start: () => Promise<Result>) {
  await vi.waitUntil(() => sent.length === 1, { timeout: 20_000, interval: 1 })
  const digest = vi.spyOn(crypto.subtle, 'digest')
  const upload = start()
  await vi.waitUntil(() => digest.mock.settledResults[0]?.type === 'fulfilled', {
    timeout: 20_000,
    interval: 1,
  })
  await new Promise((resolve) => setImmediate(resolve))
  digest.mockRestore()
  return { upload }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the same bytes', () => {
  test('are sent once in the life of a client, whatever they come as', async () => {
    const fake = createFakeClient([...uploaded('asset-1'), read('asset-1'), read('asset-1')])
    await expect(fake.client.uploads.file(png)).resolves.toMatchObject({ id: 'asset-1' })
    await expect(fake.client.uploads.file(new Blob([png]))).resolves.toMatchObject({ id: 'asset-1' })
    await expect(fake.client.uploads.file(png.slice())).resolves.toMatchObject({ id: 'asset-1' })
    expect(putsOf(fake)).toBe(1)
    expect(fake.sent.slice(3).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /api/v1/uploads/asset-1',
      'GET /api/v1/uploads/asset-1',
    ])
  })

  test('are sent once, too, where several calls want them at the same time', async () => {
    const fake = createFakeClient([...uploaded('asset-1'), read('asset-1'), read('asset-1')])
    const uploads = await Promise.all([1, 2, 3].map(() => fake.client.uploads.file(png)))
    expect(uploads.map(({ id }) => id)).toEqual(['asset-1', 'asset-1', 'asset-1'])
    expect(putsOf(fake)).toBe(1)
  })

  test('are sent again where the service no longer has them', async () => {
    const gone = createFakeClient([
      ...uploaded('asset-1'),
      errorResponse(404, 'UPLOAD_NOT_FOUND'),
      ...uploaded('asset-2'),
    ])
    await gone.client.uploads.file(png)
    await expect(gone.client.uploads.file(png)).resolves.toMatchObject({ id: 'asset-2' })
    const spoiled = createFakeClient([
      ...uploaded('asset-1'),
      read('asset-1', 'INVALID'),
      ...uploaded('asset-2'),
    ])
    await spoiled.client.uploads.file(png)
    await expect(spoiled.client.uploads.file(png)).resolves.toMatchObject({ id: 'asset-2' })
  })

  test('are sent again where reuse is false', async () => {
    const fake = createFakeClient([...uploaded('asset-1'), ...uploaded('asset-2')])
    await fake.client.uploads.file(png)
    await expect(fake.client.uploads.file(png, { reuse: false })).resolves.toMatchObject({ id: 'asset-2' })
    expect(putsOf(fake)).toBe(2)
  })

  test('are sent again by another client', async () => {
    for (const fake of [createFakeClient(uploaded('asset-1')), createFakeClient(uploaded('asset-2'))]) {
      await fake.client.uploads.file(png)
      expect(putsOf(fake)).toBe(1)
    }
  })

  test('are reported as sent whole to who asks for progress', async () => {
    const { client } = createFakeClient([...uploaded('asset-1'), read('asset-1')])
    await client.uploads.file(png)
    const seen: unknown[] = []
    await client.uploads.file(png, { onProgress: (progress) => seen.push(progress) })
    expect(seen).toEqual([{ sentBytes: 100, totalBytes: 100 }])
  })

  test('are sent again after an upload that failed', async () => {
    const fake = createFakeClient([brokenConnection(), ...uploaded('asset-2')], { maxRetries: 0 })
    await expect(fake.client.uploads.file(png)).rejects.toThrow('no response')
    await expect(fake.client.uploads.file(png)).resolves.toMatchObject({ id: 'asset-2' })
  })

  test('are sent by who waited for another call where that one is aborted', async () => {
    const never = () => new Promise<Response>(() => undefined)
    const fake = createFakeClient([never, ...uploaded('asset-2')])
    const controller = new AbortController()
    const first = fake.client.uploads.file(png, { signal: controller.signal })
    const second = await waiting(fake, () => fake.client.uploads.file(png))
    controller.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    await expect(second.upload).resolves.toMatchObject({ id: 'asset-2' })
  })

  test('are waited for as long as the other call makes progress, whatever that takes in all', async () => {
    let share = () => {}
    const isShared = new Promise<void>((resolve) => {
      share = resolve
    })
    const slow = (response: Response) => async () => {
      await isShared
      fake.clock.advance(100_000)
      return response
    }
    const responses = [
      slow(reserved('asset-1')),
      slow(new Response()),
      slow(read('asset-1')),
      read('asset-1'),
    ]
    const fake = createFakeClient(responses, { timeoutMs: 110_000, transferTimeoutMs: 110_000 })
    const first = fake.client.uploads.file(png)
    const second = await waiting(fake, () => fake.client.uploads.file(png))
    share()
    await expect(first).resolves.toMatchObject({ id: 'asset-1' })
    await expect(second.upload).resolves.toMatchObject({ id: 'asset-1' })
    expect(putsOf(fake)).toBe(1)
  })

  test('are not waited for once the own signal aborts', async () => {
    const never = () => new Promise<Response>(() => undefined)
    const fake = createFakeClient([never])
    void fake.client.uploads.file(png)
    const controller = new AbortController()
    const { signal } = controller
    const second = await waiting(fake, () => fake.client.uploads.file(png, { signal }))
    const reason = new Error('the person left')
    controller.abort(reason)
    await expect(second.upload).rejects.toBe(reason)
  })

  test('are simply sent where a page has no cryptography to know them by', async () => {
    vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes })
    const fake = createFakeClient([...uploaded('asset-1'), ...uploaded('asset-2')])
    await fake.client.uploads.file(png)
    await expect(fake.client.uploads.file(png)).resolves.toMatchObject({ id: 'asset-2' })
  })
})

test('other bytes are another upload', async () => {
  const fake = createFakeClient([...uploaded('asset-1'), ...uploaded('asset-2')])
  await fake.client.uploads.file(png)
  await expect(fake.client.uploads.file(otherPng)).resolves.toMatchObject({ id: 'asset-2' })
})
