import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type CheckedService, checkedService } from './support/checked-responses.ts'
import { type CompiledPackages, compiledPackages, contractText } from './support/fixture-packages.ts'

const choices = ['keep', 'drop', 'refuse'] as const
let packages: CompiledPackages
const services = new Map<string, CheckedService>()

beforeAll(async () => {
  const document = parse(await contractText('parcels'))
  packages = await compiledPackages(
    choices.map((undeclaredFields) => ({
      name: undeclaredFields,
      document,
      settings: { undeclaredFields },
      files: ['parcels.ts'],
    })),
  )
  for (const name of choices) await serve(name, `${name}/parcels.js`, 'app')
  await serve('stripped', 'keep/parcels.js', 'stripped')

  async function serve(name: string, file: string, exported: string) {
    const app = (await packages.load(file))[exported]
    if (typeof app !== 'function') throw new Error(`The fixture exports no ${exported}`)
    services.set(name, await checkedService((request, response) => app(request, response), document))
  }
}, 600_000)

afterAll(async () => {
  for (const service of services.values()) service.close()
  await packages?.remove()
})

function service(name = 'keep'): CheckedService {
  const found = services.get(name)
  if (found === undefined) throw new Error(`${name} is not served`)
  return found
}

const typed = (type: string, body: string): RequestInit => ({ body, headers: { 'Content-Type': type } })
const json = (body: unknown) => typed('application/json', JSON.stringify(body))
const form = (text: string) => typed('application/x-www-form-urlencoded', text)
const parts = (...list: readonly (readonly [string, string | Blob])[]): RequestInit => {
  const body = new FormData()
  for (const [name, value] of list) body.append(name, value)
  return { body }
}
const label = ['label', new Blob(['abc'])] as const
const blob = (value: unknown) => new Blob([JSON.stringify(value)], { type: 'application/json' })

describe('of several media types, a body', () => {
  test.each([
    ['JSON', json({ weight: 1 }), { weight: 1, kind: 'box' }],
    ['a form with files', parts(label), { label: 3 }],
    [
      'a form',
      form(
        'size[height]=2&marks=a%2Cb,c&about=%7B%22old%22:true%7D&maybe=%7B%22a%22:1%7D&several=%7B%22b%22:1%7D',
      ),
      {
        size: { height: 2 },
        marks: ['a,b', 'c'],
        about: { old: true },
        maybe: { a: 1 },
        several: [{ b: 1 }],
        contentType: 'application/x-www-form-urlencoded',
        fast: true,
      },
    ],
  ])('that is %s is read by its own schema, and told apart by its type', async (_name, init, body) => {
    expect(await service().send('POST', '/parcels?fast=true', init)).toMatchObject({ status: 200, body })
  })

  test.each([
    ['JSON', json({ kind: 'a' }), '/weight', 'is required'],
    ['a form with files', parts(['meta', '{"to":"a"}']), '/label', 'is required'],
    ['a form', form('size[height]=x'), '/size/height', 'must be a whole number'],
    ['a form with JSON', form('about=old'), '/about', 'must be JSON'],
    ['a form with JSON of some types', form('several=1'), '/several/0', 'must be an object'],
  ])('that is %s is rejected by its own schema', async (_name, init, path, message) => {
    const rejected = await service().send('POST', '/parcels', init)
    expect(rejected).toMatchObject({ status: 400, fault: '', body: { errors: [{ path, message }] } })
  })
})

describe('an object in a part of a form', () => {
  test.each([
    ['a text', parts(label, ['meta', '{"to":"a","depth":1}']), { meta: { to: 'a', depth: 1 } }],
    ['a Blob of JSON', parts(label, ['meta', blob({ to: 'a', depth: 1 })]), { meta: { to: 'a', depth: 1 } }],
    [
      'several Blobs',
      parts(label, ['stops', blob({ at: 'a' })], ['stops', blob({ at: 'b' })]),
      { stops: [{ at: 'a' }, { at: 'b' }] },
    ],
    ['one Blob of a list', parts(label, ['stops', blob([{ at: 'a' }])]), { stops: [{ at: 'a' }] }],
    ['one Blob of an item', parts(label, ['stops', blob({ at: 'a' })]), { stops: [{ at: 'a' }] }],
  ])('is read as JSON from %s', async (_name, init, body) => {
    expect(await service().send('POST', '/parcels', init)).toMatchObject({ status: 200, body })
  })

  test.each([
    ['another type', new Blob(['{"to":"a"}'], { type: 'text/plain' }), 'must be JSON'],
    ['what is no JSON', new Blob(['{'], { type: 'application/json' }), 'must be JSON'],
    ['other JSON', blob([]), 'must be an object'],
  ])('is rejected as a Blob of %s', async (_name, value, message) => {
    const rejected = await service().send('POST', '/parcels', parts(label, ['meta', value]))
    expect(rejected).toMatchObject({ status: 400, fault: '', body: { errors: [{ path: '/meta', message }] } })
  })
})

