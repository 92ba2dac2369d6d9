import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  ConnectionError,
  DownloadError,
  InvalidResponseError,
  MediagenError,
  ResultRemovedError,
} from '../src/index.js'
import { bytes, file, finish, gone, part, readAll, renewed, sizeless, torn } from './support/downloads.js'
import { createFakeClient, polled } from './support/fake-client.js'
import { brokenConnection } from './support/fake-fetch.js'
import { until } from './support/until.js'

/** Without a type, which the Response of a text would have. */
const abc = () => new TextEncoder().encode('abc')

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

  test.each([400, 401, 403, 404, 410])('renews a link that got %i', async (status) => {
    const { task, sent } = await finish([new Response('expired', { status }), renewed(), file()])
    await expect(task.download()).resolves.toEqual(bytes)
    expect(sent.slice(1).map(({ url }) => url)).toEqual([
      'https://files.test/out?signature=one',
      'https://media.test/api/v1/tasks/task-1',
      'https://files.test/out?signature=two',
    ])
  })

  test('renews a link once: a fresh one that is rejected, too, is a DownloadError without the signature', async () => {
    const { task, unused } = await finish([gone(), renewed(), gone()])
    const error = await task.download().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(DownloadError)
    expect(error).toMatchObject({ status: 403, taskId: 'task-1', retryable: false })
    expect(`${error} ${JSON.stringify(error)}`).not.toContain('signature')
    expect(unused()).toBe(0)
  })

  test('is a ResultRemovedError where the task says that its files no longer exist', async () => {
    const removed = { code: 'RESULT_DELETED', removedAt: '2026-04-13T10:00:12.004Z' } as const
    const output = { images: [], removed }
    const { task: finished, unused } = await finish([
      new Response(null, { status: 404 }),
      polled('SUCCEEDED', { output }),
    ])
    const error = await finished.download().catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ResultRemovedError)
    expect(error).toMatchObject({ ...removed, taskId: 'task-1', retryable: false, task: { output } })
    expect(unused()).toBe(0)
  })

  test('lets go of every response that it does not read', async () => {
    const cancelled: number[] = []
    const rejected = (status: number) =>
      new Response(new ReadableStream({ cancel: () => void cancelled.push(status) }), { status })
    const { task } = await finish([rejected(403), renewed(), rejected(400)])
    await expect(task.download()).rejects.toMatchObject({ status: 400 })
    expect(cancelled).toEqual([403, 400])
  })

  test('is a ConnectionError when no response comes at all', async () => {
    const { task } = await finish(Array.from({ length: 5 }, brokenConnection))
    await expect(task.download()).rejects.toThrow(ConnectionError)
  })
})

describe('a size that the task states and the bytes do not have', () => {
  test.each([8e9, Number.MAX_SAFE_INTEGER])(
    'reserves no memory and ends in a ConnectionError: %i',
    async (sizeBytes) => {
      const image = { url: 'https://files.test/out?signature=one', contentType: 'image/png', sizeBytes }
      const { task } = await finish(
        Array.from({ length: 5 }, file),
        polled('SUCCEEDED', { output: { images: [image] } }),
      )
      await expect(task.download()).rejects.toThrow(ConnectionError)
    },
  )
})

