import { gzipSync } from 'node:zlib'
import { limits } from '@mediagen/contract/limits'
import { describe, expect, test } from 'vitest'
import { sendRaw } from '../support/raw-request.ts'
import type { TestAccount } from '../support/service.ts'
import { accountsOfFile, serviceOfFile } from './support/contract-service.ts'
import { type GenerationId, requestPaths, smallestBody } from './support/specification.ts'

const service = serviceOfFile()
const anAccount = accountsOfFile(service)
const path = requestPaths.generateImage

/** Sends bytes as a body and asserts that nothing was reserved unless they were accepted. */
async function send(
  body: string | Uint8Array,
  options: { type?: string | null; headers?: [string, string][]; path?: string; account?: TestAccount } = {},
): Promise<string> {
  const account = options.account ?? (await anAccount())
  const before = await account.money()
  const type = options.type === undefined ? 'application/json' : options.type
  const response = await sendRaw(service().baseUrl, {
    method: 'POST',
    path: options.path ?? path,
    headers: [
      ['Authorization', `Bearer ${account.apiKey}`],
      ...(type === null ? [] : ([['Content-Type', type]] as const)),
      ...(options.headers ?? []),
    ],
    body,
  })
  if (response.status === 200) return '200'
  expect(await account.money()).toEqual(before)
  return `${response.status} ${response.body.code}`
}

/** A valid body of exactly this many bytes. */
function bodyOf(fields: Record<string, unknown>, sizeBytes: number): string {
  const rest = sizeBytes - JSON.stringify({ ...fields, filler: '' }).length
  return JSON.stringify({ ...fields, filler: 'x'.repeat(rest) })
}

