import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import express, { type RequestHandler } from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Contract } from './read/contract.ts'
import { readDocument } from './read-document.ts'
import { defaultSettings } from './settings.ts'
import { type CheckedService, checkedService } from './support/checked-responses.ts'
import { type CompiledPackages, compiledPackages, contractText } from './support/fixture-packages.ts'
import { type RecordingApp, recordingApp } from './support/recording-app.ts'

let packages: CompiledPackages
let overlaps: RecordingApp
const services = new Map<string, CheckedService>()
const documents = new Map<string, Contract>()

beforeAll(async () => {
  for (const name of ['overlaps', 'doors', 'members', 'bookshop', 'photos'])
    documents.set(name, parse(await contractText(name)))
  packages = await compiledPackages([
    { name: 'overlaps', document: contract('overlaps') },
    { name: 'doors', document: contract('doors') },
    { name: 'members', document: contract('members'), files: ['members.ts'] },
    { name: 'bookshop', document: contract('bookshop'), files: ['bookshop.ts'] },
    {
      name: 'photos',
      document: contract('photos'),
      settings: { undeclaredFields: 'drop' },
      files: ['photos.ts'],
    },
  ])
  overlaps = await recordingApp(packages, 'overlaps')
  const doors = await recordingApp(packages, 'doors')
  services.set('doors', await checkedService(doors.app, contract('doors')))
  services.set('overlaps', await checkedService(overlaps.app, contract('overlaps')))
  for (const name of ['members', 'bookshop', 'photos']) await serve(name, `${name}/${name}.js`, 'app')
  await serve('bookshop', 'bookshop/bookshop.js', 'unimplemented')
}, 600_000)

afterAll(async () => {
  for (const service of services.values()) service.close()
  await packages?.remove()
})

/** Serves an app that a fixture exports, under the name of the contract or of the export. */
async function serve(name: string, file: string, exported: string): Promise<void> {
  const app = (await packages.load(file))[exported]
  if (typeof app !== 'function') throw new Error(`The fixture exports no ${exported}`)
  const key = exported === 'app' ? name : exported
  services.set(key, await checkedService((request, response) => app(request, response), contract(name)))
}

function contract(name: string): Contract {
  const found = documents.get(name)
  if (found === undefined) throw new Error(`There is no contract ${name}`)
  return found
}

function service(name: string): CheckedService {
  const found = services.get(name)
  if (found === undefined) throw new Error(`${name} is not served`)
  return found
}

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
})

describe('of several paths that match a request', () => {
  test.each([
    ['GET', '/items/latest', 'latest'],
    ['HEAD', '/items/latest', 'latest'],
    ['GET', '/items/first', 'first'],
    ['GET', '/items/other', 'item'],
    ['DELETE', '/items/other', 'deleteItem'],
    ['GET', '/items/x/parts/all', 'allPartsOfX'],
    ['GET', '/items/x/parts/1', 'partOfX'],
    ['GET', '/items/y/parts/all', 'allParts'],
    ['GET', '/items/y/parts/1', 'part'],
    ['GET', '/files/a.json', 'jsonFile'],
    ['GET', '/files/a.txt', 'file'],
    ['DELETE', '/files/a.json', 'deleteFile'],
    ['GET', '/circle/known', 'knownCircle'],
    ['GET', '/circle/1', 'circle'],
  ])('the one that is written out takes it: %s %s is %s', async (method, path, operation) => {
    overlaps.forget()
    expect(await service('overlaps').send(method, path)).toMatchObject({ status: 200 })
    expect(overlaps.last()?.operation).toBe(operation)
  })

  test('one without parameters keeps the methods that it does not have from the others', async () => {
    const rejected = await service('overlaps').send('DELETE', '/items/latest')
    expect(rejected.status).toBe(405)
    expect(rejected.headers.get('allow')).toBe('GET, HEAD, OPTIONS')
  })
})

