import type { RequestListener } from 'node:http'
import createClient from 'openapi-fetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type CheckedService, checkedService } from './support/checked-responses.ts'
import { type CompiledPackages, compiledPackages, contractText } from './support/fixture-packages.ts'

/** What the backend of a fixture exports. */
interface Backend {
  readonly app: RequestListener
  readonly seen: Readonly<Record<string, unknown>>
  readonly callWithClient?: (baseUrl: string) => Promise<string[]>
}

/** What plain openapi-fetch has to know of one operation. */
interface TodoPaths {
  '/lists/{list-id}/items': {
    get: {
      parameters: { path: { 'list-id': number }; query?: { status?: string[]; page?: number } }
      responses: { 200: { content: { 'application/json': { page: number } } } }
    }
  }
}

const names = ['todo', 'shop', 'files'] as const
type Name = (typeof names)[number]

let packages: CompiledPackages
const services = new Map<Name, CheckedService>()
const backends = new Map<Name, Backend>()

beforeAll(async () => {
  const documents = new Map(
    await Promise.all(names.map(async (name) => [name, parse(await contractText(name))] as const)),
  )
  packages = await compiledPackages(
    names.map((name) => ({
      name,
      document: documents.get(name),
      settings: { undeclaredFields: 'drop', ...(name === 'shop' && { errorForm: 'shop-errors.ts' }) },
      files: name === 'shop' ? ['shop.ts', 'shop-errors.ts'] : [`${name}.ts`],
    })),
  )
  for (const name of names) {
    const backend = asBackend(await packages.load(`${name}/${name}.js`))
    backends.set(name, backend)
    services.set(name, await checkedService(backend.app, documents.get(name)))
  }
}, 600_000)

afterAll(async () => {
  for (const service of services.values()) service.close()
  await packages?.remove()
})

function asBackend(module: Readonly<Record<string, unknown>>): Backend {
  const { app, seen, callWithClient } = module
  if (typeof app !== 'function') throw new Error('The fixture exports no app')
  // Compiled from support/backends, whose types the program has checked.
  return { app, seen, callWithClient } as Backend
}

function service(name: Name): CheckedService {
  const found = services.get(name)
  if (found === undefined) throw new Error(`${name} is not served`)
  return found
}

const seen = (name: Name) => backends.get(name)?.seen ?? {}
const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json', ...headers },
})
const token = { Authorization: 'Bearer me' }