describe('a transfer that breaks in the middle', () => {
  test('goes on from where it was if the file is still the same, and never asks twice for the same bytes', async () => {
    const second = torn([2], { etag: '"one"', 'content-range': 'bytes 1-2/3' }, 206)
    const { task, sent } = await finish([torn([1]), second, part([3])])
    await expect(task.download()).resolves.toEqual(bytes)
    const asked = sent.slice(1).map(({ headers }) => [headers.get('range'), headers.get('if-range')])
    expect(asked).toEqual([
      [null, null],
      ['bytes=1-', '"one"'],
      ['bytes=2-', '"one"'],
    ])
  })

  test('goes on under a fresh link where the old one has run out by then', async () => {
    const { task, sent } = await finish([torn([1, 2]), gone(), renewed(), part([3])])
    await expect(task.download()).resolves.toEqual(bytes)
    expect(sent.at(-1)?.url).toBe('https://files.test/out?signature=two')
    expect(sent.at(-1)?.headers.get('range')).toBe('bytes=2-')
    expect(sent.at(-1)?.headers.get('if-range')).toBe('"one"')
  })

  test('passes over what is there already where the storage knows no ranges', async () => {
    const { task } = await finish([torn([1, 2]), part([1, 2, 3], {}, 200)])
    await expect(readAll(await task.stream())).resolves.toEqual(bytes)
  })

  test('goes on where the body ended early without an error', async () => {
    const { task } = await finish([part([1, 2], {}, 200), part([3])])
    await expect(task.download()).resolves.toEqual(bytes)
  })

  test('believes the storage about where a part begins, not the request', async () => {
    const whole = await finish([torn([1, 2]), part([1, 2, 3], { 'content-range': 'bytes 0-2/3' })])
    await expect(whole.task.download()).resolves.toEqual(bytes)
    const later = await finish([torn([1]), part([3]), part([2, 3])])
    await expect(later.task.download()).resolves.toEqual(bytes)
  })

  test('takes a part that does not say where it begins only where its length shows it', async () => {
    const hidden = (length: string) => {
      return new Response(new Uint8Array([2, 3]), {
        status: 206,
        headers: { etag: '"one"', 'content-length': length },
      })
    }
    const known = await finish([torn([1]), hidden('2')])
    await expect(known.task.download()).resolves.toEqual(bytes)
    const others = Array.from({ length: 5 }, () => hidden('3'))
    const other = await finish([torn([1]), ...others])
    await expect(other.task.download()).rejects.toThrow(InvalidResponseError)
    const unknown = await finish([torn([1]), ...Array.from({ length: 5 }, () => hidden('2'))], sizeless())
    await expect(unknown.task.download()).rejects.toThrow(InvalidResponseError)
  })

  test('never gives more bytes than the service says that there are', async () => {
    const long = () => new Response(new Uint8Array([1, 2, 3, 4]))
    const { task } = await finish(Array.from({ length: 5 }, long))
    const error = await task.download().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ConnectionError', cause: { message: '4 bytes came of 3' } })
    const after = await finish([torn([1, 2, 3]), long()])
    await expect(after.task.download()).resolves.toEqual(bytes)
    expect(after.unused()).toBe(1)
  })

  test('ends well where it broke after the last byte, also where only the storage knows the size', async () => {
    const known = await finish([torn([1, 2, 3])])
    await expect(known.task.download()).resolves.toEqual(bytes)
    const sized = await finish([torn([1, 2, 3], { etag: '"one"', 'content-length': '3' })], sizeless())
    await expect(sized.task.download()).resolves.toEqual(bytes)
    const empty = part([], { 'content-range': 'bytes */3' }, 416)
    const unknown = await finish([torn([1, 2, 3]), empty], sizeless())
    await expect(unknown.task.download()).resolves.toEqual(bytes)
    expect(unknown.unused()).toBe(0)
  })

  test('does not take an end elsewhere for its own', async () => {
    for (const total of ['bytes */9', '']) {
      const { task } = await finish([torn([1, 2]), part([], { 'content-range': total }, 416)], sizeless())
      await expect(task.download()).rejects.toMatchObject({ name: 'DownloadError', status: 416 })
    }
    const { task } = await finish([torn([1, 2]), part([], { 'content-range': 'bytes */2' }, 416)])
    await expect(task.download()).rejects.toMatchObject({ name: 'DownloadError', status: 416 })
  })

  test('is a ConnectionError when it breaks again and again without a byte', async () => {
    const { task } = await finish([torn([1]), ...Array.from({ length: 5 }, () => torn([], undefined))])
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
    await expect(readAll(await task.stream())).resolves.toEqual(bytes)
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

  test('is let go of at once when it is cancelled while nothing comes, and its own signal stays as it is', async () => {
    const aborted: unknown[] = []
    const silent = new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
    const { task, sent } = await finish([silent])
    const controller = new AbortController()
    controller.signal.addEventListener('abort', () => aborted.push(controller.signal.reason))
    const reader = (await task.stream({ signal: controller.signal })).getReader()
    const pending = reader.read()
    await until(() => sent.length === 2)
    await reader.cancel('the person left')
    await expect(pending).resolves.toEqual({ done: true, value: undefined })
    expect(aborted).toEqual([])
  })

  test('stops while the storage does not even respond when it is cancelled', async () => {
    let signal: AbortSignal | undefined
    const { client } = createFakeClient([], {
      async fetch(input, init) {
        if (!input.includes('files.test')) return polled('SUCCEEDED')
        signal = init.signal
        return new Promise(() => undefined)
      },
    })
    const reader = (await (await client.tasks.wait('task-1')).stream()).getReader()
    await until(() => signal !== undefined)
    await reader.cancel()
    expect(signal?.aborted).toBe(true)
  })
})

describe('a result that is read slowly', () => {
  test('is no broken connection, however long the reader takes between two pieces', async () => {
    const pieces = ['a', 'b', 'c'].map((text) => new TextEncoder().encode(text))
    const body = new ReadableStream({
      pull(controller) {
        const piece = pieces.shift()
        if (piece === undefined) controller.close()
        else controller.enqueue(piece)
      },
    })
    const { task, clock, sent } = await finish([new Response(body)])
    let text = ''
    for await (const piece of await task.stream()) {
      text += new TextDecoder().decode(piece)
      // The piece after it has come by now.
      await new Promise((resolve) => setImmediate(resolve))
      clock.advance(600_000)
    }
    expect(text).toBe('abc')
    expect(sent).toHaveLength(2)
  })

  test('is given up and asked for again where the storage stands still for transferTimeoutMs', async () => {
    const silent = new Response(new ReadableStream({ pull: () => new Promise(() => undefined) }))
    const { task, clock, sent } = await finish([silent, new Response(abc())])
    const pending = task.download()
    await until(() => sent.length === 2 && clock.openLimits() === 1)
    const startedAtMs = clock.now()
    clock.strike()
    expect(clock.now() - startedAtMs).toBe(120_000)
    expect(new TextDecoder().decode(await pending)).toBe('abc')
  })
})

test('a result whose size is known is put into one array as it comes, without a copy', async () => {
  const { task } = await finish([new Response(abc())])
  const from = vi.spyOn(Response.prototype, 'arrayBuffer')
  onTestFinished(() => from.mockRestore())
  expect((await task.download()).buffer.byteLength).toBe(3)
  expect(from).not.toHaveBeenCalled()
})

describe('the files of a task', () => {
  test('say when their links run out: an hour after the task was read', async () => {
    const { task, clock } = await finish([])
    const hourLater = new Date(clock.now() + 3_600_000).toISOString()
    expect(task.files.map((file) => Reflect.get(file, 'urlExpiresAt'))).toEqual([hourLater])
  })

  test.each([
    [
      'of the service',
      'https://files.test/a?type=image%2Fpng&expires=1767226200000&signature=x',
      '2026-01-01T00:10:00.000Z',
    ],
    [
      'of S3',
      'https://files.test/a?X-Amz-Date=20260101T000000Z&X-Amz-Expires=900&X-Amz-Signature=x',
      '2026-01-01T00:15:00.000Z',
    ],
    ['of a link that is valid for ever', 'https://files.test/a?expires=1e300', '+275760-09-13T00:00:00.000Z'],
  ])('or by the terms of the link itself: %s', async (_, url, until) => {
    const images = [{ url, contentType: 'image/png', sizeBytes: 3 }]
    const { task } = await finish([], polled('SUCCEEDED', { output: { images } }))
    expect(task.files[0]?.urlExpiresAt).toBe(until)
  })

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

  test('cannot be none: such a response is an InvalidResponseError', async () => {
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

  test.each([undefined, ''])('without a path is an error before anything is downloaded: %j', async (path) => {
    const { task, unused } = await finish([file()])
    // @ts-expect-error a program without types may have none
    await expect(task.saveTo(path)).rejects.toThrow('saveTo needs a path')
    expect(unused()).toBe(1)
  })

  test('leaves nothing behind when the download fails', async () => {
    const { task } = await finish([gone(), renewed(), gone()])
    await expect(task.saveTo(join(folder, 'out.png'))).rejects.toThrow(DownloadError)
    expect(await readdir(folder)).toEqual([])
  })

  test('leaves what was there, and nothing else, when the new file cannot be put there', async () => {
    const { task } = await finish([file()])
    const path = join(folder, 'out.png')
    await mkdir(path)
    await expect(task.saveTo(path)).rejects.toMatchObject({ code: 'EISDIR' })
    expect(await readdir(folder)).toEqual(['out.png'])
  })

  test('writes every byte, also where the disk takes a few at a time', async () => {
    const { task } = await finish([file()])
    const path = join(folder, 'out.png')
    await withDisk(1, () => task.saveTo(path))
    expect(await readFile(path)).toEqual(Buffer.from(bytes))
  })

  test('never takes the part that a full disk took for the whole', async () => {
    const { task } = await finish([file()])
    const path = join(folder, 'out.png')
    await writeFile(path, 'an older file')
    await withDisk(
      2,
      async () => {
        await expect(task.saveTo(path)).rejects.toMatchObject({ code: 'ENOSPC' })
      },
      2,
    )
    expect(await readFile(path, 'utf8')).toBe('an older file')
    expect(await readdir(folder)).toEqual(['out.png'])
  })

  test('of two results to one path at once keeps one of them whole, and leaves a .part of yours alone', async () => {
    const path = join(folder, 'out.png')
    await writeFile(`${path}.part`, 'mine')
    const other = new Uint8Array([4, 5, 6])
    const [one, two] = [await finish([file()]), await finish([new Response(other)])]
    await Promise.all([one.task.saveTo(path), two.task.saveTo(path)])
    expect([Buffer.from(bytes), Buffer.from(other)]).toContainEqual(await readFile(path))
    expect(await readFile(`${path}.part`, 'utf8')).toBe('mine')
    expect((await readdir(folder)).sort()).toEqual(['out.png', 'out.png.part'])
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

/** Does something on a disk that takes so many bytes of each write, and is full after so many in all. */
async function withDisk(bytesAtOnce: number, work: () => Promise<unknown>, bytesMax = Infinity) {
  const files = process.getBuiltinModule('node:fs').promises
  const open = files.open.bind(files)
  let left = bytesMax
  const spy = vi.spyOn(files, 'open').mockImplementation(async (...args) => {
    const handle = await open(...args)
    const write = handle.write.bind(handle)
    handle.write = async <Data extends string | NodeJS.ArrayBufferView>(data: Data) => {
      if (left <= 0) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      if (typeof data === 'string') throw new TypeError('bytes are expected')
      const part = new Uint8Array(data.buffer, data.byteOffset, Math.min(bytesAtOnce, left))
      left -= part.length
      return { ...(await write(part)), buffer: data }
    }
    return handle
  })
  try {
    await work()
  } finally {
    spy.mockRestore()
  }
}
