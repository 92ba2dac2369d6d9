import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { uploadBytesMax, uploadBytesMin } from '../src/generated/limits.js'
import {
  fromPath,
  InvalidRequestError,
  Mediagen,
  MediagenError,
  RateLimitError,
  StorageLimitError,
  TooManyOpenUploadsError,
  UploadNotReceivedError,
  type UploadProgress,
  UploadRejectedError,
  type UploadSource,
  UploadTransferError,
} from '../src/index.js'
import { readUploadSource } from '../src/uploads/upload-source.js'
import { accepted, createFakeClient } from './support/fake-client.js'
import {
  brokenConnection,
  createFakeFetch,
  errorResponse,
  type FakeResponse,
  json,
} from './support/fake-fetch.js'
import { until } from './support/until.js'

const uploadUrl = 'https://files.test/put/asset-1?signature=one'
const png = image([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = image([0xff, 0xd8, 0xff, 0xe0])
const webp = image([...text('RIFF'), 1, 2, 3, 4, ...text('WEBP')])

const reserved = () =>
  json({ id: 'asset-1', uploadUrl, method: 'PUT', expiresAt: '2026-01-01T00:15:00.000Z' })
const arrived = () => new Response(null, { status: 200 })
const verdict = (status: string, code?: string, id = 'asset-1') =>
  json({ id, status, contentType: 'image/png', error: code === undefined ? null : { code } })
const goodResponses = (): FakeResponse[] => [reserved(), arrived(), verdict('READY')]

/** A picture in memory that other threads may have too. */
function sharedBytes(): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(png.length))
  bytes.set(png)
  return bytes
}

