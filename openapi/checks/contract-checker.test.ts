import { describe, expect, test } from 'vitest'
import { ContractBreach, createContractChecker, type SeenResponse } from './contract-checker.ts'

/** A contract small enough to see at a glance which rule a response breaks. */
const checker = createContractChecker({
  openapi: '3.1.0',
  paths: {
    '/api/v1/things/{thingId}': {
      get: {
        operationId: 'getThing',
        responses: {
          200: {
            description: 'It.',
            headers: {
              'X-Request-Id': { required: true, schema: { type: 'string' } },
              'Retry-After': { schema: { type: 'integer', minimum: 1 } },
            },
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
  },
  components: {
    responses: {
      NotFound: {
        headers: { 'X-Request-Id': { required: true, schema: { type: 'string' } } },
        content: {
          'application/json': {
            schema: { $ref: '#/components/schemas/ApiError' },
            examples: { missing: { $ref: '#/components/examples/missing' } },
          },
        },
      },
    },
    examples: { missing: { value: { status: 404, code: 'THING_NOT_FOUND', requestId: 'a' } } },
    schemas: {
      Thing: {
        allOf: [
          {
            type: 'object',
            required: ['id'],
            properties: { id: { type: 'string' }, madeAt: { type: 'string', format: 'date-time' } },
          },
          {
            type: 'object',
            properties: {
              parts: { type: 'array', items: { $ref: '#/components/schemas/Part' } },
              notes: { type: 'object' },
              maker: { oneOf: [{ $ref: '#/components/schemas/Part' }, { type: 'null' }] },
            },
          },
        ],
      },
      Part: { type: 'object', properties: { name: { type: 'string' } } },
      ApiError: {
        type: 'object',
        required: ['status', 'code', 'requestId'],
        properties: { status: { type: 'integer' }, code: { type: 'string' }, requestId: { type: 'string' } },
      },
    },
  },
})

const good: SeenResponse = {
  method: 'GET',
  path: '/api/v1/things/a?full=1',
  status: 200,
  headers: { 'x-request-id': 'r1', 'content-type': 'application/json; charset=utf-8' },
  body: {
    id: 'a',
    parts: [{ name: 'lid' }],
    notes: { free: 1 },
    maker: null,
    madeAt: '2026-01-01T00:00:00.000Z',
  },
}
const refused: SeenResponse = {
  ...good,
  status: 404,
  body: { status: 404, code: 'THING_NOT_FOUND', requestId: 'r1' },
}

describe('a response as documented', () => {
  test('passes and names its operation', () => {
    expect(checker.checkResponse(good).operationId).toBe('getThing')
  })

  test('passes when it is a documented refusal', () => {
    expect(checker.checkResponse(refused).operationId).toBe('getThing')
  })

  test('passes with a number in a header', () => {
    expect(() =>
      checker.checkResponse({ ...good, headers: { ...good.headers, 'retry-after': '3' } }),
    ).not.toThrow()
  })
})

describe('a response against the contract is told with its fault', () => {
  const faults: [string, SeenResponse, RegExp][] = [
    ['an unknown path', { ...good, path: '/api/v1/other' }, /no such operation/],
    ['an unknown method', { ...good, method: 'DELETE' }, /no such operation/],
    ['an undocumented status', { ...good, status: 500 }, /documents 200, 404 only/],
    [
      'a missing required header',
      { ...good, headers: { 'content-type': 'application/json' } },
      /x-request-id is missing/,
    ],
    [
      'a header out of range',
      { ...good, headers: { ...good.headers, 'retry-after': '0' } },
      /retry-after must be >= 1/,
    ],
    [
      'another media type',
      { ...good, headers: { 'x-request-id': 'r1', 'content-type': 'text/html' } },
      /text\/html/,
    ],
    ['a missing field', { ...good, body: {} }, /required property 'id'/],
    ['a field of another type', { ...good, body: { id: 1 } }, /body\/id must be string/],
    ['a broken format', { ...good, body: { id: 'a', madeAt: 'yesterday' } }, /date-time/],
    ['an undocumented field', { ...good, body: { id: 'a', secret: 1 } }, /unevaluatedProperty: "secret"/],
    ['an undocumented field deep down', { ...good, body: { id: 'a', parts: [{ price: 1 }] } }, /"price"/],
    ['no body', { ...good, body: undefined }, /body must be object/],
    [
      'a status in the body that is not the response’s',
      { ...refused, body: { status: 400, code: 'THING_NOT_FOUND', requestId: 'r1' } },
      /body\/status is 400/,
    ],
    [
      'an error code without an example',
      { ...refused, body: { status: 404, code: 'OTHER', requestId: 'r1' } },
      /OTHER is not documented/,
    ],
    [
      'another request id in the body',
      { ...refused, body: { status: 404, code: 'THING_NOT_FOUND', requestId: 'r2' } },
      /requestId differs/,
    ],
  ]
  test.each(faults)('%s', (_name, response, message) => {
    expect(() => checker.checkResponse(response)).toThrow(ContractBreach)
    expect(() => checker.checkResponse(response)).toThrow(message)
  })
})

test('all faults of one response are told at once', () => {
  const broken = { ...good, headers: { 'content-type': 'application/json' }, body: { madeAt: 'x' } }
  expect(() => checker.checkResponse(broken)).toThrow(/x-request-id is missing[\s\S]*'id'[\s\S]*date-time/)
})

test('a refusal of a request for no operation must be the error body', () => {
  expect(() => checker.checkErrorResponse({ ...refused, path: '/api/v1/none' })).not.toThrow()
  expect(() => checker.checkErrorResponse({ ...refused, path: '/api/v1/none', body: '<html>' })).toThrow(
    /must be object/,
  )
})