describe('the size of a body', () => {
  const operations = Object.keys(requestPaths) as (GenerationId | 'createUpload')[]

  test('is limited to 64 KB', () => {
    expect(limits.requestBodyBytesMax).toBe(64 * 1024)
  })

  test.each(operations)(
    '%s: a body of 65536 bytes is read, one more is rejected with 413',
    async (operation) => {
      const account = await anAccount()
      const fields = smallestBody(operation, account.assetId)
      const options = { account, path: requestPaths[operation] }
      expect(await send(bodyOf(fields, 65_536), options)).toBe('200')
      expect(await send(bodyOf(fields, 65_537), options)).toBe('413 PAYLOAD_TOO_LARGE')
    },
  )

  test('is counted in bytes, not in characters', async () => {
    const prompt = '🦊'.repeat(20_000)
    expect(await send(JSON.stringify({ prompt: 'a', filler: prompt }))).toBe('413 PAYLOAD_TOO_LARGE')
  })

  test('of completing an upload is limited as well', async () => {
    const account = await anAccount()
    const address = `/api/v1/uploads/${account.assetId}/complete`
    expect(await send(bodyOf({}, 65_536), { account, path: address })).toBe('200')
    expect(await send(bodyOf({}, 65_537), { account, path: address })).toBe('413 PAYLOAD_TOO_LARGE')
  })

  test('is limited even if it was not announced', async () => {
    const chunk = 'x'.repeat(70_000)
    const chunked = `${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`
    const headers: [string, string][] = [
      ['Transfer-Encoding', 'chunked'],
      ['Content-Length', ''],
    ]
    const account = await anAccount()
    const response = await service().fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${account.apiKey}`, 'Content-Type': 'application/json' },
      body: new Blob([chunk]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    // Announced in two ways at once, it is not valid HTTP.
    expect(await send(chunked, { account, headers })).toBe('400 INVALID_REQUEST')
  })
})

describe('a body that is not a JSON object', () => {
  test.each([
    '[]',
    '[{"prompt":"a"}]',
    '"prompt"',
    'null',
    'true',
    '7',
    '',
    ' ',
    '{',
    '{"prompt":"a"',
    '{"prompt":"a",}',
    "{'prompt':'a'}",
    '{prompt:"a"}',
    '{"prompt":"a"}{"prompt":"b"}',
    '{"prompt":NaN}',
    '{"prompt":"a\nb"}',
    '/* comment */ {"prompt":"a"}',
    '\u0000{"prompt":"a"}',
    '{"prompt":"a"}\u0000',
    'prompt=a',
    '<prompt>a</prompt>',
  ])('is rejected with 400 INVALID_JSON: %j', async (body) => {
    expect(await send(body)).toBe('400 INVALID_JSON')
  })

  test('is rejected if it is not UTF-8, or begins with a UTF-16 byte order mark', async () => {
    expect(await send(Buffer.from('{"prompt":"\xff"}', 'latin1'))).toBe('400 INVALID_JSON')
    expect(await send(Buffer.from('\ufeff{"prompt":"a"}', 'utf16le'))).toBe('400 INVALID_JSON')
  })
})

describe('odd bodies that are nevertheless JSON objects', () => {
  test('a null character in a prompt is rejected by validation', async () => {
    expect(await send('{"prompt":"a\\u0000b"}')).toBe('400 INVALID_REQUEST')
  })

  test('lone surrogates in a prompt are rejected by validation', async () => {
    expect(await send('{"prompt":"\\ud83e"}')).toBe('400 INVALID_REQUEST')
  })

  test('deep nesting in an unknown field is ignored', async () => {
    expect(await send(`{"prompt":"a","deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)).toBe('200')
  })

  test('thirty thousand unknown fields are ignored', async () => {
    const fields = Array.from({ length: 5_000 }, (_, index) => `"f${index}":0`).join(',')
    expect(await send(`{"prompt":"a",${fields}}`)).toBe('200')
  })

  test('the last of two equal fields counts, as in JSON.parse', async () => {
    expect(await send('{"prompt":"","prompt":"a"}')).toBe('200')
    expect(await send('{"prompt":"a","prompt":""}')).toBe('400 INVALID_REQUEST')
  })

  test('a number too large for a double is not a duration', async () => {
    const address = requestPaths.generateVideo
    for (const number of ['1e999', '5e-324', '99999999999999999999', '-0', '4.0000000001'])
      expect(await send(`{"prompt":"a","durationSeconds":${number}}`, { path: address })).toBe(
        '400 INVALID_REQUEST',
      )
    expect(await send('{"prompt":"a","durationSeconds":5.0}', { path: address })).toBe('200')
  })

  test('fields named like members of every object are unknown fields', async () => {
    const body = '{"prompt":"a","__proto__":{"resolution":"4k"},"constructor":{},"hasOwnProperty":1}'
    const account = await service().createAccount('0.02')
    expect(await send(body, { account })).toBe('200')
  })
})

describe('the type of a body', () => {
  test.each(['application/json', 'Application/JSON; Charset=UTF-8', 'application/json;charset="utf-8"'])(
    '%s is taken',
    async (type) => {
      expect(await send('{"prompt":"a"}', { type })).toBe('200')
    },
  )

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/jsonp',
    'json',
    '',
    null,
  ])('%s is rejected with 415', async (type) => {
    expect(await send('{"prompt":"a"}', { type })).toBe('415 UNSUPPORTED_MEDIA_TYPE')
  })

  test('a compressed body is rejected with 415', async () => {
    const headers: [string, string][] = [['Content-Encoding', 'gzip']]
    expect(await send(gzipSync('{"prompt":"a"}'), { headers })).toBe('415 UNSUPPORTED_MEDIA_TYPE')
  })

  test('its size is checked before its type', async () => {
    expect(await send('x'.repeat(65_537), { type: 'text/plain' })).toBe('413 PAYLOAD_TOO_LARGE')
  })
})

describe('an operation without a body', () => {
  test('cancelling ignores a body', async () => {
    const account = await anAccount()
    for (const body of ['{}', 'not json', '[1]', 'x'.repeat(100_000)]) {
      const { id } = (await account.call('POST', path, { prompt: 'a' })).body
      expect(await send(body, { account, path: `/api/v1/tasks/${id}/cancel`, type: 'text/plain' })).toBe(
        '200',
      )
    }
  })

  test('reads ignore a body as well', async () => {
    const account = await anAccount()
    const response = await sendRaw(service().baseUrl, {
      method: 'GET',
      path: '/api/v1/me',
      headers: [['Authorization', `Bearer ${account.apiKey}`]],
      body: '[[[',
    })
    expect(response.status).toBe(200)
  })
})