describe('fields that are written only', () => {
  const sent = {
    name: 'a',
    login: 'l',
    pin: '1',
    password: 'secret',
    hint: 'secret',
    recovery: { code: 'secret' },
    oldPasswords: ['secret'],
    contact: { mail: 'm', mailPassword: 'secret' },
    payment: { kind: 'Card', code: 'secret' },
    devices: { phone: { login: 'l', pin: 'secret' } },
  }

  test('reach the backend, and never a response, at any depth', async () => {
    const response = await service('members').send('POST', '/members', json(sent))
    const { seen } = await packages.load('members/members.js')
    expect(seen).toMatchObject({ added: sent })
    expect(response).toMatchObject({ status: 201, fault: '' })
    expect(response.body).toEqual({
      name: 'a',
      login: 'l',
      contact: { mail: 'm' },
      payment: { kind: 'Card' },
      devices: { phone: { login: 'l' } },
    })
  })

  test('never go out with an error', async () => {
    const response = await service('members').send('POST', '/members', json({ ...sent, name: 'taken' }))
    expect(response).toMatchObject({ status: 409, fault: '' })
    expect(JSON.stringify(response.body)).not.toContain('secret')
  })

  test('never go out of schemas that occur inside themselves', async () => {
    const response = await service('members').send('GET', '/members')
    expect(response.body).toEqual([{ title: 'outer', teams: [{ title: 'inner', members: [{ name: 'a' }] }] }])
  })
})

describe('an error of the edge', () => {
  const keyed = { headers: { 'Content-Type': 'application/json', 'X-Key': 'k' } }
  const long = JSON.stringify({ title: 'a'.repeat(1_100_000) })
  const typed = { 'X-Key': 'k', 'Content-Type': 'text/plain' }

  test.each([
    ['GET', '/books?limit=0', 'a parameter', {}, 400],
    ['GET', '/books', 'a bug', {}, 500],
    ['POST', '/books', 'no key', json({ title: 'a' }), 401],
    ['POST', '/books', 'a missing field', { ...keyed, body: '{}' }, 400],
    ['POST', '/books', 'no JSON', { ...keyed, body: '{' }, 400],
    ['POST', '/books', 'an error', { ...keyed, body: '{"title":"known"}' }, 409],
    ['POST', '/books', 'a long body', { ...keyed, body: long }, 413],
    ['POST', '/books', 'text', { headers: typed, body: 'a' }, 415],
    ['POST', '/orders', 'a missing field', json({}), 400],
    ['POST', '/orders', 'no JSON', { ...keyed, body: '{' }, 400],
    ['POST', '/orders', 'text', { body: 'a' }, 415],
    ['POST', '/orders', 'a bug', json({ title: 'bug' }), 500],
  ])('has the body that the contract declares: %s %s with %s', async (method, path, _what, init, status) => {
    const response = await service('bookshop').send(method, path, init)
    expect(response).toMatchObject({ status, fault: '' })
  })

  test.each([
    ['/bearer', 'Bearer'],
    ['/basic', 'Basic realm="API"'],
    ['/other', 'DPoP'],
    ['/key', 'ApiKey'],
    ['/openid', 'Bearer'],
    ['/any', 'Basic realm="API", ApiKey, Bearer'],
  ])('challenges with the schemes of the operation: %s with %s', async (path, challenges) => {
    const response = await service('doors').send('GET', path)
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, challenges])
  })

  test('has it for a tag without an implementation too', async () => {
    expect(await service('unimplemented').send('GET', '/books')).toMatchObject({ status: 501, fault: '' })
  })

  test('names what is wrong in the message where the body has no list for it', async () => {
    const { body } = await service('bookshop').send('GET', '/books?limit=0')
    expect(body).toEqual({
      error: {
        code: 'INVALID_REQUEST',
        message: 'The request does not meet the contract. /limit must be at least 1',
      },
    })
  })

  test('has the commonest form of the contract where it belongs to no operation', async () => {
    for (const [method, path, status, code] of [
      ['GET', '/nowhere', 404, 'NOT_FOUND'],
      ['DELETE', '/books', 405, 'METHOD_NOT_ALLOWED'],
    ] as const) {
      const response = await service('bookshop').send(method, path)
      expect(response).toMatchObject({ status, body: { error: { code } } })
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    }
  })

  test('that a contract declares otherwise than the edge can make it is rejected with the setting', () => {
    const document: Contract = structuredClone(contract('bookshop'))
    Object.assign(document.components.schemas.Failure ?? {}, { required: ['advice'] })
    expect(() => readDocument(document, defaultSettings)).toThrow(
      /GET \/books: .* status 400, and cannot make its body: .*advice.*; name a module that can as `errors`/,
    )
    expect(readDocument(document, { ...defaultSettings, errorForm: 'errors.ts' }).notices).toEqual([])
  })
})

