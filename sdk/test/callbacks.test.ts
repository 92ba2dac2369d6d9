import { getEventListeners } from 'node:events'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { putByXhr } from '../src/uploads/put-by-xhr.js'
import { createFakeClient, polled } from './support/fake-client.js'
import { json } from './support/fake-fetch.js'

const fault = new Error('of the callback')
const callbacks = [
  [
    'throws',
    () => {
      throw fault
    },
  ],
  [
    'rejects',
    async () => {
      throw fault
    },
  ],
] as const

describe('a callback that fails', () => {
  test.each(callbacks)('as it %s ends neither a wait nor the process', async (_, onUpdate) => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => report.mockRestore())
    const { client } = createFakeClient([polled('QUEUED'), polled('SUCCEEDED')])
    await expect(client.tasks.wait('task-1', { onUpdate })).resolves.toMatchObject({ status: 'SUCCEEDED' })
    await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(2), 20_000)
    expect(report).toHaveBeenCalledWith('mediagen: a callback failed:', fault)
  })

  test.each(callbacks)('as it %s ends no upload, new or known', async (_, onProgress) => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    onTestFinished(() => report.mockRestore())
    const ready = () => json({ id: 'asset-1', status: 'READY', error: null })
    const expiresAt = '2026-01-01T00:15:00.000Z'
    const place = json({ id: 'asset-1', uploadUrl: 'https://files.test/put', method: 'PUT', expiresAt })
    const { client } = createFakeClient([place, new Response(), ready(), ready()])
    const png = new Uint8Array(100)
    png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    for (const source of [png, png]) {
      await expect(client.uploads.file(source, { onProgress })).resolves.toMatchObject({ status: 'READY' })
    }
    await vi.waitFor(() => expect(report).toHaveBeenCalledTimes(3), 20_000)
  })
})

test('an upload of a browser asks for no header that the storage keeps to itself, which the console would show', async () => {
  const asked: string[] = []
  class Transfer {
    status = 503
    upload = {}
    onload = () => undefined
    open() {}
    setRequestHeader() {}
    getResponseHeader(name: string) {
      asked.push(name)
      return null
    }
    getAllResponseHeaders = () => 'content-length: 0\r\nretry-after: 7\r\n'
    send() {
      queueMicrotask(() => this.onload())
    }
  }
  vi.stubGlobal('XMLHttpRequest', Transfer)
  onTestFinished(() => void vi.unstubAllGlobals())
  const file = { bytes: new Uint8Array(1), contentType: 'image/png' } as const
  const { signal } = new AbortController()
  const response = await putByXhr('https://files.test/put', file, signal, () => undefined)
  expect([response.status, response.headers.get('retry-after'), asked]).toEqual([503, '7', []])
})

test('calls that share a signal share its listener: Node 20 warns of a leak from eleven on', async () => {
  const { client, clock } = createFakeClient([], { fetch: () => new Promise(() => undefined) })
  const controller = new AbortController()
  const { signal } = controller
  const calls = Array.from({ length: 40 }, (_, index) => [
    client.account({ signal }),
    client.tasks.wait('task-1', { signal }),
    client.images.generate({ prompt: `${index}` }, { signal }),
  ]).flat()
  const outcomes = Promise.allSettled(calls)
  // One for each, where all waits share one request.
  await vi.waitFor(() => expect(clock.openLimits()).toBe(81), 20_000)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  controller.abort()
  expect((await outcomes).filter(({ status }) => status === 'rejected')).toHaveLength(120)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
