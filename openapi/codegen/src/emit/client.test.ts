import { describe, expect, test } from 'vitest'
import { bodyText, cookieText, queryText, readBody, type Style, typeOfBody } from '../../client/wire.ts'
import { defaultSettings } from '../settings.ts'
import { fixtureContract } from '../support/fixture-contract.ts'
import { clientFiles } from './client.ts'
import { openapiTypesFile } from './openapi-types.ts'

describe('the client writes a query as the contract says', () => {
  test.each<[object, Style | undefined, string]>([
    [{ a: [1, 2] }, undefined, 'a=1&a=2'],
    [{ a: [1, '2,3'] }, { style: 'form', explode: false }, 'a=1,2%2C3'],
    [{ a: ['x', 'y z'] }, { style: 'pipeDelimited', explode: false }, 'a=x|y%20z'],
    [{ a: [1, 2] }, { style: 'spaceDelimited', explode: false }, 'a=1%202'],
    [{ a: { b: 1, 'c&': '=' } }, { style: 'deepObject', explode: true }, 'a[b]=1&a[c%26]=%3D'],
    [{ a: { b: 1, c: 2 } }, undefined, 'b=1&c=2'],
    [{ a: { b: 1, c: 2 } }, { style: 'form', explode: false }, 'a=b,1,c,2'],
    [{ a: { b: [1] } }, { style: 'json', explode: true }, 'a=%7B%22b%22%3A%5B1%5D%7D'],
    [
      { a: undefined, 'b&': null, 'c[d]': 'e&f', g: [], h: {}, i: false },
      undefined,
      'c%5Bd%5D=e%26f&i=false',
    ],
  ])('%j in %j is %s', (values, style, text) => {
    expect(queryText({ ...values }, style === undefined ? {} : { a: style })).toBe(text)
  })

  test('and refuses what no style can write', () => {
    const styles = { a: { style: 'deepObject', explode: true } } as const
    expect(() => queryText({ a: { b: { c: 1 } } }, styles)).toThrow('nested')
  })
})

test('the client sends JSON of any name, text, bytes and forms under their own media types', async () => {
  const png = new Blob(['1'], { type: 'image/png' })
  const patch = { bodyType: 'application/merge-patch+json' }
  const form = { bodyType: 'application/x-www-form-urlencoded' }
  expect([bodyText('a', patch), typeOfBody('a', patch)]).toEqual(['"a"', 'application/merge-patch+json'])
  expect(bodyText({ a: ['b', 'c'], d: { e: 1 }, f: null }, form)).toBe('a=b&a=c&d=%7B%22e%22%3A1%7D')
  expect(bodyText(new URLSearchParams('a=b'), form)).toBeInstanceOf(URLSearchParams)
  expect([bodyText(png, { bodyType: 'image/*' }), typeOfBody(png, { bodyType: 'image/*' })]).toEqual([
    png,
    'image/png',
  ])
  expect(typeOfBody(new Uint8Array(), { bodyType: '*/*' })).toBe('application/octet-stream')
  expect(typeOfBody({}, { bodyType: 'multipart/form-data' })).toBeUndefined()
  const fields = bodyText({ a: [png, png], b: 2, c: { d: true } }, { bodyType: 'multipart/form-data' })
  expect(
    fields instanceof FormData && [...fields.entries()].map(([name, value]) => [name, typeof value]),
  ).toEqual([
    ['a', 'object'],
    ['a', 'object'],
    ['b', 'string'],
    ['c', 'string'],
  ])
  expect(cookieText({ a: 'b; c', d: undefined, e: 1 })).toBe('a=b%3B%20c; e=1')
})

test('the client reads a response as its status declares it, and a failure of somebody else as text', async () => {
  const reads = { 200: 'text', '2XX': 'blob', default: 'json' } as const
  const readOf = (status: number, text: string) => readBody(new Response(text, { status }), reads, 'json')
  expect(await readOf(200, '007')).toBe('007')
  expect(await readOf(202, 'a')).toBeInstanceOf(Blob)
  expect(await readOf(404, '{"a":1}')).toEqual({ a: 1 })
  expect(await readOf(502, '<html>')).toBe('<html>')
  expect(await readBody(new Response('', { status: 200 }), undefined, 'json')).toBeUndefined()
  await expect(readBody(new Response('<html>', { status: 200 }), undefined, 'json')).rejects.toThrow('JSON')
  expect(await readBody(new Response('[1]'), undefined, 'text')).toBe('[1]')
})

test('what an operation does not have as JSON and in the usual style stands in the table of the client', () => {
  const document = fixtureContract()
  const [path = ''] = Object.keys(document.paths)
  const operation = {
    operationId: 'one',
    parameters: [
      { name: 'ids', in: 'query', explode: false, schema: {} },
      { name: 'where', in: 'query', style: 'deepObject', explode: true, schema: {} },
      { name: 'q', in: 'query', schema: {} },
    ],
    requestBody: { content: { 'text/csv': {} } },
    responses: {
      200: { description: '', content: { 'image/png': {} } },
      '4XX': { description: '', content: { 'application/json': {} } },
    },
  } as const
  const { 'operations.ts': table } = clientFiles(
    { ...document, paths: { [path]: { post: operation } } },
    defaultSettings,
  )
  expect(table?.replaceAll(/\s+/g, ' ')).toContain(
    "bodyType: 'text/csv', styles: { ids: { style: 'form', explode: false, }, where: { style: 'deepObject', explode: true, }, }, reads: { '200': 'blob', '4XX': 'json', }",
  )
})

test('types of what is composed with a schema that may be null, and of files, compile', async () => {
  const types = await openapiTypesFile({
    openapi: '3.1.0',
    paths: {},
    components: {
      schemas: {
        Maybe: { type: ['object', 'null'], properties: { a: { type: 'string' } } },
        Both: { allOf: [{ $ref: '#/components/schemas/Maybe' }], required: ['a'] },
        File: { type: 'string', format: 'binary' },
      },
    },
  })
  expect(types).toMatch(/Both: WithRequired<.*, "a">/)
  expect(types).toContain('type WithRequired<T, K extends PropertyKey>')
  expect(types).toContain('File: Blob;')
})
