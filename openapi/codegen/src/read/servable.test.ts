import { expect, test } from 'vitest'
import type { Contract } from './contract.ts'
import { servable } from './servable.ts'

const item = { type: 'object', properties: { a: { type: 'string' } } }
const text = { type: 'string' }

/** What is served of one operation, and the notices about it. */
function served(operation: object, method = 'post', path = '/a') {
  const given = { responses: { 200: { description: '' } }, ...operation }
  const document = JSON.parse(
    JSON.stringify({ openapi: '3.1.0', paths: { [path]: { [method]: given } }, components: { schemas: {} } }),
  )
  const { document: made, notices } = servable(document)
  const of: Contract = made
  return { ...Object(of.paths[path])[method], notices: notices.map(({ reason }) => reason) }
}

const body = (content: object) => ({ requestBody: { content } })

test('JSON is served, and events beside it; what else stands there is named', () => {
  const content = {
    'application/xml': { schema: item },
    'application/json': { schema: item },
    'text/event-stream': {},
  }
  expect(served({ responses: { 200: { description: '', content } } })).toMatchObject({
    responses: { 200: { content: { 'application/json': { schema: item }, 'text/event-stream': {} } } },
    notices: ['application/xml is not served beside application/json'],
  })
  expect(Object.keys(served(body(content)).requestBody.content)).toEqual(['application/json'])
})

test('a body of one schema may be JSON or a form', () => {
  const content = {
    'application/json': { schema: item },
    'application/x-www-form-urlencoded': { schema: item },
  }
  expect(served(body(content))).toMatchObject({ requestBody: { content }, notices: [] })
})

test('XML alone is passed on as text', () => {
  expect(served(body({ 'application/xml': { schema: item } }))).toMatchObject({
    requestBody: { content: { 'application/xml': { schema: text } } },
    notices: ['application/xml is not parsed: it is passed on as text'],
  })
})

test.each([
  [{ 404: { description: 'None.' } }, { 200: { description: 'Done.' }, 404: { description: 'None.' } }],
  [
    { default: { description: 'Good.' } },
    { 200: { description: 'Good.' }, default: { description: 'Good.' } },
  ],
  [{ '2XX': { description: 'Good.' } }, { 200: { description: 'Good.' } }],
])('an operation with the responses %j has a success', (responses, expected) => {
  expect(served({ responses })).toMatchObject({
    responses: expected,
    notices: [expect.stringContaining('served as 200')],
  })
})

test('what a path names is a parameter, and nothing else is one of it', () => {
  const parameters = [
    { name: 'b', in: 'path', required: true, schema: text },
    { name: 'Accept', in: 'header', schema: text },
  ]
  expect(served({ parameters }, 'get', '/a/{id}')).toMatchObject({
    parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
    notices: [
      'the path parameter id is not declared, so it is any text',
      'the path parameter b is not in the path',
    ],
  })
})

test('GET has no body, a header is a text, and nothing answers TRACE', () => {
  const headers = { L: { schema: { type: 'array', items: text } } }
  const get = served(
    { ...body({ 'application/json': {} }), responses: { 200: { description: '', headers } } },
    'get',
  )
  expect(get).not.toHaveProperty('requestBody')
  expect(get).toMatchObject({ responses: { 200: { headers: { L: { schema: text } } } } })
  expect(served({}, 'trace')).toEqual({
    notices: ['is left out: the edge answers it, with the methods of the path'],
  })
})

test('an operation that differs by a fragment or a query alone is named, and any other of it served', () => {
  const operation = { responses: { 204: { description: '' } } }
  const { document, notices } = servable(
    JSON.parse(
      JSON.stringify({
        paths: {
          '/a': { get: operation },
          '/a#b': { get: operation, put: operation },
          '/a?c': { post: operation },
        },
      }),
    ),
  )
  expect(Object.keys(document.paths)).toEqual(['/a'])
  expect(Object.keys(document.paths['/a'] ?? {}).sort()).toEqual(['get', 'post', 'put'])
  expect(notices).toMatchObject([
    { where: 'GET /a#b', reason: 'is left out: its requests are those of GET /a' },
    { where: '/a#b', reason: 'is served as /a' },
    { where: '/a?c', reason: 'is served as /a' },
  ])
})

test('paths that differ by the names of their parameters alone are one, whose operations keep their own parameters', () => {
  const named = (name: string, place = 'path') => ({
    name,
    in: place,
    required: true,
    schema: { type: 'string' },
  })
  const operation = { responses: { 204: { description: '' } } }
  const { document, notices } = servable(
    JSON.parse(
      JSON.stringify({
        paths: {
          '/a/{id}': { parameters: [named('id'), named('q', 'query')], get: operation },
          '/a/{name}': { parameters: [named('name')], get: operation, put: operation },
        },
      }),
    ),
  )
  expect(document.paths).toMatchObject({
    '/a/{id}': {
      get: { parameters: [named('id'), named('q', 'query')] },
      put: { parameters: [named('id')] },
    },
  })
  expect(notices).toMatchObject([
    { where: 'GET /a/{name}', reason: 'is left out: its requests are those of GET /a/{id}' },
    { where: '/a/{name}', reason: 'is served as /a/{id}' },
  ])
})

test('an operationId that is there twice is one, and another', () => {
  const operation = { operationId: 'a', responses: { 200: { description: '' } } }
  const document = JSON.parse(JSON.stringify({ paths: { '/a': { get: operation, post: operation } } }))
  const { paths } = servable(document).document
  expect([paths['/a']?.get?.operationId, paths['/a']?.post?.operationId]).toEqual(['a', 'a2'])
})

test('a document without any of that stays as it is', () => {
  const document = JSON.parse(
    JSON.stringify({
      openapi: '3.1.0',
      paths: { '/a': { get: { responses: { 204: { description: '' } } } } },
    }),
  )
  expect(JSON.stringify(servable(document).document)).toBe(JSON.stringify(document))
})