describe('fields that the contract allows and does not declare', () => {
  const sent = {
    id: 1,
    inner: { a: 'x', b: 1 },
    list: [{ a: 'x', 'b/c': 1 }],
    map: { k: { a: 'x', d: 1 } },
    e: 1,
  }
  test('are kept by default, and fields that are read only are not', async () => {
    const { id: _id, ...kept } = sent
    const response = await service('keep').send('PUT', '/parcels', json(sent))
    expect(response).toMatchObject({ status: 200, fault: '' })
    expect(response.body).toEqual({ ...kept, text: 'none' })
  })

  test('are dropped by choice', async () => {
    const { body } = await service('drop').send('PUT', '/parcels', json(sent))
    expect(body).toEqual({ text: 'none', inner: { a: 'x' }, list: [{ a: 'x' }], map: { k: { a: 'x' } } })
  })

  test('are refused by choice, each with its place', async () => {
    const rejected = await service('refuse').send('PUT', '/parcels', json(sent))
    const message = 'is not a field of this object'
    expect(rejected).toMatchObject({
      status: 400,
      fault: '',
      body: {
        errors: ['/inner/b', '/list/0/b~1c', '/map/k/d', '/e'].map((path) => ({ path, message })),
      },
    })
    expect(await service('refuse').send('PUT', '/parcels', json({ id: 1, text: 'a' }))).toMatchObject({
      status: 200,
      body: { text: 'a' },
    })
  })
})

describe('credentials', () => {
  const as = (Authorization: string) => service().send('GET', '/parcels', { headers: { Authorization } })

  test('without the scopes that the operation demands get 403 in the form of the contract', async () => {
    expect(await as('Bearer reader')).toMatchObject({ status: 200, fault: '' })
    expect(await as('Bearer other')).toMatchObject({ status: 403, fault: '', body: { code: 'FORBIDDEN' } })
    expect(await service().send('GET', '/parcels')).toMatchObject({ status: 401, fault: '' })
  })

  test('of Basic are handed over decoded', async () => {
    expect(await as(`Basic ${btoa('me:a:b')}`)).toMatchObject({ status: 200 })
    expect((await packages.load('keep/parcels.js')).seen).toMatchObject({
      clerk: { username: 'me', password: 'a:b' },
    })
    expect(await as(`Basic ${btoa('me:wrong')}`)).toMatchObject({ status: 401, fault: '' })
    expect(await as(`Basic ${btoa('me')}`)).toMatchObject({ status: 401, fault: '' })
  })
})

describe('a response', () => {
  const reader = { headers: { Authorization: 'Bearer reader' } }

  test.each([
    ['text', '/X-Count must be a whole number'],
    ['less', '/X-Count must be at least 0'],
    ['long', '/X-Note must have at most 3 characters'],
  ])('with a header that breaks the contract is a failure that names it: %s', async (text, fault) => {
    expect(await service().send('GET', `/parcels?text=${text}`, reader)).toMatchObject({ status: 500 })
    const { failures } = await packages.load('keep/parcels.js')
    expect(String(failures)).toContain(
      `A header of countParcels with status 200 breaks the contract: ${fault}`,
    )
  })

  test.each([
    ['2024-01-01T00:00:00Z', 200],
    ['2024-01-01t00:00:00.5z', 200],
    ['2024-01-01%2000:00:00Z', 400],
    ['2024-01-01%0A00:00:00Z', 400],
    ['2024-01-01T00:00:00Z%0A', 400],
  ])('is that of RFC 3339 to a time: %s gets %i', async (since, status) => {
    expect(await service().send('GET', `/parcels?since=${since}`, reader)).toMatchObject({
      status,
      fault: '',
    })
  })
})

describe('the paths of a contract', () => {
  const hosts: Server[] = []
  afterAll(() => {
    for (const host of hosts) host.close()
  })

  test('begin with that of its server, down to the root', async () => {
    expect(await service().send('GET', '/')).toMatchObject({ status: 200, body: { root: true } })
  })

  test('begin elsewhere by choice, as behind a gateway that strips what they have in common', async () => {
    const { url } = service('stripped')
    expect(await (await fetch(`${url}/`)).json()).toEqual({ root: true })
    expect((await fetch(`${url}/parcels`)).status).toBe(401)
    expect((await fetch(`${url}/parcels`, { method: 'DELETE' })).headers.get('allow')).toContain('POST')
    expect((await fetch(`${url}/post/parcels`)).status).toBe(404)
  })

  test('leave errors of handlers to the error handler of the app by choice', async () => {
    const { router } = await packages.load('keep/parcels.js')
    if (typeof router !== 'function') throw new Error('The fixture exports no router')
    const app = express()
    app.use((request, response, next) => router(request, response, next))
    app.use(
      ((error, _request, response, _next) =>
        void response
          .status(error.status)
          .json({ own: error.message })) satisfies express.ErrorRequestHandler,
    )
    const server = createServer(app).listen(0, '127.0.0.1')
    hosts.push(server)
    await once(server, 'listening')
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/other/parcels`
    const headers = { Authorization: 'Bearer reader' }
    const broken = await fetch(`${url}?text=broken`, { headers })
    expect([broken.status, await broken.json()]).toEqual([418, { own: 'A bug' }])
    const rejected = await fetch(url)
    expect([rejected.status, rejected.headers.get('content-type')]).toEqual([401, 'application/problem+json'])
  })
})
