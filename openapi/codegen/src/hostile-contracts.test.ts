import { afterAll, describe, expect, test } from 'vitest'
import { serverFiles } from './generate.ts'
import type { Contract } from './read/contract.ts'
import { type CompiledPackages, compiledPackages } from './support/fixture-packages.ts'

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

  test('may have tags and operations whose names are the same as identifiers', () => {
    const get = (operationId: string, tag: string) => ({
      get: { operationId, tags: [tag], responses: { 204: { description: 'None.' } } },
    })
    const more = {
      '/a': get('read-it', 'My Tag'),
      '/b': get('read_it', 'my-tag'),
      '/c': get('readIt', 'MYTAG'),
      '/d': get('read it', 'makers'),
    }
    const files = serverFiles(contract({ Item: { type: 'string' } }, 'Item', more))
    const names = Object.keys(files).filter((name) => name.endsWith('-api.ts'))
    expect(names).toHaveLength(5)
    expect(files['apis.ts']).toContain('readonly myTag2: MyTag2Api')
    expect(files['my-tag2-controller.ts']).toContain('class MyTag2Controller')
    const methods = [...(files['operations.ts'] ?? '').matchAll(/^ {2}(\w+): \{$/gm)].map(([, id]) => id)
    expect(methods.sort()).toEqual(['one', 'readIt', 'readIt_', 'readIt__', 'read_it'].sort())
  })

  test('may have schemas whose names are the same as identifiers', () => {
    const schemas = {
      'a-b': { type: 'string' },
      'a.b': { type: 'integer' },
      AB: {
        type: 'object',
        properties: { x: { $ref: '#/components/schemas/a-b' }, y: { $ref: '#/components/schemas/a.b' } },
      },
    }
    const files = serverFiles(contract(schemas, 'AB'))
    const types = [...(files['models.ts'] ?? '').matchAll(/^export (?:type|interface) (\w+)/gm)].map(
      ([, name]) => name,
    )
    expect(new Set(types).size).toBe(types.length)
  })
})

describe('what is generated of a contract that carries code', () => {
  const code = (end: string) => `x${end}; globalThis.hostile = true; ${end}`
  const everywhere = code('*/\n\'`"\\')
  let packages: CompiledPackages | undefined
  afterAll(() => packages?.remove())

  test('compiles, and runs none of it', async () => {
    const responses = {
      200: {
        description: everywhere,
        headers: { 'X-Text': { description: everywhere, schema: { type: 'string', enum: [everywhere] } } },
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
      },
    }
    const item = {
      type: 'object',
      title: everywhere,
      description: everywhere,
      required: [everywhere],
      properties: {
        [everywhere]: { type: 'string', default: everywhere, const: everywhere, description: everywhere },
        format: { type: 'string', format: everywhere },
        pattern: { type: 'string', pattern: '[*]/\'`"\n' },
        'discount%': { type: 'number', example: everywhere },
      },
    }
    const operation = (operationId: string, tag: string) => ({
      operationId,
      tags: [tag, everywhere],
      summary: code('*/'),
      description: everywhere,
      security: [{ [everywhere]: [everywhere] }],
      parameters: [
        {
          name: everywhere,
          in: 'query',
          description: everywhere,
          schema: { type: 'string', format: '__proto__' },
        },
      ],
      responses,
    })
    const document: unknown = {
      openapi: '3.1.0',
      info: { title: everywhere, version: '1' },
      tags: [{ name: everywhere, description: everywhere }],
      paths: {
        "/it's": { get: operation('toString', code('*/')) },
        "/a',globalThis.hostile='yes','b": { get: operation('hasOwnProperty', everywhere) },
        '/c': { get: operation('constructor', everywhere), post: operation('__proto__', '__proto__') },
        '/d': { get: operation(everywhere, 'constructor') },
      },
      components: {
        schemas: { Item: item },
        securitySchemes: { [everywhere]: { type: 'apiKey', in: 'header', name: 'X-Key' } },
      },
      'x-limits': { someMax: { value: 5, description: everywhere } },
    }
    packages = await compiledPackages([{ name: 'hostile', document: document as Contract }])
    await packages.load('hostile/server/index.js')
    await packages.load('hostile/client/index.js')
    expect(Reflect.get(globalThis, 'hostile')).toBeUndefined()
  })

  test('has no limit whose name is code', () => {
    const limits = { 'a: 1 }; globalThis.hostile = true; ({ b': { value: 1, description: 'One.' } }
    const document = { ...contract({ Item: { type: 'string' } }, 'Item'), 'x-limits': limits }
    expect(() => serverFiles(document)).toThrow(/x-limits\..* must have the name of a constant/)
  })
})
