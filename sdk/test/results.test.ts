import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectionError, DownloadError, InvalidResponseError, MediagenError } from '../src/index.js'
import { createFakeClient, polled } from './support/fake-client.js'
import { brokenConnection, type FakeAnswer } from './support/fake-fetch.js'
import { until } from './support/until.js'

const bytes = new Uint8Array([1, 2, 3])
const file = () => new Response(bytes)
const gone = () => new Response('expired', { status: 403 })
const renewed = () =>
  polled('SUCCEEDED', {
    output: { images: [{ url: 'https://files.test/out?signature=two', contentType: 'image/png' }] },
  })

/** A finished task, and what it takes to look at the requests for its files. */
async function finish(answers: readonly FakeAnswer[], first = polled('SUCCEEDED')) {
  const fake = createFakeClient([first, ...answers])
  const task = await fake.client.tasks.wait('task-1')
  return { task, ...fake }
}

describe('downloading a result', () => {
  test('gives the bytes, asked for without the API key', async () => {
    const { task, sent } = await finish([file()])
    await expect(task.download()).resolves.toEqual(bytes)
    expect(sent[1]).toMatchObject({ method: 'GET', url: 'https://files.test/out?signature=one' })
    expect(sent[1]?.headers.has('authorization')).toBe(false)
  })

  test('tries again after a broken connection and a storage error', async () => {
    const { task } = await finish([brokenConnection(), new Response('busy', { status: 503 }), file()])
    await expect(task.download()).resolves.toEqual(bytes)
  })

  test.each([401, 403, 404, 410])('renews a link that was answered with %i', async (status) => {
    const { task, sent } = await finish([new Response('expired', { status }), renewed(), file()])
    await expect(task.download()).resolves.toEqual(bytes)
    expect(sent.slice(1).map(({ url }) => url)).toEqual([
      'https://files.test/out?signature=one',
      'https://media.test/api/v1/tasks/task-1',
      'https://files.test/out?signature=two',
    ])
  })

  test('renews a link once: a fresh one that is refused, too, is a DownloadError without the signature', async () => {
    const { task, unused } = await finish([gone(), renewed(), gone()])
    const error = await task.download().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DownloadError)
    expect(error).toMatchObject({ status: 403, taskId: 'task-1', retryable: false })
    expect(`${error} ${JSON.stringify(error)}`).not.toContain('signature')
    expect(unused()).toBe(0)
  })

  test('is a ConnectionError when no answer comes at all', async () => {
    const { task } = await finish(Array.from({ length: 5 }, brokenConnection))
    await expect(task.download()).rejects.toThrow(ConnectionError)
  })
})

describe('a transfer that breaks in the middle', () => {
  /** Gives the first bytes, then breaks. */
  const torn = (...first: number[]) => {
    let isGiven = false
    return new Response(
      new ReadableStream({
        pull(controller) {
          if (isGiven) return controller.error(brokenConnection())
          isGiven = true
          controller.enqueue(new Uint8Array(first))
        },
      }),
    )
  }
  const rest = (...last: number[]) => new Response(new Uint8Array(last), { status: 206 })

  test('goes on from where it was, and never asks twice for the same bytes', async () => {
    const { task, sent } = await finish([torn(1), torn2(), rest(3)])
    await expect(task.download()).resolves.toEqual(bytes)
    expect(sent.slice(1).map(({ headers }) => headers.get('range'))).toEqual([null, 'bytes=1-', 'bytes=2-'])
    function torn2() {
      return new Response(torn(2).body, { status: 206 })
    }
  })

  test('goes on under a fresh link where the old one has run out by then', async () => {
    const { task, sent } = await finish([torn(1, 2), gone(), renewed(), rest(3)])
    await expect(task.download()).resolves.toEqual(bytes)
    expect(sent.at(-1)?.url).toBe('https://files.test/out?signature=two')
    expect(sent.at(-1)?.headers.get('range')).toBe('bytes=2-')
  })

  test('passes over what is there already where the storage knows no ranges', async () => {
    const { task } = await finish([torn(1, 2), file()])
    await expect(task.download()).resolves.toEqual(bytes)
  })

  test('goes on where the body ended early without an error', async () => {
    const { task } = await finish([new Response(bytes.subarray(0, 2)), rest(3)])
    await expect(task.download()).resolves.toEqual(bytes)
  })

  test('is a ConnectionError when it breaks again and again without a byte', async () => {
    const { task } = await finish([torn(1), ...Array.from({ length: 5 }, () => rest())])
    await expect(task.download()).rejects.toMatchObject({ name: 'ConnectionError', taskId: 'task-1' })
  })

  test('ends at once with the reason of an aborted signal', async () => {
    const silent = new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
    const { task, sent } = await finish([silent])
    const controller = new AbortController()
    const pending = task.download({ signal: controller.signal }).catch((reason: unknown) => reason)
    await until(() => sent.length === 2)
    const reason = new Error('the person left')
    controller.abort(reason)
    expect(await pending).toBe(reason)
  })
})

