/**
 * A contract in small that meets every rule, made anew on each call so that a test may break it in one place.
 * It has one secured operation with a parameter, and one generation with a body.
 */
export function soundContract() {
  return {
    openapi: '3.1.0',
    info: { title: 'Sound', version: '1.0.0', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/' }],
    tags: [{ name: 'Things', description: 'Things to read and to make.' }],
    paths: {
      '/things/{thingId}': { get: readThing() },
      '/things': { post: makeThing() },
    },
    components: {
      securitySchemes: { ApiKey: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Thing: {
          type: 'object',
          description: 'A thing.',
          required: ['id'],
          properties: { id: { type: 'string', description: 'Id of the thing.' } },
        },
        ApiError: {
          type: 'object',
          description: 'What went wrong.',
          properties: {
            status: { type: 'integer', description: 'The status.' },
            code: { type: 'string', description: 'The code.' },
          },
        },
      },
    },
    'x-resolutions': { thing: { big: { edge: 'long', px: 64 } } },
    'x-limits': { thingBytesMax: { value: 10, description: 'Largest thing.' } },
    'x-error-statuses': Object.fromEntries(refusals.map((status) => [codeOf(status), status])),
  }
}

const refusals = [400, 401, 402, 403, 404, 408, 409, 413, 415, 429, 500, 503]

function codeOf(status: number) {
  return `CODE_${status}`
}

function readThing() {
  return {
    operationId: 'readThing',
    tags: ['Things'],
    summary: 'Read a thing',
    description: 'Reads it.',
    security: [{ ApiKey: [] }],
    parameters: [
      { name: 'thingId', in: 'path', required: true, description: 'Which one.', schema: { type: 'string' } },
    ],
    responses: answers([400, 401, 404, 500, 503]),
  }
}

function makeThing() {
  return {
    operationId: 'makeThing',
    tags: ['Things'],
    summary: 'Make a thing',
    description: 'Makes it.',
    security: [{ ApiKey: [] }],
    parameters: [
      {
        name: 'Idempotency-Key',
        in: 'header',
        description: 'Names the request.',
        schema: { type: 'string' },
      },
    ],
    requestBody: { required: true, content: content('Thing', { id: 'a' }) },
    responses: answers([400, 401, 402, 403, 408, 409, 413, 415, 429, 500, 503]),
  }
}

function answers(statuses: readonly number[]): Record<string, Answer> {
  const errors = statuses.map((status): [string, Answer] => [
    String(status),
    answer('Refused.', headersOf(status), content('ApiError', { status, code: codeOf(status) })),
  ])
  return {
    200: answer('Done.', headersOf(200), content('Thing', { id: 'a' })),
    ...Object.fromEntries(errors),
  }
}

function answer(description: string, headers: Record<string, object>, content: Content): Answer {
  return { description, headers, content }
}

function headersOf(status: number): Record<string, object> {
  const names = ['X-Request-Id']
  if (status === 401) names.push('WWW-Authenticate')
  if (status === 429 || status === 503) names.push('Retry-After')
  return Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]))
}

function content(schema: string, value: object): Content {
  return {
    'application/json': {
      schema: { $ref: `#/components/schemas/${schema}` },
      examples: { plain: { value } },
    },
  }
}

type Content = Record<'application/json', { schema: object; examples: object }>
type Answer = { description: string; headers: Record<string, object>; content: Content }