describe('uploading a file', () => {
  test('without space for it rejects with its id, by which it can be completed later', async () => {
    const full = errorResponse(409, 'STORAGE_LIMIT_REACHED')
    const { client } = createFakeClient([reserved(), arrived(), full, verdict('READY')])
    const error = await client.uploads.file(png).catch((reason: unknown) => reason)
    if (!(error instanceof StorageLimitError)) throw error
    expect(error.uploadId).toBe('asset-1')
    await expect(client.uploads.complete('asset-1')).resolves.toMatchObject({ status: 'READY' })
  })

  test('without space to reserve it rejects without an id', async () => {
    const { client } = createFakeClient([errorResponse(409, 'STORAGE_LIMIT_REACHED')])
    const error = await client.uploads.file(png).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StorageLimitError)
    expect(error).not.toHaveProperty('uploadId')
  })

  test('reserves, puts the bytes and completes; resolves to the READY upload', async () => {
    const { client, sent } = createFakeClient(goodResponses())
    await expect(client.uploads.file(png)).resolves.toMatchObject({ id: 'asset-1', status: 'READY' })
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST https://media.test/api/v1/uploads',
      `PUT ${uploadUrl}`,
      'POST https://media.test/api/v1/uploads/asset-1/complete',
    ])
    expect(sent[0]?.json).toEqual({ contentType: 'image/png' })
    expect(sent[1]?.bytes).toEqual(png)
    expect(sent[2]?.json).toEqual({})
  })

  test('puts the bytes with exactly the declared type and without the API key', async () => {
    const { client, sent } = createFakeClient(goodResponses())
    await client.uploads.file(png)
    expect(Object.fromEntries(sent[1]?.headers ?? [])).toEqual({ 'content-type': 'image/png' })
  })

  test.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
  ])('finds out by the first bytes that it is %s', async (contentType, bytes) => {
    const { client, sent } = createFakeClient(goodResponses())
    await client.uploads.file(bytes)
    expect(sent[0]?.json).toEqual({ contentType })
    expect(sent[1]?.headers.get('content-type')).toBe(contentType)
  })

  test('believes the bytes of a PNG that is called .jpg and claims to be one', async () => {
    const { client, sent } = createFakeClient(goodResponses())
    await client.uploads.file(new File([png], 'photo.jpg', { type: 'image/jpeg' }))
    expect(sent[1]?.headers.get('content-type')).toBe('image/png')
  })

  test.each<[string, () => UploadSource]>([
    ['a Uint8Array', () => png],
    ['a part of a larger Uint8Array', () => new Uint8Array([1, 2, ...png, 3]).subarray(2, png.length + 2)],
    ['a Buffer', () => Buffer.from(png)],
    ['an ArrayBuffer', () => png.buffer],
    ['a DataView', () => new DataView(Uint8Array.from([1, ...png]).buffer, 1)],
    ['a view of larger elements', () => new Uint16Array(png.slice().buffer)],
    ['bytes that threads share', () => sharedBytes()],
    ['a stream of views', () => Readable.from([new DataView(png.buffer, 0, 50), png.subarray(50)])],
    ['a Blob', () => new Blob([png])],
    ['a File', () => new File([png], 'any')],
    ['a ReadableStream', () => new Blob([png]).stream()],
    ['a data URL', () => `data:image/jpeg;base64,${Buffer.from(png).toString('base64')}`],
  ])('takes %s', async (_, source) => {
    const { client, sent } = createFakeClient(goodResponses())
    await client.uploads.file(source())
    expect(sent[1]?.bytes).toEqual(png)
  })

  test('takes what another realm has made, such as a frame or a test environment', async () => {
    const foreign: ArrayBuffer = runInNewContext('new ArrayBuffer(100)')
    new Uint8Array(foreign).set(png)
    expect(foreign).not.toBeInstanceOf(ArrayBuffer)
    class ForeignFile {
      readonly [Symbol.toStringTag] = 'File'
      readonly size = png.length
      arrayBuffer = async () => png.slice().buffer
    }
    // @ts-expect-error the class of another realm, as far as types can say it
    const file: File = new ForeignFile()
    for (const source of [foreign, file]) {
      const { client, sent } = createFakeClient(goodResponses())
      await client.uploads.file(source)
      expect(sent[1]?.bytes).toEqual(png)
    }
  })

  test('takes a path that is said to be one, absolute or from the working directory', async () => {
    await inFolder(async (folder) => {
      const path = join(folder, 'a photo, 100 % #1?')
      await writeFile(path, png)
      for (const said of [path, relative(process.cwd(), path)]) {
        const { client, sent } = createFakeClient(goodResponses())
        await client.uploads.file(fromPath(said))
        expect(sent[1]?.bytes).toEqual(png)
      }
    })
  })

  test('takes a file: URL that is said to be one, and streams of Node', async () => {
    await inFolder(async (folder) => {
      const path = join(folder, 'a photo')
      await writeFile(path, png)
      const chunks = [Buffer.from(png.subarray(0, 40)), Buffer.from(png.subarray(40))]
      for (const source of [fromPath(pathToFileURL(path)), Readable.from(chunks), createReadStream(path)]) {
        await expect(readUploadSource(source)).resolves.toMatchObject({ bytes: png })
      }
    })
  })

  test('takes a data URL of the largest file without a stop that others would notice', async () => {
    const largest = sized(uploadBytesMax)
    const text: `data:${string}` = `data:image/png;base64,${Buffer.from(largest).toString('base64')}`
    const usage = process.cpuUsage()
    const { bytes } = await readUploadSource(text)
    // Through an iterator, character by character, it takes four seconds and 700 MB.
    const { user, system } = process.cpuUsage(usage)
    expect((user + system) / 1000).toBeLessThan(2000)
    expect(Buffer.compare(bytes, largest)).toBe(0)
  })

  test.each([
    ['URL: give', new URL('https://example.com/a.png')],
    ['Response', new Response(png)],
    ['Number', 7],
    ['null', null],
    ['undefined', undefined],
    ['a stream of strings', Readable.from(['text'])],
  ])('rejects with what can be taken where it is given %s', async (kind, source) => {
    const { client, sent } = createFakeClient([])
    // @ts-expect-error types allow none of these, and programs in JavaScript have no types
    const error = await client.uploads.file(source).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toContain(kind)
    expect(String(error)).toContain('give bytes, an ArrayBuffer, Blob or File, a stream')
    expect(sent).toEqual([])
  })

  test('rejects as the file system does for a path where nothing is', async () => {
    const { client, sent } = createFakeClient([])
    await expect(client.uploads.file(fromPath('/nowhere/photo.png'))).rejects.toMatchObject({
      code: 'ENOENT',
    })
    expect(sent).toEqual([])
  })
})

describe('a transformation that the service would reject', () => {
  const { images, videos } = {
    images: (client: Mediagen, input: object) => client.images.transform(Object(input)),
    videos: (client: Mediagen, input: object) => client.videos.transform(Object(input)),
  }
  test.each([
    ['/effectId', 'effectId or prompt is missing', images, { file: png }],
    ['/effectId', 'effectId or prompt is missing', images, { file: png, effectId: '', prompt: '' }],
    ['/effectId', 'effectId is missing', videos, { file: png, prompt: 'x' }],
    [
      '/durationSeconds',
      'durationSeconds is 6: known are 5, 8',
      videos,
      { file: png, effectId: 'push-in', durationSeconds: 6 },
    ],
    ['/file', 'file or assetId is missing', images, { prompt: 'x' }],
    ['/file', 'file or assetId is missing', videos, { effectId: 'push-in', assetId: '' }],
    ['/file', 'file and assetId are both given', images, { file: png, assetId: 'asset-1', prompt: 'x' }],
  ])('names %s (%s) before its file is uploaded', async (path, message, transform, input) => {
    const { client, sent } = createFakeClient(goodResponses())
    const error = await transform(client, input).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InvalidRequestError)
    expect(error).toMatchObject({ code: 'INVALID_REQUEST', message, details: [{ path }] })
    expect(sent).toEqual([])
  })
})

