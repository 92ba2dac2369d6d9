import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { onePixelPng } from '../support/fake-provider.ts'
import { exchange } from '../support/raw-exchange.ts'
import { openServiceOfFile } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage, pollTask } from './support/tasks.ts'

const service = await openServiceOfFile({ environment: { PROVENANCE_MARKS: 'off' } })
const account = await service.createAccount('100.00')

const reserve = async (): Promise<{ id: string; uploadUrl: string }> =>
  (await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })).body
const put = (url: string, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': 'image/png', ...headers },
    body: Buffer.from(pngOf(40, 30)),
  })

async function finishedImage(): Promise<string> {
  const id = await acceptImage(account)
  await service.runQueue()
  return (await pollTask(account, id)).output.images[0].url
}

/** A gallery file and a stored result. */
const files: readonly [string, () => Promise<string>][] = [
  ['a stored result', finishedImage],
  [
    'a gallery file',
    async () => {
      const { examples } = (await (await fetch(`${service.baseUrl}/api/v1/examples`)).json()) as {
        examples: { output: { assetId: string } }[]
      }
      return `${service.baseUrl}/gallery/files/${examples[0]?.output.assetId}`
    },
  ],
]

/** Each value in a separate line, because fetch() would join them. */
async function statusOfLines(url: string, headers: Record<string, string[]>): Promise<number | undefined> {
  const [response] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** `Sunday, 06-Nov-94 08:49:37 GMT` */
function rfc850Of(date: Date): string {
  const [, day, month, year, clock] = date.toUTCString().split(' ')
  return `${weekdays[date.getUTCDay()]}, ${day}-${month}-${year?.slice(2)} ${clock} GMT`
}
describe.each(files)('the conditions of a request for %s', (_name, urlOf) => {
  let url: string
  let etag: string
  let lastModified: string
  beforeAll(async () => {
    url = await urlOf()
    const { headers } = await fetch(url)
    etag = headers.get('ETag') ?? ''
    lastModified = headers.get('Last-Modified') ?? ''
  })
  const statusOf = async (headers: Record<string, string>, method = 'GET') => {
    const response = await fetch(url, { method, headers })
    await response.arrayBuffer()
    return response.status
  }

  test('use a strong validator', () => {
    expect(etag).toMatch(/^"[\w-]{20,}"$/)
    expect(Date.parse(lastModified)).toBeLessThanOrEqual(Date.now())
  })

  test.each(['GET', 'HEAD'])('are met as RFC 9110 says, with %s', async (method) => {
    const earlier = new Date(Date.parse(lastModified) - 1000).toUTCString()
    const expected: [Record<string, string>, number][] = [
      [{ 'If-Match': etag }, 200],
      [{ 'If-Match': '*' }, 200],
      [{ 'If-Match': `"other", ${etag}` }, 200],
      [{ 'If-Match': '"other"' }, 412],
      [{ 'If-Match': 'nonsense' }, 412],
      [{ 'If-None-Match': etag }, 304],
      [{ 'If-None-Match': `W/${etag}` }, 304],
      [{ 'If-None-Match': '*' }, 304],
      [{ 'If-None-Match': '"other"' }, 200],
      [{ 'If-Modified-Since': lastModified }, 304],
      [{ 'If-Modified-Since': earlier }, 200],
      [{ 'If-Modified-Since': 'yesterday' }, 200],
      [{ 'If-Unmodified-Since': lastModified }, 200],
      [{ 'If-Unmodified-Since': earlier }, 412],
      // Tags are more exact than times, so they win.
      [{ 'If-Match': etag, 'If-Unmodified-Since': earlier }, 200],
      [{ 'If-None-Match': '"other"', 'If-Modified-Since': lastModified }, 200],
    ]
    for (const [headers, status] of expected)
      expect([headers, await statusOf(headers, method)]).toEqual([headers, status])
  })

  test.each(['GET', 'HEAD'])('read a tag as everything between its quotes, with %s', async (method) => {
    const opaque = etag.slice(1, -1)
    const expected: [Record<string, string>, number][] = [
      [{ 'If-None-Match': `"W/${opaque}"` }, 200],
      [{ 'If-None-Match': `"x,${opaque}"` }, 200],
      [{ 'If-None-Match': `"x", W/"a,b" ,, ${etag},` }, 304],
      [{ 'If-Match': `"x,y", ${etag}` }, 200],
      [{ 'If-Match': `"W/${opaque}"` }, 412],
    ]
    for (const [headers, status] of expected)
      expect([headers, await statusOf(headers, method)]).toEqual([headers, status])
  })

  test.each(['GET', 'HEAD'])('are not met by a malformed list of tags, with %s', async (method) => {
    const malformed = [`${etag} ${etag}`, `${etag}x`, `x${etag}`, `w/${etag}`, `W/ ${etag}`]
    for (const list of malformed) {
      expect([list, await statusOf({ 'If-None-Match': list }, method)]).toEqual([list, 200])
      expect([list, await statusOf({ 'If-Match': list }, method)]).toEqual([list, 412])
    }
  })

  test('accept the older form of a date', async () => {
    const [exact, earlier] = [0, -1000].map((ms) => rfc850Of(new Date(Date.parse(lastModified) + ms)))
    expect(await statusOf({ 'If-Modified-Since': exact ?? '' })).toBe(304)
    expect(await statusOf({ 'If-Modified-Since': earlier ?? '' })).toBe(200)
    expect(await statusOf({ 'If-Unmodified-Since': exact ?? '' })).toBe(200)
    expect(await statusOf({ 'If-Unmodified-Since': earlier ?? '' })).toBe(412)
  })

  test('are one list of tags on any number of lines', async () => {
    expect(await statusOfLines(url, { 'If-None-Match': ['"x"', etag] })).toBe(304)
    expect(await statusOfLines(url, { 'If-Match': ['"x"', etag] })).toBe(200)
  })

  test('return a part only while If-Range names the same version', async () => {
    const earlier = new Date(Date.parse(lastModified) - 1000)
    const expected: [string, number][] = [
      [etag, 206],
      [lastModified, 206],
      [rfc850Of(new Date(lastModified)), 206],
      ['"other"', 200],
      [earlier.toUTCString(), 200],
    ]
    for (const [ifRange, status] of expected) {
      const headers = { Range: 'bytes=0-3', 'If-Range': ifRange }
      expect([ifRange, await statusOf(headers)]).toEqual([ifRange, status])
      const beyond = { Range: 'bytes=999999999-', 'If-Range': ifRange }
      expect([ifRange, await statusOf(beyond)]).toEqual([ifRange, status === 206 ? 416 : 200])
    }
    expect(await statusOf({ 'If-Range': '"other"' })).toBe(200)
  })

  test('are evaluated before If-Range, and Range last', async () => {
    const range = { Range: 'bytes=999999999-' }
    expect(await statusOf({ ...range, 'If-Match': '"other"' })).toBe(412)
    expect(await statusOf({ ...range, 'If-None-Match': etag })).toBe(304)
    expect(await statusOf({ ...range, 'If-Match': etag, 'If-Range': '"other"' })).toBe(200)
    expect(await statusOf({ ...range, 'If-Match': etag, 'If-Range': etag })).toBe(416)
  })

  test('and ranges: HEAD gets the response without a range', async () => {
    const responseTo = async (headers: Record<string, string>) => {
      const { status, headers: received } = await fetch(url, { method: 'HEAD', headers })
      return [status, received.get('Content-Length'), received.get('Content-Range')]
    }
    const whole = await responseTo({})
    expect(whole).toEqual([200, expect.stringMatching(/^\d+$/), null])
    for (const range of ['bytes=0-3', 'bytes=-1', 'bytes=999999999-'])
      for (const ifRange of [{}, { 'If-Range': etag }, { 'If-Range': '"other"' }])
        expect(await responseTo({ Range: range, ...ifRange })).toEqual(whole)
  })

  test('that fail are reported in JSON with a code and the request id', async () => {
    const response = await fetch(url, { headers: { 'If-Match': '"other"' } })
    expect(response.headers.get('ETag')).toBeNull()
    expect(await response.json()).toEqual({
      status: 412,
      code: 'PRECONDITION_FAILED',
      message: expect.any(String),
      requestId: response.headers.get('X-Request-Id'),
    })
  })
})

describe('a rejected link', () => {
  test.each([
    [undefined, true],
    ['*/*', true],
    ['application/json', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', false],
    ['text/plain', false],
  ])('responds to Accept: %s with JSON: %s', async (accept, isJson) => {
    const url = (await finishedImage()).replace(/signature=./, 'signature=.')
    const response = await fetch(url, { headers: accept === undefined ? {} : { Accept: accept } })
    expect(response.status).toBe(403)
    expect(response.headers.get('Cache-Control')).toBe('no-store')
    expect(response.headers.get('Vary')).toBe('Accept')
    const text = await response.text()
    if (isJson) {
      const requestId = response.headers.get('X-Request-Id')
      expect(JSON.parse(text)).toMatchObject({ status: 403, code: 'LINK_INVALID', requestId })
    } else expect(text).toMatch(/^The signature of the link does not match/)
  })

  test.each([
    [
      'LINK_EXPIRED',
      403,
      async () => {
        const url = await finishedImage()
        service.advance(60 * 60_000)
        return fetch(url)
      },
    ],
    [
      'LINK_CONTENT_TYPE',
      403,
      async () => put((await reserve()).uploadUrl, { 'Content-Type': 'image/jpeg' }),
    ],
    [
      'PARTIAL_UPLOAD',
      400,
      async () => put((await reserve()).uploadUrl, { 'Content-Range': 'bytes 0-9/100' }),
    ],
    [
      'UNSUPPORTED_MEDIA_TYPE',
      415,
      async () => put((await reserve()).uploadUrl, { 'Content-Encoding': 'gzip' }),
    ],
    ['METHOD_NOT_ALLOWED', 405, async () => fetch((await reserve()).uploadUrl, { method: 'DELETE' })],
    [
      'RANGE_NOT_SATISFIABLE',
      416,
      async () => fetch(await finishedImage(), { headers: { Range: 'bytes=999999-' } }),
    ],
    [
      'FILE_NOT_FOUND',
      404,
      async () => {
        const url = await finishedImage()
        const key = new URL(url).pathname.replace('/objects/', '')
        await service.parts.objectStore.delete(key)
        return fetch(url)
      },
    ],
  ] as const)('states the reason: %s', async (code, status, provoke) => {
    const response = await provoke()
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([status, code])
  })
})

describe('a PUT', () => {
  test.each([
    ['If-None-Match', '*', 200, 412],
    ['If-None-Match', '"other"', 200, 200],
    ['If-Match', '*', 412, 200],
    ['If-Match', '"other"', 412, 412],
  ])('with %s: %s gets %i without stored bytes, and %i with them', async (name, value, before, after) => {
    const { uploadUrl, id } = await reserve()
    expect((await put(uploadUrl, { [name]: value })).status).toBe(before)
    if (before === 412) await put(uploadUrl)
    expect((await put(uploadUrl, { [name]: value })).status).toBe(after)
    expect((await account.call('POST', `/api/v1/uploads/${id}/complete`, {})).body.status).toBe('READY')
  })

  /** Sends a PUT without waiting for anything, until the server closes. */
  function putRaw(url: string, headers: readonly string[], body = '') {
    const { pathname, search, port } = new URL(url)
    const lines = [`PUT ${pathname}${search} HTTP/1.1`, 'Host: x', ...headers, '', body]
    const options = { port: Number(port), methods: ['PUT'], waitsForClose: true, timeoutMs: 20_000 }
    return exchange(Buffer.from(lines.join('\r\n')), options)
  }

  test('that will be rejected gets no 100 Continue, and the connection closes', async () => {
    const { uploadUrl } = await reserve()
    for (const [status, header] of [
      [403, 'Content-Type: image/jpeg'],
      [415, 'Content-Type: image/png\r\nContent-Encoding: br'],
      [413, 'Content-Type: image/png\r\nContent-Length: 999999999999'],
    ] as const) {
      const { responses, interim } = await putRaw(uploadUrl, [header, 'Expect: 100-continue'])
      expect(responses).toMatchObject([
        { status, headers: expect.arrayContaining([['Connection', 'close']]) },
      ])
      expect(interim).toBe(0)
    }
  })

  test('whose chunks are broken gets 400 and stores nothing', async () => {
    const { uploadUrl, id } = await reserve()
    const headers = ['Content-Type: image/png', 'Transfer-Encoding: chunked']
    const { responses } = await putRaw(uploadUrl, headers, '4\r\nabcd\r\nZZ\r\n')
    expect(responses).toMatchObject([{ status: 400 }])
    expect(await service.parts.objectStore.head(`uploads/${id}`)).toBeUndefined()
  })
})

test('GET and HEAD of a stored file have the same headers', async () => {
  const url = await finishedImage()
  const [get, head] = [await fetch(url), await fetch(url, { method: 'HEAD' })]
  const headersOf = (response: Response) =>
    [...response.headers].filter(
      ([name]) => !['date', 'x-request-id', 'connection', 'keep-alive'].includes(name),
    )
  expect(headersOf(head)).toEqual(headersOf(get))
  expect(Buffer.from(await get.arrayBuffer()).equals(onePixelPng)).toBe(true)
})
