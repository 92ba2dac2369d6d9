import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ConnectionError, type FinishedTask, InvalidResponseError, Mediagen } from '../src/index.js'
import {
  bytes,
  finish,
  gone,
  loginPage,
  part,
  readAll,
  renewed,
  sizeless,
  torn,
} from './support/downloads.js'
import { taskIn } from './support/fake-client.js'
import type { FakeResponse } from './support/fake-fetch.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-sdk-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The three ways by which bytes leave the SDK. */
const ways = [
  ['download', (task: FinishedTask) => task.download()],
  [
    'saveTo',
    async (task: FinishedTask) => new Uint8Array(await readFile(await task.saveTo(join(folder, 'out.png')))),
  ],
  ['stream', async (task: FinishedTask) => readAll(await task.stream())],
] as const
/** Those that can discard what came so far. */
const discarding = ways.slice(0, 2)

/** Other bytes, of the length of the result. */
const other = new Uint8Array([7, 8, 9])
const picture = { 'content-type': 'image/png' }
const otherPicture = () => new Response(other, { headers: picture })

/** What comes in place of the rest, and is not proved to be it. */
const foreign: readonly (readonly [string, () => Response])[] = [
  ['a login page', loginPage],
  ['a picture without an ETag', otherPicture],
  ['a picture with a weak ETag', () => part([7, 8, 9], { etag: 'W/"one"', ...picture }, 200)],
  ['a picture of another size', () => part([7, 8, 9, 9], { 'content-length': '4', ...picture }, 200)],
  ['a page with the status of a part', () => part([8, 9], { 'content-type': 'text/html; charset=utf-8' })],
  ['a part without an ETag', () => without('etag', part([8, 9]))],
  ['a part that begins later', () => part([9], { 'content-range': 'bytes 2-2/3' })],
  ['a part of a longer file', () => part([8, 9], { 'content-range': 'bytes 1-2/4' })],
  ['a part that says nothing of its place', () => without('content-range', part([8, 9]))],
  ['a part whose place makes no sense', () => part([8, 9], { 'content-range': 'bytes one-two/3' })],
  ['a part of a compressed body', () => part([8, 9], { 'content-encoding': 'gzip' })],
  ['a body that a proxy has changed', () => part([7, 8, 9], picture, 203)],
  ['no content', () => new Response(null, { status: 204 })],
]

function without(name: string, response: Response): Response {
  response.headers.delete(name)
  return response
}

describe.each(ways)('%s()', (_, read) => {
  test.each(foreign)('uses no byte of %s that comes instead of the rest', async (_what, response) => {
    const { task, sent } = await finish([torn([1]), response(), response(), part([2, 3])])
    await expect(read(task)).resolves.toEqual(bytes)
    const ranges = sent.slice(1).map(({ headers }) => headers.get('range'))
    expect(ranges).toEqual([null, 'bytes=1-', 'bytes=1-', 'bytes=1-'])
  })

  test.each(foreign)('ends in a typed error where nothing but %s comes', async (_what, response) => {
    const { task, unused } = await finish([torn([1]), ...Array.from({ length: 4 }, response)])
    const error = await read(task).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InvalidResponseError)
    expect(error).toMatchObject({ taskId: 'task-1', status: response().status, retryable: true })
    expect(`${error}`).not.toContain('signature')
    expect(unused()).toBe(0)
    expect(await readdir(folder)).toEqual([])
  })

  test('uses no byte of a page that comes first', async () => {
    const { task, sent } = await finish([loginPage(), part([1, 2, 3], picture, 200)])
    await expect(read(task)).resolves.toEqual(bytes)
    expect(sent.at(-1)?.headers.has('range')).toBe(false)
    await rm(join(folder, 'out.png'), { force: true })
    const pages = await finish(Array.from({ length: 5 }, loginPage))
    await expect(read(pages.task)).rejects.toThrow(InvalidResponseError)
    expect(await readdir(folder)).toEqual([])
  })

  test('uses no byte of a first response whose length is not that of the result', async () => {
    const long = () => part([7, 8, 9, 9], { 'content-length': '4' }, 200)
    const { task } = await finish([long(), part([1, 2, 3], {}, 200)])
    await expect(read(task)).resolves.toEqual(bytes)
  })

  test('goes on with the same file under a renewed link, and not with another one', async () => {
    const { task } = await finish([torn([1]), gone(), renewed(), otherPicture(), part([2, 3])])
    await expect(read(task)).resolves.toEqual(bytes)
  })

  test('finds a size that only the storage knows', async () => {
    const first = torn([1], { etag: '"one"', 'content-length': '3' })
    const { task } = await finish(
      [first, part([2], { 'content-range': 'bytes 1-1/3' }), part([3])],
      sizeless(),
    )
    await expect(read(task)).resolves.toEqual(bytes)
  })
})