describe('a text', () => {
  /** What a server action gets from a form, whose field a stranger filled as they liked. */
  function postedAs(value: string): File {
    const form = new FormData()
    form.set('file', value)
    return form.get('file') as File
  }

  test('that a visitor posts to a server action in place of a file is never a path on the server', async () => {
    await inFolder(async (folder) => {
      const path = join(folder, 'of-another-visitor.jpg')
      await writeFile(path, jpeg)
      const asked = vi.spyOn(process, 'getBuiltinModule')
      onTestFinished(() => asked.mockRestore())
      for (const posted of [path, relative(process.cwd(), path), pathToFileURL(path).href, '']) {
        const { client, sent } = createFakeClient(goodResponses())
        for (const work of [
          () => client.images.transform({ file: postedAs(posted), prompt: 'x' }),
          () => client.videos.transform({ file: postedAs(posted), effectId: 'push-in' }),
          () => client.uploads.file(postedAs(posted)),
        ]) {
          const error = await work().catch((reason: unknown) => reason)
          expect(error).toBeInstanceOf(TypeError)
          expect(String(error)).toContain('fromPath')
        }
        expect(sent).toEqual([])
      }
      expect(asked).not.toHaveBeenCalled()
    })
  })

  test('that is no data URL is an error of one line, which does not repeat it', async () => {
    const { client, sent } = createFakeClient([])
    for (const text of [Buffer.from(sized(1_200_000)).toString('base64'), 'http://example.com/a.png']) {
      // @ts-expect-error no text but a data URL compiles
      const error = await client.uploads.file(text).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(TypeError)
      expect(String(error)).not.toContain(text.slice(0, 10))
      expect(String(error).length).toBeLessThan(400)
    }
    expect(sent).toEqual([])
  })
})

describe('what frameworks make of what a visitor sent', () => {
  const revived: [string, (href: string) => object][] = [
    ['a URL', (href) => new URL(href)],
    ['a copy of what fromPath made', () => structuredClone({ ...fromPath('/etc/hosts') })],
    ['the text of what fromPath made', () => JSON.parse(JSON.stringify(fromPath('/etc/hosts')))],
  ]

  test.each(revived)('never reads a file on the server: %s', async (_, revive) => {
    await inFolder(async (folder) => {
      const path = join(folder, 'of-another-visitor.jpg')
      await writeFile(path, jpeg)
      const asked = vi.spyOn(process, 'getBuiltinModule')
      onTestFinished(() => asked.mockRestore())
      const messages = new Set<string>()
      for (const href of [
        pathToFileURL(path).href,
        `${pathToFileURL(path).href}.missing`,
        'file://a.host/a.jpg',
      ]) {
        const file = revive(href)
        asked.mockClear()
        const { client, sent } = createFakeClient([])
        const error = await client.uploads
          // @ts-expect-error none of these is a source
          .file(file)
          .catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(TypeError)
        expect(String(error)).toContain('fromPath(…)')
        messages.add(String(error))
        expect(sent).toEqual([])
        expect(asked).not.toHaveBeenCalled()
      }
      // Nothing tells which files exist.
      expect(messages.size).toBe(1)
    })
  })
})