describe('a body', () => {
  const form = (file: Blob, more: readonly Blob[] = []) => {
    const body = new FormData()
    body.append('file', file, 'a')
    for (const item of more) body.append('more', item, 'b')
    return { body }
  }
  const png = new Blob(['a'], { type: 'image/png' })
  const text = new Blob(['a'], { type: 'text/plain' })

  test('of a form has files of the types that its encoding declares', async () => {
    const taken = await service('photos').send('POST', '/photos', form(png, [png, png]))
    expect(taken).toMatchObject({ status: 200, fault: '', body: { type: 'image/png' } })
    const rejected = await service('photos').send('POST', '/photos', form(text, [png, text]))
    expect(rejected).toMatchObject({
      status: 400,
      fault: '',
      body: {
        errors: [
          { path: '/file', message: 'must be of the type image/png or image/jpeg' },
          { path: '/more/1', message: 'must be of the type image/*' },
        ],
      },
    })
  })

  test('of several media types tells the backend which one it has', async () => {
    const headers = { 'Content-Type': 'image/jpeg' }
    const init = { body: new Uint8Array([1, 2]), headers }
    const response = await service('photos').send('PUT', '/photos/1?contentType=x', init)
    expect(response).toMatchObject({
      status: 200,
      body: { isKnown: true, contentType: 'image/jpeg', contentTypeQuery: 'x', sizeBytes: 2 },
    })
  })

  test('of bytes is missing where it is required and there are none', async () => {
    for (const init of [{}, { headers: { 'Content-Type': 'image/png' }, body: new Uint8Array() }]) {
      const response = await service('photos').send('PUT', '/photos/1', init)
      expect(response).toMatchObject({
        status: 400,
        fault: '',
        body: { errors: [{ message: 'must have a body' }] },
      })
    }
  })

  test.each([
    [{}, '', 'must have at least 1 field'],
    [{ place: { country: 'DE' } }, '/place/zip', 'is required'],
    [{ size: 2 ** 53 }, '/size', 'must be at most 9007199254740991'],
  ])('%j is rejected for what is wrong with it', async (body, path, message) => {
    const response = await service('photos').send('PATCH', '/photos/1', json(body))
    expect(response).toMatchObject({ status: 400, body: { errors: [{ path, message }] } })
  })

  test('with null for what may be null is taken', async () => {
    expect(await service('photos').send('PATCH', '/photos/1', json({ place: null }))).toMatchObject({
      status: 200,
      body: { place: null },
    })
  })
})

describe('a parameter', () => {
  test('that is required has to be sent, even where it has a default', async () => {
    const missing = await service('photos').send('GET', '/photos')
    expect(missing).toMatchObject({
      status: 400,
      body: { errors: [{ path: '/kind', message: 'is required' }] },
    })
    expect(await service('photos').send('GET', '/photos?kind=a')).toMatchObject({
      body: { kind: 'a', size: 3 },
    })
  })

  test('that was sent twice is rejected for that', async () => {
    const { body } = await service('photos').send('GET', '/photos?kind=a&kind=b&size=1&size=2')
    const message = 'must be sent once'
    expect(body).toMatchObject({
      errors: [
        { path: '/kind', message },
        { path: '/size', message },
      ],
    })
  })

  test('and whatever else is not done as it could be meant is a notice', () => {
    expect(packages.notices('photos')).toEqual([
      'GET /photos: query parameter kind: it is required, so its default never stands in',
      'POST /photos: the type text/markdown of the field caption is not checked: it is no file',
      'servers: paths are served below /v1, that of the first server, and not below /v2',
    ])
  })
})

