import { describe, expect, test } from 'vitest'
import { serverFiles } from './generate.ts'
import type { Contract } from './read/contract.ts'

function contract(schemas: Record<string, unknown>, used: string, more: object = {}): Contract {
  const content = { 'application/json': { schema: { $ref: `#/components/schemas/${used}` } } }
  const document: unknown = {
    openapi: '3.1.0',
    info: { title: 'Hostile', version: '1' },
    paths: {
      '/one': {
        post: {
          operationId: 'one',
          requestBody: { required: true, content },
          responses: { 200: { description: 'One.', content } },
        },
      },
      ...more,
    },
    components: { schemas },
  }
  return document as Contract
}

describe('a contract made to break the generator', () => {
  test('is rejected where it refers to one schema along a billion paths', () => {
    const schemas = Object.fromEntries(
      Array.from({ length: 30 }, (_, level) => [
        `S${level}`,
        level === 29
          ? { type: 'string' }
          : {
              type: 'object',
              properties: {
                a: { $ref: `#/components/schemas/S${level + 1}` },
                b: { $ref: `#/components/schemas/S${level + 1}` },
              },
            },
      ]),
    )
    expect(() => serverFiles(contract(schemas, 'S0'))).toThrow(/S\d+: stands for more than 50000 schemas/)
  })

  test('may have a schema called __proto__ and a field called constructor, but no field called __proto__', () => {
    const schemas = JSON.parse('{ "__proto__": { "type": "string" } }')
    const item = (field: string) => ({
      type: 'object',
      properties: JSON.parse(`{ "${field}": { "type": "integer" } }`),
    })
    const files = serverFiles(contract({ ...schemas, Item: item('constructor') }, 'Item'))
    expect(files['models.ts']).toMatch(/constructor\?: number/)
    expect(() => serverFiles(contract({ Item: item('__proto__') }, 'Item'))).toThrow(
      /a field is called __proto__/,
    )
  })

  test('may have names that are the same as identifiers', () => {
    const schemas = {
      'a-b': { type: 'string' },
      'a.b': { type: 'integer' },
      AB: {
        type: 'object',
        properties: { x: { $ref: '#/components/schemas/a-b' }, y: { $ref: '#/components/schemas/a.b' } },
      },
    }
    const get = (operationId: string, tag: string) => ({
      get: { operationId, tags: [tag], responses: { 204: { description: 'None.' } } },
    })
    const more = {
      '/a': get('read-it', 'My Tag'),
      '/b': get('read_it', 'my-tag'),
      '/c': get('readIt', 'MYTAG'),
    }
    const files = serverFiles(contract(schemas, 'AB', more))
    const names = Object.keys(files).map((name) => name.toLowerCase())
    expect(new Set(names).size).toBe(names.length)
    const types = [...(files['models.ts'] ?? '').matchAll(/^export (?:type|interface) (\w+)/gm)].map(
      ([, name]) => name,
    )
    expect(new Set(types).size).toBe(types.length)
  })
})