describe('a path', () => {
  test('of a FIFO, a device or a folder is refused at once', async () => {
    await inFolder(async (folder) => {
      const fifo = join(folder, 'fifo')
      execFileSync('mkfifo', [fifo])
      const { client, sent } = createFakeClient([])
      for (const path of [fifo, '/dev/zero', folder]) {
        const error = await client.uploads.file(fromPath(path)).catch((reason: unknown) => reason)
        expect(error).toBeInstanceOf(TypeError)
        expect(String(error)).toContain('regular file')
      }
      expect(sent).toEqual([])
    })
  })

  test('of a regular file that stands as empty and is not is read', async () => {
    // Every file of /proc has the size 0.
    await expect(readUploadSource(fromPath('/proc/self/maps'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_FORMAT',
    })
  })

  test.each(['', undefined, null, new URL('http://example.com/photo.png')])(
    'is an error at once where it is none: %s',
    (none) => {
      expect(() => Reflect.apply(fromPath, undefined, [none])).toThrow(MediagenError)
      expect(() => Reflect.apply(fromPath, undefined, [none])).toThrow('fromPath needs a path')
    },
  )

  test('is an error by name where there is no file system', async () => {
    const file = fromPath('/photo.jpg')
    const reading = () => readUploadSource(file)
    vi.stubGlobal('process', undefined)
    try {
      expect(() => fromPath('photo.jpg')).toThrow(MediagenError)
      expect(() => fromPath('photo.jpg')).toThrow('fromPath')
      await expect(reading()).rejects.toThrow(MediagenError)
    } finally {
      vi.unstubAllGlobals()
    }
  })
})

describe('a file that cannot be used', () => {
  const tooLarge = () => sized(uploadBytesMax + 1)
  test.each<[string, () => UploadSource]>([
    ['FILE_TOO_LARGE', tooLarge],
    ['FILE_TOO_LARGE', () => new Blob([tooLarge()])],
    ['FILE_TOO_SMALL', () => sized(uploadBytesMin - 1)],
    ['UNSUPPORTED_FORMAT', () => image(text('GIF89a'))],
    ['UNSUPPORTED_FORMAT', () => image([...text('RIFF'), 1, 2, 3, 4, ...text('WAVE')])],
    ['UNSUPPORTED_FORMAT', () => new Uint8Array(100)],
    ['UNSUPPORTED_FORMAT', () => 'data:image/png,%89PNG'],
    ['UNSUPPORTED_FORMAT', () => 'data:image/png;base64,#'],
    ['FILE_TOO_LARGE', () => `data:image/png;base64,${'A'.repeat(Math.ceil((uploadBytesMax + 1) / 3) * 4)}`],
    ['DIMENSIONS_OUT_OF_RANGE', () => pngOf(9000, 100)],
    ['DIMENSIONS_OUT_OF_RANGE', () => pngOf(15, 16)],
    ['DIMENSIONS_OUT_OF_RANGE', () => pngOf(8000, 5001)],
    ['DIMENSIONS_OUT_OF_RANGE', () => jpegOf(100, 9000)],
    ['DIMENSIONS_OUT_OF_RANGE', () => image([...text('RIFF\0\0\0\0WEBPVP8X'), ...wide(24, 9000, 100)])],
    ['DIMENSIONS_OUT_OF_RANGE', () => tinyWebp(8, 16)],
  ])('is rejected as %s before anything is sent', async (code, source) => {
    const { client, sent } = createFakeClient([])
    const error = await client.uploads.file(source()).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UploadRejectedError)
    expect(error).toMatchObject({ name: 'UploadRejectedError', code, retryable: false })
    expect(error).not.toHaveProperty('upload')
    expect(sent).toEqual([])
  })

  test('for its 21 MB or its 9000 px is rejected with the reason, and no request leaves', async () => {
    const { client, sent } = createFakeClient([])
    await expect(client.uploads.file(sized(21 * 1024 * 1024))).rejects.toMatchObject({
      code: 'FILE_TOO_LARGE',
      message: 'The file has 22020096 bytes or more; 20971520 are allowed',
    })
    await expect(client.images.transform({ file: pngOf(9000, 100), prompt: 'x' })).rejects.toMatchObject({
      code: 'DIMENSIONS_OUT_OF_RANGE',
      message: 'The image has 9000 x 100 pixels; 16 to 8192 a side and 40000000 in all are allowed',
    })
    expect(sent).toEqual([])
  })

  test('of a stream is read no further than what is allowed', async () => {
    let pulled = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const { client } = createFakeClient([])
    await expect(client.uploads.file(endless)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
    expect(pulled).toBeLessThan(24)
  })

  test.each([pngOf(16, 8192), pngOf(8000, 5000), jpegOf(16, 16)])(
    'does not have sides at the very limits',
    async (bytes) => {
      const { client } = createFakeClient(goodResponses())
      await expect(client.uploads.file(bytes)).resolves.toMatchObject({ status: 'READY' })
    },
  )

  test.each([uploadBytesMin, uploadBytesMax])('does not have %i bytes: those are allowed', async (size) => {
    const { client } = createFakeClient(goodResponses())
    await expect(client.uploads.file(sized(size))).resolves.toMatchObject({ status: 'READY' })
  })

  test('is not every file of so few bytes: the smallest WebP is sent, and so is one that is cut off in its header', async () => {
    for (const bytes of [
      tinyWebp(16, 16),
      sized(28),
      new Uint8Array([...text('RIFF....WEBPVP8X'), ...sized(12)]),
    ]) {
      const { client } = createFakeClient(goodResponses())
      await expect(client.uploads.file(bytes)).resolves.toMatchObject({ status: 'READY' })
    }
  })

  test.each([
    ['INVALID', 'DIMENSIONS_OUT_OF_RANGE'],
    ['EXPIRED', 'UPLOAD_EXPIRED'],
  ])('is reported with the verdict of the service where that is %s', async (status, code) => {
    const responses = [reserved(), arrived(), verdict(status, code)]
    const again = status === 'EXPIRED' ? [reserved(), arrived(), verdict(status, code)] : []
    const { client, unused } = createFakeClient([...responses, ...again])
    const error = await client.uploads.file(png).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UploadRejectedError)
    expect(error).toMatchObject({ code, upload: { id: 'asset-1', status } })
    expect(unused()).toBe(0)
  })
})