describe('a todo list that is generated from its contract', () => {
  test('passes parameters by their declared types, with defaults', async () => {
    const response = await service('todo').send(
      'GET',
      '/lists/7/items?status=open&status=done&priority=1,2&overdue=true&minHours=0.5&since=2026-01-31',
      { headers: { 'X-Trace-Depth': '3' } },
    )
    expect(response).toMatchObject({ status: 200, fault: '' })
    expect(seen('todo').listItems).toEqual({
      listId: 7,
      status: ['open', 'done'],
      priority: [1, 2],
      page: 1,
      pageSize: 20,
      overdue: true,
      minHours: 0.5,
      since: '2026-01-31',
      xTraceDepth: 3,
    })
    expect(response.headers.get('x-has-more')).toBe('false')
  })

  test.each([
    ['/lists/none/items', '/listId', 'must be a whole number'],
    ['/lists/0/items', '/listId', 'must be at least 1'],
    ['/lists/1/items?page=1.5', '/page', 'must be a whole number'],
    ['/lists/1/items?page=1&page=2', '/page', 'must be sent once'],
    ['/lists/1/items?page=9007199254740993', '/page', 'must be at most 9007199254740991'],
    ['/lists/1/items?pageSize=0x10', '/pageSize', 'must be a whole number'],
    ['/lists/1/items?overdue=yes', '/overdue', 'must be true or false'],
    ['/lists/1/items?status=late', '/status/0', 'must be one of: open, done'],
    ['/lists/1/items?priority=1,a', '/priority/1', 'must be a whole number'],
    ['/lists/1/items?since=2026-02-30', '/since', 'must have the format date'],
    ['/lists/1/items?minHours=0', '/minHours', 'must be greater than 0'],
    ['/lists/1/items/no-uuid', '/itemId', 'must have the format uuid'],
  ])('rejects %s in its contract’s form of errors', async (path, place, message) => {
    const response = await service('todo').send('GET', path)
    expect(response).toMatchObject({ status: 400, fault: '', body: { errors: [{ path: place, message }] } })
    expect(response.headers.get('content-type')).toBe('application/problem+json')
  })

  test('drops undeclared fields at every depth, keeps maps, and fills in defaults', async () => {
    const body = {
      title: 'a',
      due: null,
      extra: 1,
      subtasks: [{ title: 'b', extra: 2 }],
      labels: { anything: 'kept' },
    }
    const response = await service('todo').send('POST', '/lists/1/items', json(body, token))
    expect(response).toMatchObject({ status: 201, fault: '' })
    expect(response.headers.get('location')).toMatch(/by=owner of me$/)
    expect(seen('todo').created).toEqual({
      title: 'a',
      priority: 5,
      due: null,
      subtasks: [{ title: 'b', done: false }],
      labels: { anything: 'kept' },
    })
  })

  test('responds to HEAD by its own operation, and with 204 without a body', async () => {
    const made = await service('todo').send('POST', '/lists/1/items', json({ title: 'x' }, token))
    const path = (made.headers.get('location') ?? '').split('?')[0] ?? ''
    const head = await service('todo').send('HEAD', path)
    expect(head).toMatchObject({ status: 204, fault: '' })
    expect(head.headers.get('x-version')).toBe('3')
    expect(await service('todo').send('DELETE', path, { headers: token })).toMatchObject({
      status: 204,
      fault: '',
      body: '',
    })
    expect(await service('todo').send('DELETE', path, { headers: token })).toMatchObject({
      status: 404,
      fault: '',
    })
    expect(await service('todo').send('HEAD', path)).toMatchObject({ status: 404, fault: '' })
  })

  test('takes a list as a body, and responds with any of its good statuses', async () => {
    const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
    const two = await service('todo').send('PUT', '/order', json([id(1), id(2)], token))
    expect(two).toMatchObject({ status: 200, fault: '', body: [id(2), id(1)] })
    const three = await service('todo').send('PUT', '/order', json([id(1), id(2), id(3)], token))
    expect(three).toMatchObject({ status: 202, fault: '', body: '' })
    expect(await service('todo').send('PUT', '/order', json({}, token))).toMatchObject({
      status: 400,
      fault: '',
    })
    expect(await service('todo').send('PUT', '/order', json([], token))).toMatchObject({
      status: 400,
      fault: '',
    })
  })

  test('rejects missing and wrong credentials, other methods and other paths', async () => {
    for (const headers of [{}, { Authorization: 'Basic x' }, { Authorization: 'Bearer wrong' }]) {
      const response = await service('todo').send('POST', '/lists/1/items', json({ title: 'x' }, headers))
      expect(response).toMatchObject({ status: 401, fault: '', body: { code: 'UNAUTHENTICATED' } })
    }
    expect(await service('todo').send('PATCH', '/order')).toMatchObject({ status: 405 })
    expect(await service('todo').send('GET', '/nowhere')).toMatchObject({ status: 404 })
  })

  test('is called by the generated client, typed response by response', async () => {
    const results = await backends.get('todo')?.callWithClient?.(`${service('todo').url}/v2`)
    expect(results).toEqual(['first', expect.any(String), 'There is no such item.', '400'])
  })

  test('is called by plain openapi-fetch, lists of the query included', async () => {
    const client = createClient<TodoPaths>({ baseUrl: `${service('todo').url}/v2` })
    const { data } = await client.GET('/lists/{list-id}/items', {
      params: { path: { 'list-id': 2 }, query: { status: ['done'], page: 3 } },
    })
    expect(data).toMatchObject({ page: 3 })
    expect(seen('todo').listItems).toMatchObject({ listId: 2, status: ['done'], page: 3 })
  })

  test('leaves out what a backend sends itself, with a notice', () => {
    expect(packages.notices('todo')).toEqual(['webhooks: are left out: a backend sends them'])
  })
})