describe.each(discarding)('%s() starts over', (_, read) => {
  test.each([
    ['there is no ETag', {}],
    ['the ETag is weak', { etag: 'W/"one"' }],
    ['the ETag is that of a compressed body', { etag: '"one"', 'content-encoding': 'gzip' }],
  ])('where %s to prove that a rest belongs', async (_what, headers) => {
    const { task, sent } = await finish([torn([7, 8], headers), part([1, 2, 3], {}, 200)])
    await expect(read(task)).resolves.toEqual(bytes)
    expect(sent.slice(1).map(({ headers: asked }) => asked.get('range'))).toEqual([null, null])
  })

  test.each([
    ['a part', () => part([8, 9], { etag: '"two"' })],
    ['the whole', () => part([7, 8, 9], { etag: '"two"' }, 200)],
  ])('where %s of another version comes', async (_what, response) => {
    const { task, sent } = await finish([torn([1]), response(), part([7, 8, 9], { etag: '"two"' }, 200)])
    await expect(read(task)).resolves.toEqual(other)
    expect(sent.at(-1)?.headers.has('range')).toBe(false)
  })

  test('and leaves nothing of what came before, even if that was longer', async () => {
    const { task } = await finish([torn([7, 8], {}), new Response(new Uint8Array([1]))], sizeless())
    await expect(read(task)).resolves.toEqual(new Uint8Array([1]))
  })

  test('no more often than there are retries', async () => {
    const { task, unused } = await finish(Array.from({ length: 5 }, () => torn([7, 8], {})))
    await expect(read(task)).rejects.toThrow(ConnectionError)
    expect(unused()).toBe(0)
  })
})

describe('a stream, whose bytes cannot be taken back,', () => {
  test('ends in an error where nothing proves that a rest belongs, without asking for one', async () => {
    const { task, sent } = await finish([torn([1], {})])
    const reader = (await task.stream()).getReader()
    await expect(reader.read()).resolves.toMatchObject({ value: bytes.subarray(0, 1) })
    await expect(reader.read()).rejects.toMatchObject({ name: 'ConnectionError', taskId: 'task-1' })
    expect(sent).toHaveLength(2)
  })

  test('is not continued with another version', async () => {
    const responses: FakeResponse[] = Array.from({ length: 4 }, () => part([8, 9], { etag: '"two"' }))
    const { task } = await finish([torn([1]), ...responses])
    const reader = (await task.stream()).getReader()
    await expect(reader.read()).resolves.toMatchObject({ value: bytes.subarray(0, 1) })
    await expect(reader.read()).rejects.toThrow(InvalidResponseError)
  })
})

test('a page compares the ETag of another origin itself, for which it needs no permission', async () => {
  vi.stubGlobal('location', { origin: 'https://app.test' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { task, sent } = await finish([torn([1]), otherPicture(), part([2, 3])])
  await expect(task.download()).resolves.toEqual(bytes)
  expect(Object.fromEntries(sent.at(-1)?.headers ?? [])).toEqual({ range: 'bytes=1-' })
})

describe('over a connection that breaks at byte 20,000', () => {
  const size = 60_000
  const original = Uint8Array.from({ length: size }, (_, index) => (index * 7) % 251)
  const page = Buffer.alloc(size, '<p>Log in</p>')
  const breakAt = 20_000

  /** Sends some bytes of a body that is announced whole, then cuts the connection. */
  function cut(response: ServerResponse, status: number, headers: Record<string, string>, sent: Uint8Array) {
    response.writeHead(status, headers)
    response.write(sent, () => response.destroy())
  }

  async function download(read: (task: FinishedTask) => Promise<Uint8Array>) {
    const ranges: (string | undefined)[] = []
    const server = createServer((request, response) => {
      ranges.push(request.headers.range)
      const headers = { etag: '"one"', 'content-type': 'image/png' }
      const rest = {
        'content-range': `bytes ${breakAt}-${size - 1}/${size}`,
        'content-length': `${size - breakAt}`,
      }
      if (ranges.length === 1) {
        return cut(response, 200, { ...headers, 'content-length': `${size}` }, original.subarray(0, breakAt))
      }
      // The page breaks off as well, at first behind what is there already.
      const type = { 'content-type': ranges.length === 2 ? 'text/html' : 'image/png' }
      if (ranges.length <= 3) {
        return cut(response, 200, { ...type, 'content-length': `${size}` }, page.subarray(0, 2 * breakAt))
      }
      response.writeHead(206, { ...headers, ...rest }).end(original.subarray(breakAt))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('no port')
    const url = `http://127.0.0.1:${address.port}/out?signature=one`
    const image = { url, contentType: 'image/png', sizeBytes: size }
    const task = taskIn('SUCCEEDED', { output: { images: [image] } })
    const client = new Mediagen({
      apiKey: 'any',
      random: () => 0,
      fetch: (asked, init) => (asked === url ? fetch(asked, init) : Promise.resolve(Response.json(task))),
    })
    return { result: await read(await client.tasks.wait('task-1')), ranges }
  }

  test.each(ways)('%s() gives its own bytes and none of the page', async (_, read) => {
    const { result, ranges } = await download(read)
    expect(Buffer.compare(result, original)).toBe(0)
    expect(ranges).toEqual([undefined, 'bytes=20000-', 'bytes=20000-', 'bytes=20000-'])
  })
})