describe('the bounds of an account', () => {
  test('too many open uploads end a call at once where the first expires too late to wait for, and pause no generation', async () => {
    const rejected = errorResponse(429, 'TOO_MANY_OPEN_UPLOADS', { 'retry-after': '840' })
    const { client, clock, sent } = createFakeClient([rejected, accepted()])
    const error = await client.uploads.file(png).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TooManyOpenUploadsError)
    expect(error).not.toBeInstanceOf(RateLimitError)
    expect(error).toMatchObject({ retryAfterMs: 840_000, retryable: true })
    await client.images.generate({ prompt: 'x' })
    expect(clock.pausesMs).toEqual([])
    expect(sent).toHaveLength(2)
  })

  test('too many open uploads are waited out where the first expires soon', async () => {
    const rejected = errorResponse(429, 'TOO_MANY_OPEN_UPLOADS', { 'retry-after': '20' })
    const { client, clock } = createFakeClient([rejected, ...goodResponses()])
    await expect(client.uploads.file(png)).resolves.toMatchObject({ status: 'READY' })
    expect(clock.pausesMs).toEqual([20_000])
  })

  test('a space that is used up ends a call at once, when it reserves as when it completes', async () => {
    const full = () => errorResponse(409, 'STORAGE_LIMIT_REACHED')
    for (const responses of [[full()], [reserved(), arrived(), full()]]) {
      const { client, clock, sent } = createFakeClient(responses)
      const error = await client.uploads.file(png).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(StorageLimitError)
      expect(error).toMatchObject({ retryable: false })
      expect([sent.length, clock.pausesMs]).toEqual([responses.length, []])
    }
  })

  test('of a transformation’s file are reported before anything is generated', async () => {
    const { client, sent } = createFakeClient([errorResponse(409, 'STORAGE_LIMIT_REACHED')])
    await expect(client.images.transform({ file: png, prompt: 'x' })).rejects.toThrow(StorageLimitError)
    expect(sent).toHaveLength(1)
  })
})

describe('a source that says nothing', () => {
  const silent = (cancel?: () => void) => {
    return new ReadableStream<Uint8Array>({
      pull: () => new Promise(() => undefined),
      ...(cancel && { cancel }),
    })
  }
  const failing = () => {
    throw new Error('it cannot be cancelled')
  }

  test('is not begun with where the signal has aborted before', async () => {
    const { client, sent } = createFakeClient([])
    const reason = new Error('the person left')
    const signal = AbortSignal.abort(reason)
    for (const source of [silent(), png]) {
      await expect(client.uploads.file(source, { signal })).rejects.toBe(reason)
    }
    expect(sent).toEqual([])
  })

  test.each([
    ['of the web', () => silent()],
    ['of the web that cannot be cancelled', () => silent(failing)],
    ['of Node', () => new Readable({ read: () => undefined })],
  ])('is left at once when the signal aborts: a stream %s', async (_, source) => {
    const controller = new AbortController()
    const pending = readUploadSource(source(), controller.signal).catch((error: unknown) => error)
    const reason = new Error('the person left')
    controller.abort(reason)
    expect(await pending).toBe(reason)
  })

  test('is destroyed when it is left, where it is a stream of Node', async () => {
    const source = new Readable({ read: () => undefined })
    const controller = new AbortController()
    const pending = readUploadSource(source, controller.signal).catch(() => undefined)
    controller.abort()
    await pending
    expect(source.destroyed).toBe(true)
  })

  test('and one that cannot be cancelled fails with the reason why it was left', async () => {
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(4 * 1024 * 1024)),
      cancel: failing,
    })
    const { client } = createFakeClient([])
    await expect(client.uploads.file(endless)).rejects.toMatchObject({ code: 'FILE_TOO_LARGE' })
  })
})