describe('a shop that is generated from its contract', () => {
  const secured = { Cookie: 'a=b; sid=me', 'X-CSRF': 'c' }
  const lines = [{ sku: 'ABC-1', quantity: 2 }]
  const card = { method: 'card', number: '123456789012' }

  test.each([
    [{ lines, payment: card }, 201],
    [{ lines, payment: { method: 'bank', iban: 'DE1' } }, 202],
    [{ lines, payment: { method: 'Voucher', codes: ['MAIN'] } }, 402],
    [{ lines, payment: { method: 'Voucher', codes: ['OTHER'] } }, 400],
    [{ lines, payment: { method: 'cash' } }, 400],
    [{ lines, payment: { method: 'card', iban: 'DE1' } }, 400],
    [{ lines: [{ sku: 'abc', quantity: 2 }], payment: card }, 400],
    [{ lines: [{ sku: 'ABC-1', quantity: 2, colour: 'red' }], payment: card }, 400],
    [{ lines: [], payment: card }, 400],
    [{ lines, payment: card, gift: true }, 400],
    [{ lines, payment: card, gift: true, message: 'm' }, 201],
    [{ lines, payment: card, coupon: 'c' }, 400],
    [{ lines, payment: card, location: [1, 2] }, 201],
    [{ lines, payment: card, location: [1, 2, 3] }, 400],
    [{ lines, payment: card, meta: { Bad: 1 } }, 400],
    [
      { lines: [{ sku: 'ABC-1', quantity: 1, options: { a: 1, b: 's', c: true, d: 2 } }], payment: card },
      400,
    ],
  ])('judges %j as the contract does: %i', async (order, status) => {
    const response = await service('shop').send('POST', '/orders', json(order, secured))
    expect(response).toMatchObject({ status, fault: '' })
  })

  test('keeps what maps hold, and the declared fields of the chosen payment', async () => {
    const options = { colour: 'red', size: 3 }
    const order = {
      lines: [{ sku: 'ABC-1', quantity: 1, options }],
      payment: { ...card, holder: { name: 'A', extra: 1 }, extra: 1 },
      meta: { any: { depth: [1] } },
    }
    await service('shop').send('POST', '/orders', json(order, secured))
    expect(seen('shop').order).toEqual({
      lines: [{ sku: 'ABC-1', quantity: 1, options }],
      payment: { ...card, holder: { name: 'A' } },
      meta: { any: { depth: [1] } },
    })
  })

  test('demands both schemes of one rule', async () => {
    const order = { lines, payment: card }
    for (const headers of [
      { Cookie: 'sid=me' },
      { 'X-CSRF': 'c' },
      { Cookie: 'sid=wrong', 'X-CSRF': 'c' },
      {},
    ]) {
      const response = await service('shop').send('POST', '/orders', json(order, headers))
      expect(response).toMatchObject({ status: 401, fault: '', body: { error: { code: 'UNAUTHENTICATED' } } })
    }
  })

  test('takes recursive bodies, dropping undeclared fields all the way down', async () => {
    const tree = { name: 'a', children: [{ name: 'b', extra: 1, children: [{ name: 'c' }] }] }
    const response = await service('shop').send('PUT', '/categories', json(tree, secured))
    expect(response).toMatchObject({
      status: 200,
      fault: '',
      body: { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] },
    })
    const broken = { name: 'a', children: [{ name: 'b', children: [{ title: 'c' }] }] }
    expect(await service('shop').send('PUT', '/categories', json(broken, secured))).toMatchObject({
      status: 400,
      fault: '',
      body: { error: { message: '/children/0/children/0/name is required' } },
    })
  })

  test('finds a fixed path before one with a parameter, in another tag too', async () => {
    const found = await service('shop').send('GET', '/categories/search?filter[name]=x&limit=2')
    expect(found).toMatchObject({ status: 200, fault: '', body: ['a'] })
    expect(seen('shop').search).toEqual({ filterName: 'x', limit: 2 })
    expect(await service('shop').send('GET', '/categories/a')).toMatchObject({
      fault: '',
      body: { name: 'a' },
    })
    expect(await service('shop').send('GET', '/categories/c')).toMatchObject({ status: 400, fault: '' })
  })
})

