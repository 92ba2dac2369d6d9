import { readdir } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SignedLink } from '../../server/src/core/ports/signed-files.ts'
import { signLink } from '../../server/src/storage/folder-store/signed-link.ts'
import { pngOf } from '../integration/support/images.ts'
import { exchange, headerOf, type WireResponse } from '../support/raw-exchange.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { type HostileRequest, toBytes } from './support/hostile-request.ts'
import { judgeExchange } from './support/judge.ts'
import { signingSecret } from './support/world.ts'

/** Fewer than may wait on one connection. */
const requestsPerConnection = 8

/** Targets of links to results of two accounts, and to an upload that has no bytes yet. */
let own: string
let others: string
let upload: { id: string; target: string }
const bytesOf = {
  own: Buffer.from('the bytes of the own result'),
  others: Buffer.from('the bytes of the other account'),
}
const uploaded = pngOf(40, 30)

const service = await openServiceOfFile()
beforeAll(async () => {
  const [account, other] = [await service.createAccount(), await service.createAccount()]
  own = await resultOf(account, bytesOf.own)
  others = await resultOf(other, bytesOf.others)
  const { body } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
  upload = { id: body.id, target: targetOf(body.uploadUrl) }
})

async function resultOf(account: TestAccount, bytes: Uint8Array): Promise<string> {
  service.provider.mockPoll({ kind: 'succeeded', outputs: [{ contentType: 'image/png', bytes }] })
  const { body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a lighthouse' })
  await service.runQueue()
  const task = await account.call('GET', `/api/v1/tasks/${body.id}`)
  return targetOf(task.body.output.images[0].url)
}

const targetOf = (url: string) => new URL(url).pathname + new URL(url).search
const keyOf = (target: string) => target.replace(/^\/objects\//, '').replace(/\?.*$/, '')
const queryOf = (target: string) => target.replace(/^[^?]*\?/, '')

const get = (target: string): HostileRequest => ({
  method: 'GET',
  target,
  headers: [['Host', 'localhost']],
  body: '',
})
const put = (target: string): HostileRequest => ({
  method: 'PUT',
  target,
  headers: [
    ['Host', 'localhost'],
    ['Content-Type', 'image/png'],
    ['Content-Length', String(uploaded.length)],
  ],
  body: uploaded.toString('latin1'),
})

/** Sends requests, many on a connection, and continues on another one if a rejection closed it. */
async function sendAll(requests: readonly HostileRequest[]): Promise<WireResponse[]> {
  const responses: WireResponse[] = []
  while (responses.length < requests.length) {
    const batch = requests.slice(responses.length, responses.length + requestsPerConnection)
    const seen = await exchange(Buffer.concat(batch.map(toBytes)), {
      port: Number(new URL(service.baseUrl).port),
      methods: batch.map(({ method }) => method),
    })
    expect(judgeExchange(batch, seen)).toEqual([])
    responses.push(...seen.responses)
  }
  return responses
}

async function send(request: HostileRequest): Promise<WireResponse> {
  const [response] = await sendAll([request])
  if (response === undefined) throw new Error('There is no response.')
  return response
}

/** Asserts that a response rejects a link, and reveals nothing about the object behind it. */
function expectRejection(request: HostileRequest, response: WireResponse): void {
  const text = response.body.toString('latin1')
  const leaked = [bytesOf.own, bytesOf.others].filter((bytes) => text.includes(bytes.toString('latin1')))
  expect({ target: request.target, status: response.status, leaked }).toEqual({
    target: request.target,
    status: expect.toSatisfy((status: number) => status >= 400 && status < 500),
    leaked: [],
  })
  for (const name of ['content-disposition', 'etag', 'last-modified', 'content-range', 'accept-ranges'])
    expect([request.target, name, headerOf(response, name)]).toEqual([request.target, name, undefined])
}

/** Percent escapes mean the same in either case. */
const inOneCase = (target: string) => target.replaceAll(/%[\da-f]{2}/gi, (triplet) => triplet.toUpperCase())

function* bitFlipsOf(target: string): Generator<string> {
  for (let at = '/objects/'.length; at < target.length; at += 1)
    for (let bit = 0; bit < 8; bit += 1) {
      const flipped = String.fromCharCode(target.charCodeAt(at) ^ (1 << bit))
      yield target.slice(0, at) + flipped + target.slice(at + 1)
    }
}

/** No bytes of an upload were accepted, anywhere. */
async function expectNothingStored(): Promise<void> {
  expect(await service.parts.objectStore.head(`uploads/${upload.id}`)).toBeUndefined()
  const { signedFiles } = service.parts
  const folder = signedFiles?.pathOf('uploads').replace(/uploads$/, '') ?? ''
  const entries = await readdir(folder, { recursive: true })
  expect(entries.filter((name) => !/^(results(\/.*)?|\.partial)$/.test(name))).toEqual([])
  expect((await send(get(own))).body).toEqual(bytesOf.own)
  expect((await send(get(others))).body).toEqual(bytesOf.others)
}

/** Every way to request something other than what was signed; each derives one target from a valid one. */
const tamperings: readonly [name: string, make: (target: string) => string][] = [
  ['no query', (target) => `/objects/${keyOf(target)}`],
  ['an empty query', (target) => `/objects/${keyOf(target)}?`],
  ['the key of another account', (target) => `/objects/${keyOf(others)}?${queryOf(target)}`],
  ['the query of another account', (target) => `/objects/${keyOf(target)}?${queryOf(others)}`],
  [
    'the signature alone of another account',
    (target) => target.replace(/signature=.*/, /signature=.*/.exec(others)?.[0] ?? ''),
  ],
  ['no key', (target) => `/objects?${queryOf(target)}`],
  ['an empty key', (target) => `/objects/?${queryOf(target)}`],
  ...[
    ...[
      '..',
      '../..',
      '../../../../etc/passwd',
      '..%2f..%2f..%2fetc%2fpasswd',
      '%2e%2e/%2e%2e/etc/passwd',
      '..%5c..',
      '..\\..',
    ],
    ...[
      '.partial',
      '.partial/x',
      '%2epartial/x',
      '/etc/passwd',
      '//etc/passwd',
      'C:/x',
      'file:///etc/passwd',
      '.',
      '~',
      'results',
    ],
    ...[
      'results/',
      'uploads/',
      'inputs/',
      '__proto__',
      'constructor',
      `${'x/'.repeat(2_000)}x`,
      'x'.repeat(5_000),
      'results/%00',
      '%00',
    ],
  ].map((key): [string, (target: string) => string] => [
    `the key ${key.slice(0, 30)}`,
    (target) => `/objects/${key}?${queryOf(target)}`,
  ]),
  ['the key below another folder', (target) => target.replace('/objects/', '/objects/x/')],
  ['a slash before the key', (target) => target.replace('/objects/', '/objects//')],
  ['a slash behind the key', (target) => target.replace('?', '/?')],
  ['a point behind the key', (target) => target.replace('?', '.?')],
  ['a null character behind the key', (target) => target.replace('?', '%00?')],
  ['a space behind the key', (target) => target.replace('?', '%20?')],
  ['a parameter of the path', (target) => target.replace('?', ';a=b?')],
  ['an escaped slash in the key', (target) => target.replace(/^(\/objects\/\w+)\//, '$1%2f')],
  [
    'an escaped letter in the key',
    (target) => target.replace('/objects/r', '/objects/%72').replace('/objects/u', '/objects/%75'),
  ],
  ['an escape of an escape in the key', (target) => target.replace(/^(\/objects\/\w+)\//, '$1%252f')],
  ['the key in capitals', (target) => `/objects/${keyOf(target).toUpperCase()}?${queryOf(target)}`],
  ['the mount in capitals', (target) => target.replace('/objects', '/OBJECTS')],
  ['a bad escape in the query', (target) => target.replace('type=image', 'type=%ffimage')],
  ...['type', 'name', 'expires', 'signature'].flatMap((name): [string, (target: string) => string][] => {
    const value = new RegExp(`(?<=[?&])${name}=[^&]*`)
    return [
      [`no ${name}`, (target) => target.replace(value, 'a=b')],
      [
        `an empty ${name}`,
        (target) =>
          target.replace(value, `${name}=x`).replace(`${name}=x`, `${name}=`).replace('name=&', 'name=x&'),
      ],
      [
        `${name} in capitals`,
        (target) => target.replace(`${name}=`, `${name.toUpperCase()}=`).replace('NAME=&', 'name=x&'),
      ],
      [
        `${name} as a list`,
        (target) => target.replace(`${name}=`, `${name}[]=`).replace('name[]=&', 'name=x&'),
      ],
      [`another ${name} behind it`, (target) => `${target}&${name}=1`],
      [`the same ${name} twice`, (target) => target.replace(value, (pair) => `${pair}&${pair}`)],
      [`another ${name} before it`, (target) => target.replace('?', `?${name}=1&`)],
      [`a null character behind ${name}`, (target) => target.replace(value, (pair) => `${pair}%00`)],
      [
        `a line break and a header behind ${name}`,
        (target) => target.replace(value, (pair) => `${pair}%0d%0aX-Injected:%20yes`),
      ],
      [
        `quotes behind ${name}`,
        (target) => target.replace(value, (pair) => `${pair}%22;%20filename=%22x.html`),
      ],
    ]
  }),
  ['the type of a page', (target) => target.replace('type=image%2Fpng', 'type=text%2Fhtml')],
  ['a name that runs', (target) => target.replace(/name=[^&]*/, 'name=x.html')],
  ...[
    ...[
      'NaN',
      'Infinity',
      '-Infinity',
      '0',
      '-1',
      '1e400',
      '1e15',
      '9'.repeat(400),
      '9007199254740993',
      '0x7fffffffffffffff',
    ],
    ...['null', 'true', '[]', '٣', '１７', 'Fri, 31 Dec 9999 23:59:59 GMT', '9999-12-31', '1_000'],
  ].map((text): [string, (target: string) => string] => [
    `expires ${text.slice(0, 30)}`,
    (target) => target.replace(/expires=\d+/, `expires=${encodeURIComponent(text)}`),
  ]),
  ...[
    (text: string) => `0x${Number(text).toString(16)}`,
    (text: string) => `${text}.0`,
    (text: string) => `0${text}`,
    (text: string) => `${text}e0`,
    (text: string) => `+${text}`,
    (text: string) => ` ${text}`,
    (text: string) => `${text}\n`,
  ].map((write): [string, (target: string) => string] => [
    `expires written as ${JSON.stringify(write('1700000000000'))}`,
    (target) => target.replace(/(?<=expires=)\d+/, (text) => encodeURIComponent(write(text))),
  ]),
  [
    'the signature in capitals',
    (target) => target.replace(/(?<=signature=).*/, (text) => text.toUpperCase()),
  ],
  ['the signature with padding', (target) => `${target}=`],
  ['the signature with a line break', (target) => `${target}%0a`],
  ['half of the signature', (target) => target.slice(0, -20)],
  ['the signature twice as long', (target) => target.replace(/(?<=signature=).*/, (text) => text + text)],
  ['the same bytes in another signature', (target) => target.slice(0, -1) + sibling(target.at(-1) ?? '')],
  ['a signature of characters beyond one byte', (target) => target.replace(/(?<=signature=)./, '%C4%81')],
]

/** The last of 43 characters holds two bits that mean nothing: decoded, its sibling is the same. */
function sibling(character: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return alphabet[alphabet.indexOf(character) ^ 1] ?? 'A'
}

describe('a link of which a part was changed', () => {
  test('is rejected for every single bit, and reveals nothing of a result', async () => {
    const requests = [...bitFlipsOf(own)].filter((target) => inOneCase(target) !== inOneCase(own)).map(get)
    const responses = await sendAll(requests)
    for (const [at, request] of requests.entries()) expectRejection(request, responses[at] as WireResponse)
    expect(requests.length).toBeGreaterThan(1_000)
  })

  test('is rejected for every single bit, and accepts nothing for an upload', async () => {
    const requests = [...bitFlipsOf(upload.target)]
      .filter((target) => inOneCase(target) !== inOneCase(upload.target))
      .map(put)
    const responses = await sendAll(requests)
    for (const [at, request] of requests.entries()) expectRejection(request, responses[at] as WireResponse)
    await expectNothingStored()
  })

  test.each(tamperings)('is rejected: %s', async (_name, make) => {
    const requests = [get(make(own)), { ...get(make(own)), method: 'HEAD' }, put(make(upload.target))]
    for (const [at, request] of requests.entries()) {
      expect(request.target).not.toBe(at === 2 ? upload.target : own)
      expectRejection(request, await send(request))
    }
    await expectNothingStored()
  })

  test.each([
    'GET',
    'HEAD',
    'PUT',
    'POST',
    'DELETE',
    'PATCH',
    'OPTIONS',
    'TRACE',
    'QUERY',
    'PROPFIND',
    'MOVE',
  ])('is rejected: %s for a link of another method', async (method) => {
    const isRead = method === 'GET' || method === 'HEAD'
    const requests = [
      ...(isRead ? [] : [{ ...put(own), method }]),
      ...(method === 'PUT' ? [] : [{ ...put(upload.target), method }]),
    ]
    for (const request of requests) expectRejection(request, await send(request))
    await expectNothingStored()
  })

  test.each([
    'X-HTTP-Method-Override',
    'X-HTTP-Method',
    'X-Method-Override',
    'X-Original-URL',
    'X-Rewrite-URL',
  ])('is rejected, whatever %s says', async (name) => {
    for (const value of ['PUT', 'GET', own, '/healthz']) {
      const request = put(own)
      expectRejection(request, await send({ ...request, headers: [...request.headers, [name, value]] }))
    }
    await expectNothingStored()
  })
})

describe('a correctly signed link that the service never creates', () => {
  const signed = (changes: Partial<SignedLink>): string => {
    const terms = { method: 'GET', key: keyOf(own), contentType: 'image/png', fileName: 'a.png' } as const
    const link = { ...terms, expiresAtMs: Date.now() + 60_000, ...changes }
    return `/objects/${link.key}?${signLink(signingSecret, link)}`
  }

  test.each<[string, Partial<SignedLink>]>([
    ['a line break in its name', { fileName: 'a\r\nX-Injected: yes' }],
    ['a line break in its type', { contentType: 'image/png\r\nX-Injected: yes' }],
    ['quotes in its name', { fileName: 'a"; filename="b.html' }],
    ['a null character in its name', { fileName: 'a\0.png' }],
    ['a name beyond ASCII', { fileName: '漢.png' }],
    ['no end', { expiresAtMs: Number.NaN }],
    ['an infinite end', { expiresAtMs: Number.POSITIVE_INFINITY }],
    ['an end long ago', { expiresAtMs: 0 }],
    ['an end before time began', { expiresAtMs: -1 }],
    ['an object that is not there', { key: 'results/none/1-0.png' }],
    ['a folder', { key: 'results' }],
  ])('is rejected with %s', async (_name, changes) => {
    const request = get(signed(changes))
    expectRejection(request, await send(request))
  })
})

describe('an equivalent link', () => {
  const swapped = (target: string) =>
    `/objects/${keyOf(target)}?${queryOf(target).split('&').reverse().join('&')}`
  test.each<[string, (target: string) => string]>([
    ['with its parameters in another order', swapped],
    [
      'with escapes in the other case',
      (target) => target.replaceAll(/%[\dA-F]{2}/g, (triplet) => triplet.toLowerCase()),
    ],
    ['with a letter escaped', (target) => target.replace('signature', 's%69gnature')],
    [
      'with parameters of another store',
      (target) => `${target}&X-Amz-Signature=x&X-Amz-Expires=604800&versionId=1`,
    ],
    [
      'with parameters that would change the response elsewhere',
      (target) => `${target}&response-content-type=text/html&response-content-disposition=attachment`,
    ],
    ['with a step back in its path', (target) => target.replace('/objects/', '/objects/x/../')],
    ['with a host', (target) => `http://other${target}`],
  ])('returns the same bytes under the signed type and name: %s', async (_name, make) => {
    const [expected, response] = await sendAll([get(own), get(make(own))])
    const headersIn = (sent: WireResponse | undefined) =>
      ['content-type', 'content-disposition', 'etag', 'cache-control'].map(
        (name) => sent && headerOf(sent, name),
      )
    expect([response?.status, response?.body]).toEqual([200, bytesOf.own])
    expect(headersIn(response)).toEqual(headersIn(expected))
  })
})