describe('a transfer that goes wrong', () => {
  test('is tried again within the window of its place where it hangs', async () => {
    const hang = () => {
      setImmediate(() => fake.clock.strike())
      return new Promise<Response>(() => undefined)
    }
    const fake = createFakeClient([reserved(), hang, hang, arrived(), verdict('READY')])
    await expect(fake.client.uploads.file(png)).resolves.toMatchObject({ status: 'READY' })
    expect(fake.sent.filter(({ method }) => method === 'PUT')).toHaveLength(3)
  })

  test('has the time of one whole try where the clock here is far ahead of the service', async () => {
    const { client, clock } = createFakeClient(goodResponses())
    clock.advance(86_400_000)
    await expect(client.uploads.file(png)).resolves.toMatchObject({ status: 'READY' })
  })

  test('is tried again with the same bytes after a broken connection and a storage error', async () => {
    const { client, sent } = createFakeClient([
      reserved(),
      brokenConnection(),
      new Response('busy', { status: 503 }),
      arrived(),
      verdict('READY'),
    ])
    await client.uploads.file(png)
    expect(sent.slice(1, 4).map(({ method, bytes }) => [method, bytes])).toEqual(
      Array.from({ length: 3 }, () => ['PUT', png]),
    )
  })

  test('is an UploadTransferError that keeps the signature to itself when the storage rejects', async () => {
    const { client, sent } = createFakeClient([reserved(), new Response('no', { status: 403 })])
    const error = await client.uploads.file(png).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(UploadTransferError)
    expect(error).toMatchObject({ status: 403, retryable: false })
    expect(`${error} ${JSON.stringify(error)}`).not.toContain('signature')
    expect(sent).toHaveLength(2)
  })

  test('may succeed later where the storage only has trouble, and the error says so', async () => {
    const { client } = createFakeClient([reserved(), new Response('busy', { status: 503 })])
    const error = await client.uploads.file(png, { maxRetries: 0 }).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'UploadTransferError', status: 503, retryable: true })
  })

  test('is asked about again where the bytes are not seen yet, up to five times in each of two places', async () => {
    const unseen = () => errorResponse(400, 'UPLOAD_NOT_RECEIVED')
    const late = createFakeClient([
      reserved(),
      arrived(),
      unseen(),
      unseen(),
      unseen(),
      unseen(),
      verdict('READY'),
    ])
    await expect(late.client.uploads.file(png)).resolves.toMatchObject({ status: 'READY' })
    const noneSeen = () => [reserved(), arrived(), unseen(), unseen(), unseen(), unseen(), unseen()]
    const never = createFakeClient([...noneSeen(), ...noneSeen()])
    await expect(never.client.uploads.file(png)).rejects.toThrow(UploadNotReceivedError)
    expect(never.unused()).toBe(0)
  })

  test('is not asked about again by complete itself', async () => {
    const { client, sent } = createFakeClient([errorResponse(400, 'UPLOAD_NOT_RECEIVED')])
    await expect(client.uploads.complete('asset-1')).rejects.toThrow(UploadNotReceivedError)
    expect(sent).toHaveLength(1)
  })
})

test('a data URL that repeats its padding is rejected in linear time, wherever the padding is', async () => {
  const { client, sent } = createFakeClient([])
  for (const end of ['', 'A']) {
    const source: UploadSource = `data:image/png;base64,A${'='.repeat(200_000)}${end}`
    await expect(client.uploads.file(source)).rejects.toMatchObject({ code: 'UNSUPPORTED_FORMAT' })
  }
  expect(sent).toEqual([])
})

describe('an upload that outlives its window', () => {
  test('goes to a new place when the storage rejects the old one', async () => {
    const place = (id: string, expiresAt: string) => {
      return json({ id, uploadUrl: `https://files.test/put/${id}`, method: 'PUT', expiresAt })
    }
    const reject = () => {
      fake.clock.advance(60_000)
      return new Response('expired', { status: 403 })
    }
    const fake = createFakeClient([
      place('asset-1', '2026-01-01T00:01:00.000Z'),
      reject,
      place('asset-2', '2026-01-01T00:16:00.000Z'),
      arrived(),
      verdict('READY', undefined, 'asset-2'),
    ])
    await expect(fake.client.uploads.file(png)).resolves.toMatchObject({ status: 'READY' })
    expect(fake.sent[3]).toMatchObject({ method: 'PUT', url: 'https://files.test/put/asset-2', bytes: png })
    expect(fake.sent[4]?.path).toBe('/api/v1/uploads/asset-2/complete')
  })

  test('goes to a new place when the verdict is EXPIRED', async () => {
    const { client, sent } = createFakeClient([
      reserved(),
      arrived(),
      verdict('EXPIRED', 'UPLOAD_EXPIRED'),
      ...goodResponses(),
    ])
    await expect(client.uploads.file(png)).resolves.toMatchObject({ status: 'READY' })
    expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(2)
  })
})