describe('a result as a stream', () => {
  test('gives the bytes as they come', async () => {
    const { task } = await finish([file()])
    await expect(new Response(await task.stream()).bytes()).resolves.toEqual(bytes)
  })

  test('lets go of the connection when it is cancelled', async () => {
    let isCancelled = false
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(1)),
      cancel() {
        isCancelled = true
      },
    })
    const { task } = await finish([new Response(endless)])
    const reader = (await task.stream()).getReader()
    await reader.read()
    await reader.cancel()
    expect(isCancelled).toBe(true)
  })
})

describe('the files of a task', () => {
  test('are its images and videos, each with what the service says of it', async () => {
    const image = { url: 'https://files.test/1', contentType: 'image/png', sizeBytes: 3 }
    const video = { url: 'https://files.test/2', contentType: 'video/mp4' }
    const { task, sent } = await finish(
      [file()],
      polled('SUCCEEDED', { output: { images: [image], videos: [video] } }),
    )
    expect(task.files).toMatchObject([image, video])
    await task.files[1]?.download()
    expect(sent[1]?.url).toBe('https://files.test/2')
  })

  test('cannot be none: such an answer is an InvalidResponseError', async () => {
    const { client } = createFakeClient([polled('SUCCEEDED', { output: {} })])
    await expect(client.tasks.wait('task-1')).rejects.toThrow(InvalidResponseError)
  })
})

describe('saving a result', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mediagen-sdk-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  test('writes the file over what was there, and resolves to its path', async () => {
    const { task } = await finish([file()])
    const path = join(folder, 'out.png')
    await writeFile(path, 'an older and longer file')
    await expect(task.saveTo(path)).resolves.toBe(path)
    expect(await readFile(path)).toEqual(Buffer.from(bytes))
    expect(await readdir(folder)).toEqual(['out.png'])
  })

  test('leaves nothing behind when the download fails', async () => {
    const { task } = await finish([gone(), renewed(), gone()])
    await expect(task.saveTo(join(folder, 'out.png'))).rejects.toThrow(DownloadError)
    expect(await readdir(folder)).toEqual([])
  })

  test('leaves what was there when the new file cannot be written', async () => {
    const { task } = await finish([file()])
    const path = join(folder, 'out.png')
    await writeFile(path, 'an older file')
    await mkdir(`${path}.part`)
    await expect(task.saveTo(path)).rejects.toMatchObject({ code: 'EISDIR' })
    expect(await readFile(path, 'utf8')).toBe('an older file')
  })

  test('says so where there is no file system', async () => {
    const { task } = await finish([file()])
    vi.stubGlobal('process', undefined)
    try {
      await expect(task.saveTo('out.png')).rejects.toThrow(MediagenError)
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