describe('a file service that is generated from its contract', () => {
  const form = (fields: Readonly<Record<string, string | Blob>>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    return { body }
  }
  const file = new File(['content'], 'a.txt', { type: 'text/plain' })

  test('takes a form apart: files, numbers and JSON', async () => {
    const { body } = form({ file, count: '2', details: '{"title":"t","extra":1}', extra: 'x' })
    body.append('previews', new Blob([new Uint8Array([137])]))
    body.append('previews', new Blob([new Uint8Array([138])]))
    const response = await service('files').send('POST', '/files', { body })
    expect(response).toMatchObject({
      status: 201,
      fault: '',
      body: { name: 'a.txt', sizeBytes: 7, by: null },
    })
    expect(seen('files').upload).toMatchObject({
      count: 2,
      details: { title: 't' },
      previews: [{ bytes: new Uint8Array([137]) }, { bytes: new Uint8Array([138]) }],
    })
    expect(seen('files').upload).not.toHaveProperty('extra')
  })

  test('rejects forms that break the contract', async () => {
    for (const fields of [{ file }, { count: '2' }, { file, count: 'x' }, { file: 'text', count: '2' }]) {
      expect(await service('files').send('POST', '/files', form(fields))).toMatchObject({
        status: 400,
        fault: '',
      })
    }
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    const cutOff = '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf a fi'
    for (const body of ['no form', cutOff]) {
      const broken = await service('files').send('POST', '/files', { body, headers })
      expect(broken).toMatchObject({ status: 400, fault: '' })
    }
    const large = form({ file: new Blob([new Uint8Array(1_100_000)]), count: '1' })
    expect(await service('files').send('POST', '/files', large)).toMatchObject({ status: 413, fault: '' })
  })

  test('knows optional credentials where there are some, and rejects wrong ones', async () => {
    const keyed = await service('files').send('POST', '/files?key=k', form({ file, count: '1' }))
    expect(keyed.body).toMatchObject({ by: 'k' })
    const loggedIn = await service('files').send('POST', '/files', {
      ...form({ file, count: '1' }),
      headers: token,
    })
    expect(loggedIn.body).toMatchObject({ by: 'me' })
    expect(seen('files').scopes).toEqual(['files:write'])
    const wrong = await service('files').send('POST', '/files?key=wrong', form({ file, count: '1' }))
    expect(wrong).toMatchObject({ status: 401, fault: '' })
  })

  test('sends bytes and streams as they are, of the type that the backend names', async () => {
    const bytes = await fetch(`${service('files').url}/api/files/a.bin?key=k`)
    expect(new Uint8Array(await bytes.arrayBuffer())).toEqual(new Uint8Array([1, 2, 3]))
    expect(bytes.headers.get('content-type')).toBe('image/png')
    const stream = await service('files').send('GET', '/files/b.txt?key=k')
    expect(stream).toMatchObject({ status: 200, body: 'together', fault: '' })
    expect(await service('files').send('GET', '/files/same.txt?key=k')).toMatchObject({
      status: 304,
      body: '',
    })
  })

  test('takes bytes, text and fields of a form as bodies', async () => {
    const headers = { 'Content-Type': 'image/png' }
    const replaced = await service('files').send('PUT', '/files/a.bin', {
      body: new Uint8Array([9]),
      headers,
    })
    expect(replaced).toMatchObject({ status: 204, fault: '' })
    expect(Buffer.from(seen('files').replaced as Uint8Array)).toEqual(Buffer.from([9]))
    expect(await service('files').send('PUT', '/files/a.bin', { body: 'x' })).toMatchObject({
      status: 415,
      fault: '',
    })
    expect(await service('files').send('POST', '/notes', { body: 'abc' })).toMatchObject({
      status: 200,
      fault: '',
      body: 'ABC',
    })
    expect(await service('files').send('POST', '/notes', { body: 'a'.repeat(11) })).toMatchObject({
      status: 400,
      fault: '',
    })
    const csv = { body: 'a'.repeat(11), headers: { 'Content-Type': 'text/csv' } }
    expect(await service('files').send('POST', '/notes', csv)).toMatchObject({ status: 200, fault: '' })
    const fields = new URLSearchParams({ q: 'x', kinds: 'a', extra: '1' })
    expect(await service('files').send('POST', '/search', { body: fields })).toMatchObject({
      fault: '',
      body: { found: 10, how: { exactly: true } },
    })
    expect(seen('files').search).toEqual({ q: 'x', kinds: ['a'], limit: 10 })
    expect(await service('files').send('POST', '/search')).toMatchObject({ status: 200, fault: '' })
  })

  test('is called by the generated client with every kind of body, typed as the contract has it', async () => {
    const results = await backends.get('files')?.callWithClient?.(`${service('files').url}/api`)
    const found = '{"found":3,"how":{"exactly":true}}'
    expect(results).toEqual(['a.png of 3', 'A', '400 object undefined', found, '204'])
    expect(seen('files')).toMatchObject({
      upload: { file: { mediaType: 'image/png' }, previews: [{}, {}], count: 2, details: { title: 'a b' } },
      search: { q: 'a&b', limit: 3, kinds: ['x', 'y'] },
      replaced: Buffer.from('123'),
    })
  })
})