describe('a contract in an app that exists', () => {
  const hosts: Server[] = []
  afterAll(() => {
    for (const host of hosts) host.close()
  })

  /** An app with handlers before the contract's, and a path of its own after it. */
  async function host(before: readonly RequestHandler[], router = 'router', file = 'photos/photos.js') {
    const contractRouter = (await packages.load(file))[router]
    if (typeof contractRouter !== 'function') throw new Error('The fixture exports no router')
    const app = express()
    for (const handler of before) app.use(handler)
    app.use((request, response, next) => contractRouter(request, response, next))
    app.get('/after', (_request, response) => void response.json({ after: true }))
    const server = createServer(app).listen(0, '127.0.0.1')
    hosts.push(server)
    await once(server, 'listening')
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  test.each([
    ['express.json', [express.json()]],
    ['express.raw', [express.raw({ type: '*/*' })]],
    ['express.text', [express.text({ type: '*/*' })]],
    ['no parser', []],
  ])('takes a body that was parsed by %s', async (_name, before) => {
    const url = await host(before)
    const response = await fetch(`${url}/v1/photos/1`, { method: 'PATCH', ...json({ title: 'a', other: 1 }) })
    expect([response.status, await response.json()]).toEqual([200, { title: 'a' }])
    const rejected = await fetch(`${url}/v1/photos/1`, { method: 'PATCH', ...json({ title: 1 }) })
    expect(rejected.status).toBe(400)
  })

  test.each([
    ['express.json', [express.json({ strict: false })]],
    ['express.text', [express.text({ type: '*/*' })]],
    ['no parser', []],
  ])('takes a body that is no object, parsed by %s', async (_name, before) => {
    const url = `${await host(before)}/v1/value`
    for (const value of ['a', '5', '"', '', 5, 0, true, false, null]) {
      const response = await fetch(url, { method: 'PUT', ...json(value) })
      expect([response.status, await response.json()]).toEqual([200, { value }])
    }
    expect((await fetch(url, { method: 'PUT', ...json([1]) })).status).toBe(400)
  })

  test('says at once that nothing is left of a body', async () => {
    const drain: RequestHandler = (request, _response, next) =>
      void request.resume().once('end', () => next())
    const url = await host([drain], 'telling')
    const response = await fetch(`${url}/v1/photos/1`, { method: 'PATCH', ...json({ title: 'a' }) })
    expect(response.status).toBe(500)
    const { failures } = await packages.load('photos/photos.js')
    expect(String(failures)).toContain('The body was read before the request came to the contract')
  })

  test('leaves other paths to the app, untouched, and keeps its own', async () => {
    const url = await host([])
    const after = await fetch(`${url}/after`)
    expect(await after.json()).toEqual({ after: true })
    expect(after.headers.has('x-request-id')).toBe(false)
    expect((await fetch(`${url}/nowhere`)).headers.get('content-type')).toContain('text/html')
    const other = await fetch(`${url}/v1/photos`, { method: 'DELETE' })
    expect(other.headers.get('content-type')).toBe('application/problem+json')
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
    expect((await fetch(`${url}/v1/photos?kind=a`)).status).toBe(200)
  })
})

describe.each([
  ['a CommonJS project', 'commonjs', false],
  ['a CommonJS project with a copy of the runtime', 'commonjs', true],
  ['ES modules with a copy of the runtime', 'module', true],
] as const)('in %s', (_name, type, copyRuntime) => {
  test('what is generated compiles, runs and validates', { timeout: 600_000 }, async () => {
    const photos = { name: 'photos', document: contract('photos'), settings: { copyRuntime } }
    const made = await compiledPackages([{ ...photos, files: ['photos.ts'] }], type)
    try {
      const { app } = await made.load('photos/photos.js')
      if (typeof app !== 'function') throw new Error('The fixture exports no app')
      const held = await checkedService((request, response) => app(request, response), contract('photos'))
      expect(await held.send('PATCH', '/photos/1', json({ title: 'a' }))).toMatchObject({ status: 200 })
      expect(await held.send('PATCH', '/photos/1', json({ title: 1 }))).toMatchObject({ status: 400 })
      held.close()
    } finally {
      await made.remove()
    }
  })
})