describe('the progress of an upload', () => {
  /** A client with the fetch of the platform, which is the only one that is sent streams. */
  const withSystemFetch = (responses: readonly FakeResponse[]) => {
    const fake = createFakeFetch(...responses)
    vi.stubGlobal('fetch', fake.fetch)
    onTestFinished(() => void vi.unstubAllGlobals())
    return { ...createFakeClient([], { fetch: undefined }), ...fake }
  }

  test('is reported from nothing to all, and once more from nothing after a broken connection', async () => {
    const large = pngOf(100, 100, 150_000)
    const responses = [reserved(), brokenConnection(), arrived(), verdict('READY')]
    const { client, sent } = withSystemFetch(responses)
    const seen: UploadProgress[] = []
    await client.uploads.file(large, { onProgress: (progress) => seen.push(progress) })
    const once = [0, 65_536, 131_072, 150_000].map((sentBytes) => ({ sentBytes, totalBytes: 150_000 }))
    expect(seen).toEqual([...once, ...once])
    expect(sent[2]?.bytes).toEqual(large)
  })

  test('is start and end with a fetch of the caller, which may not take a stream', async () => {
    const { client, sent } = createFakeClient(goodResponses())
    const seen: number[] = []
    await client.uploads.file(png, { onProgress: ({ sentBytes }) => seen.push(sentBytes) })
    expect(seen).toEqual([0, 100])
    expect(sent[1]?.bytes).toEqual(png)
  })

  test('is start and end on Deno and in Workers, where a stream would be sent without its length', async () => {
    const { client, sent } = withSystemFetch(goodResponses())
    vi.stubGlobal('Deno', {})
    const seen: number[] = []
    await client.uploads.file(png, { onProgress: ({ sentBytes }) => seen.push(sentBytes) })
    expect(seen).toEqual([0, 100])
    expect(sent[1]?.headers.has('content-length')).toBe(false)
  })

  test('does not change what goes over the wire: the length is announced, nothing is chunked', async () => {
    const received: IncomingHttpHeaders[] = []
    const server = createServer((request, response) => {
      received.push(request.headers)
      request.resume().on('end', () => response.end())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const place = json({
      id: 'asset-1',
      uploadUrl: `http://127.0.0.1:${address.port}/put`,
      method: 'PUT',
      expiresAt: '2026-01-01T00:15:00.000Z',
    })
    const responses = [place, verdict('READY')]
    const client = new Mediagen({
      baseUrl: 'https://media.test',
    })
    const { fetch } = globalThis
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      return init.method === 'PUT' ? fetch(url, init) : (responses.shift() ?? Response.error())
    })
    try {
      await client.uploads.file(pngOf(100, 100, 150_000), { onProgress: () => undefined })
    } finally {
      vi.unstubAllGlobals()
      server.close()
      server.closeAllConnections()
    }
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ 'content-length': '150000', 'content-type': 'image/png' })
    expect(received[0]).not.toHaveProperty('transfer-encoding')
  })
})

describe('a transformation of a file', () => {
  test.each(['images', 'videos'] as const)('of %s uploads it and names the upload', async (kind) => {
    const known = json({ effects: [{ id: 'oil', surface: kind === 'images' ? 'image' : 'video' }] })
    const { client, sent } = createFakeClient([known, ...goodResponses(), accepted()])
    await client[kind].transform({ file: png, effectId: 'oil' })
    expect(sent.at(-1)).toMatchObject({
      path: `/api/v1/${kind}/transformations`,
      json: { assetId: 'asset-1', effectId: 'oil' },
    })
    expect(sent.at(-1)?.json).not.toHaveProperty('file')
  })

  test('uploads it once, however often the generation has to be sent', async () => {
    const { client, sent } = createFakeClient([...goodResponses(), brokenConnection(), accepted()])
    await client.images.transform({ file: png, prompt: 'more light' })
    expect(sent.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  })

  test('is not sent where the file is rejected', async () => {
    const { client, sent } = createFakeClient([])
    await expect(client.images.transform({ file: sized(10), prompt: 'x' })).rejects.toThrow(
      UploadRejectedError,
    )
    expect(sent).toEqual([])
  })

  test('with an effect that is unknown, or of the other surface, is rejected before the upload', async () => {
    const effects = json({ effects: [{ id: 'oil', surface: 'image' }] })
    const { client, sent } = createFakeClient([effects])
    const unknown = client.images.transform({ file: png, effectId: 'water' })
    await expect(unknown).rejects.toMatchObject({ name: 'EffectNotUsableError', code: 'EFFECT_NOT_USABLE' })
    const other = client.videos.transform({ file: png, effectId: 'oil' })
    await expect(other).rejects.toThrow('There is no effect "oil" for videos')
    expect(sent.map(({ path }) => path)).toEqual(['/api/v1/effects'])
  })

  test('is left to the service where the effects cannot be read', async () => {
    const { client } = createFakeClient([errorResponse(400, 'ANY'), ...goodResponses(), accepted()])
    const generation = await client.images.transform({ file: png, effectId: 'oil' })
    expect(generation.id).toBe('task-1')
  })
})

describe('uploads at a time', () => {
  test('are four at most, and one that waits for its turn can be aborted at once', async () => {
    let running = 0
    let mostAtOnce = 0
    let isHeld = true
    const { client } = createFakeClient([], {
      async fetch(url, { method }) {
        if (method === 'POST') return url.endsWith('/complete') ? verdict('READY') : reserved()
        running += 1
        mostAtOnce = Math.max(mostAtOnce, running)
        do await new Promise((resolve) => setImmediate(resolve))
        while (isHeld)
        running -= 1
        return arrived()
      },
    })
    const controller = new AbortController()
    const start = (signal?: AbortSignal) => client.uploads.file(new Blob([png]), { reuse: false, signal })
    const calls = Array.from({ length: 9 }, () => start())
    const left = start(controller.signal)
    await until(() => running === 4)
    const reason = new Error('the person left')
    controller.abort(reason)
    await expect(left).rejects.toBe(reason)
    isHeld = false
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 'READY'))
    expect(mostAtOnce).toBe(4)
  })

  test('do not wait for a stream that says nothing', async () => {
    const { client } = createFakeClient(goodResponses())
    const controller = new AbortController()
    const { signal } = controller
    const silent = () => new ReadableStream<Uint8Array>({ pull: () => new Promise(() => undefined) })
    const waiting = Array.from({ length: 8 }, () =>
      client.uploads.file(silent(), { signal }).catch(() => 'left'),
    )
    await expect(client.uploads.file(png)).resolves.toMatchObject({ status: 'READY' })
    controller.abort()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['left']))
  })
})

