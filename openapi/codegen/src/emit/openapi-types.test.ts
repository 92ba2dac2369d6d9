import { expect, test } from 'vitest'
import type { Schema } from '../read/contract.ts'
import { openapiTypesFile } from './openapi-types.ts'

type AnySchema = Schema & { readonly multipleOf?: number }

async function typeOf(schema: AnySchema): Promise<string | undefined> {
  const document = {
    openapi: '3.1.0',
    info: { title: 'Any', version: '1' },
    paths: {
      '/a': {
        post: {
          requestBody: { content: { 'application/json': { schema: { type: 'integer' } as const } } },
          responses: { 204: { description: 'Done.' } },
        },
      },
    },
    components: { schemas: { Any: { type: 'object' as const, properties: { field: schema } } } },
  }
  return /^ *field\?: (.*);$/m.exec(await openapiTypesFile(document))?.[1]
}

test.each<[AnySchema, string]>([
  [{ type: 'integer', minimum: 4, maximum: 7 }, '4 | 5 | 6 | 7'],
  [{ type: 'integer', minimum: -1, maximum: 1 }, '-1 | 0 | 1'],
  [{ type: 'integer', minimum: 0, maximum: 9, multipleOf: 3 }, '0 | 3 | 6 | 9'],
  [{ type: ['integer', 'null'], minimum: 1, maximum: 2 }, '1 | 2 | null'],
])('an integer of few values, %j, is the union of them', async (schema, text) => {
  expect(await typeOf(schema)).toBe(text)
})

test.each<[AnySchema, string]>([
  [{ type: ['string', 'null'], format: 'binary' }, 'Blob | null'],
  [{ $ref: '#/paths/~1a/post/requestBody/content/application~1json/schema' }, 'number'],
])('what openapi-typescript takes for something else, %j, is what it says', async (schema, text) => {
  expect(await typeOf(schema)).toBe(text)
})

test.each<[AnySchema, string]>([
  [{ type: 'integer' }, 'number'],
  [{ type: 'integer', minimum: 1 }, 'number'],
  [{ type: 'integer', minimum: 1, maximum: 100 }, 'number'],
  [{ type: 'integer', minimum: 5, maximum: 4 }, 'number'],
  [{ type: 'number', minimum: 4, maximum: 7 }, 'number'],
  [{ type: ['integer', 'string'], minimum: 4, maximum: 7 }, 'number | string'],
  [{ type: 'integer', minimum: 4, maximum: 15, enum: [5, 8] }, '5 | 8'],
])('any other, %j, stays as it is', async (schema, text) => {
  expect(await typeOf(schema)).toBe(text)
})
