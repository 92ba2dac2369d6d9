import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { limits } from '@mediagen/contract/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallOptions, errorOf, goodKey, startTestHttp, type TestHttp } from '../support/test-http.ts'

let service: TestHttp
beforeAll(async () => {
  service = await startTestHttp()
})
afterAll(() => service.close())

const path = '/api/v1/images/generations'
const asJson = { 'Content-Type': 'application/json' }
const post = (options: CallOptions) => service.call(path, { method: 'POST', headers: asJson, ...options })

async function codeOf(response: Response): Promise<string> {
  const body = await errorOf(response)
  expect(body.status).toBe(response.status)
  expect(body.requestId).toBe(response.headers.get('X-Request-Id'))
  return `${body.status} ${body.code}`
}

function jsonOfBytes(sizeBytes: number): string {
  const empty = JSON.stringify({ prompt: 'a', filler: '' })
  return JSON.stringify({ prompt: 'a', filler: 'x'.repeat(sizeBytes - empty.length) })
}

function streamOf(text: string): ReadableStream {
  return new Blob([text]).stream()
}

describe('the size of a body', () => {
  test('may be 64 KB and not a byte more', async () => {
    expect((await post({ body: jsonOfBytes(limits.requestBodyBytesMax) })).status).toBe(200)
    expect(await codeOf(await post({ body: jsonOfBytes(limits.requestBodyBytesMax + 1) }))).toBe(
      '413 PAYLOAD_TOO_LARGE',
    )
  })

  test('is limited for chunked bodies as well, which do not tell their size', async () => {
    expect((await post({ body: streamOf(jsonOfBytes(limits.requestBodyBytesMax)) })).status).toBe(200)
    const tooLarge = await post({ body: streamOf(jsonOfBytes(limits.requestBodyBytesMax + 1)) })
    expect(await codeOf(tooLarge)).toBe('413 PAYLOAD_TOO_LARGE')
  })

  test('comes before the type: a large body of a wrong type is too large', async () => {
    const response = await post({
      body: 'x'.repeat(limits.requestBodyBytesMax + 1),
      headers: { 'Content-Type': 'text/plain' },
    })
    expect(await codeOf(response)).toBe('413 PAYLOAD_TOO_LARGE')
  })
})

describe('the type of a body', () => {
  test.each([
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'application/json-patch+json',
    'json',
  ])('%s is refused', async (type) => {
    expect(await codeOf(await post({ body: '{"prompt":"a"}', headers: { 'Content-Type': type } }))).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    )
  })

  test('must be given', async () => {
    const body = new TextEncoder().encode('{"prompt":"a"}')
    expect(await codeOf(await post({ body, headers: {} }))).toBe('415 UNSUPPORTED_MEDIA_TYPE')
  })

  test.each([
    'application/json',
    'APPLICATION/JSON',
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
  ])('%s is taken', async (type) => {
    expect((await post({ body: '{"prompt":"a"}', headers: { 'Content-Type': type } })).status).toBe(200)
  })

  test('has no other charset than UTF-8', async () => {
    const headers = { 'Content-Type': 'application/json; charset=utf-16' }
    expect(await codeOf(await post({ body: '{"prompt":"a"}', headers }))).toBe('415 UNSUPPORTED_MEDIA_TYPE')
  })

  test('is not compressed', async () => {
    const body = new Uint8Array(gzipSync('{"prompt":"a"}'))
    const headers = { ...asJson, 'Content-Encoding': 'gzip' }
    expect(await codeOf(await post({ body, headers }))).toBe('415 UNSUPPORTED_MEDIA_TYPE')
  })
})

describe('the content of a body', () => {
  test.each([
    '[]',
    '"text"',
    'null',
    '5',
    'true',
    '{',
    '{"prompt":',
    "{'prompt':'a'}",
    '{"prompt":"a"}}',
    '[[[[',
  ])('%s is no JSON object', async (body) => {
    expect(await codeOf(await post({ body }))).toBe('400 INVALID_JSON')
  })

  test('is text in UTF-8', async () => {
    const body = new Uint8Array([...Buffer.from('{"prompt":"'), 0xc3, 0x28, ...Buffer.from('"}')])
    expect(await codeOf(await post({ body }))).toBe('400 INVALID_JSON')
  })

  test('may be nested as deeply as fits', async () => {
    const body = `{"prompt":"a","deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`
    expect((await post({ body })).status).toBe(200)
  })

  test('must be there where the contract demands a body', async () => {
    expect(await codeOf(await post({}))).toBe('400 INVALID_JSON')
    expect(await codeOf(await post({ headers: {} }))).toBe('400 INVALID_JSON')
    expect(await codeOf(await post({ body: streamOf('') }))).toBe('400 INVALID_JSON')
  })
})

describe('completing an upload', () => {
  const complete = (options: CallOptions) =>
    service.call('/api/v1/uploads/u1/complete', { method: 'POST', ...options })

  test('takes an empty object, no body at all, or a body whose fields it ignores', async () => {
    const responses = [
      complete({ json: {} }),
      complete({}),
      complete({ json: { force: true } }),
      complete({ body: streamOf('') }),
    ]
    for (const response of await Promise.all(responses)) expect(response.status).toBe(200)
    expect(service.calls.at(-1)).toEqual(['completeUpload', 'account-1', 'u1'])
  })

  test('refuses what is no JSON object', async () => {
    expect(await codeOf(await complete({ json: [] }))).toBe('400 INVALID_JSON')
    expect(await codeOf(await complete({ body: '{}', headers: { 'Content-Type': 'text/plain' } }))).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    )
  })
})

describe('an operation without a body', () => {
  test('ignores one', async () => {
    const response = await service.call('/api/v1/tasks/t1/cancel', { method: 'POST', body: '<not json>' })
    expect(response.status).toBe(200)
    const head = `GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${goodKey}\r\nConnection: close\r\n`
    expect(await service.raw(`${head}Content-Length: 3\r\n\r\n[[[`)).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a client that leaves in the middle of its body', () => {
  test('is no error, and the service goes on', async () => {
    const errorsBefore = service.logged.filter(({ level }) => level !== 'info').length
    const logged = service.logged.length
    await new Promise<void>((resolve) => {
      const socket = connect(service.port, '127.0.0.1', () => {
        const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${goodKey}\r\n`
        socket.write(`${head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"prompt":`, () =>
          socket.destroy(),
        )
      })
      socket.once('close', () => resolve())
    })
    await expect.poll(() => service.logged.length).toBe(logged + 1)
    expect(service.logged.at(-1)?.fields).toMatchObject({ operation: 'generateImage', aborted: true })
    expect(service.logged.filter(({ level }) => level !== 'info').length).toBe(errorsBefore)
    expect((await post({ json: { prompt: 'a' } })).status).toBe(200)
  })
})