describe('a transfer that is slow', () => {
  test('has its time again with every piece that is sent, however long all of them take', async () => {
    const large = pngOf(100, 100, 200_000)
    const put = async (_: string, init: RequestInit) => {
      if (!(init.body instanceof ReadableStream)) throw new Error('no stream was sent')
      const reader: ReadableStreamDefaultReader<Uint8Array> = init.body.getReader()
      // Three pieces and a rest, each after 100 of the 120 seconds.
      for (let part = await reader.read(); !part.done; part = await reader.read()) fake.clock.advance(100_000)
      return arrived()
    }
    const responses = [reserved(), verdict('READY')]
    const fake = createFakeClient([], { fetch: undefined })
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      return init.method === 'PUT' ? put(url, init) : Promise.resolve(responses.shift())
    })
    onTestFinished(() => void vi.unstubAllGlobals())
    await expect(fake.client.uploads.file(large)).resolves.toMatchObject({ status: 'READY' })
  })

  test('has longer for more bytes where nothing tells that they move', async () => {
    const silence = () => new Promise<Response>(() => undefined)
    const { client, clock, sent } = createFakeClient([reserved(), silence, arrived(), verdict('READY')])
    const pending = client.uploads.file(sized(3_200_000))
    await until(() => sent.length === 2)
    const startedAtMs = clock.now()
    clock.strike()
    expect(clock.now() - startedAtMs).toBe(220_000)
    await pending
  })
})

function image(head: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(100)
  bytes.set(head)
  return bytes
}

/** A PNG by its first 24 bytes. */
function pngOf(width: number, height: number, size = 100): Uint8Array<ArrayBuffer> {
  const bytes = sized(size)
  bytes.set(text('IHDR'), 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return bytes
}

/** A JPEG with an APP0 segment and padding before its frame. */
function jpegOf(width: number, height: number): Uint8Array<ArrayBuffer> {
  const sides = [height >> 8, height & 255, width >> 8, width & 255]
  return image([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc0, 0, 11, 8, ...sides])
}

/** The rest of the header of an extended WebP, from byte 16 up to its sides. */
function wide(place: number, width: number, height: number): number[] {
  const side = (px: number) => [(px - 1) & 255, (px - 1) >> 8, 0]
  return [...new Array<number>(place - 16).fill(0), ...side(width), ...side(height)]
}

/** A lossless WebP of one colour, in the 28 bytes that no image undercuts. */
function tinyWebp(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(28)
  bytes.set([...text('RIFF'), 20, 0, 0, 0, ...text('WEBPVP8L'), 8, 0, 0, 0, 0x2f])
  new DataView(bytes.buffer).setUint32(21, (width - 1) | ((height - 1) << 14), true)
  bytes.set([0x88, 0x88, 0x08], 25)
  return bytes
}

function sized(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  bytes.set(png.subarray(0, Math.min(8, size)))
  return bytes
}

function text(characters: string): number[] {
  return [...new TextEncoder().encode(characters)]
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-sdk-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
