import { describe, expect, test } from 'vitest'
import { groupByTag } from './apis.ts'
import { serverFiles } from './generate.ts'
import { operationsOf } from './operations.ts'
import { fixtureContract } from './support/fixture-contract.ts'

describe('the operations of a contract', () => {
  test('are all there, in its order, with references followed', () => {
    const operations = operationsOf(fixtureContract())
    expect(operations.map(({ id }) => id)).toEqual(['getAccount', 'listEffects', 'transformImage', 'getTask'])
    expect(operations[2]?.parameters[0]).toMatchObject({ name: 'Idempotency-Key', in: 'header' })
    expect(operations[0]?.responses.map(({ status }) => status)).toEqual(['200', '401'])
    expect(groupByTag(operations).map(({ tag }) => tag)).toEqual(['Account', 'Images', 'Tasks'])
  })

  test.each([
    ['no security rule', ['      security: []\n', ''], /must state its security/],
    [
      'two security schemes at once',
      ['[{ apiKey: [] }]', '[{ apiKey: [], other: [] }]'],
      /combines security schemes/,
    ],
    ['two tags', ['tags: [Account]', 'tags: [Account, Tasks]'], /exactly one tag/],
    [
      'another media type',
      ['application/json: { schema: { $ref', 'text/plain: { schema: { $ref'],
      /application\/json/,
    ],
    ['a reference to nothing', ['headers/RequestId', 'headers/None'], /leads nowhere/],
    [
      'a keyword that would be lost',
      ['maxLength: 20', 'contentEncoding: base64'],
      /does not know the schema keyword contentEncoding/,
    ],
    [
      'a rule beside a reference',
      [
        'prompt: { $ref: "#/components/schemas/Prompt" }\n        resolution',
        'prompt: { $ref: "#/components/schemas/Prompt", maxLength: 5 }\n        resolution',
      ],
      /stands beside maxLength/,
    ],
    ['a required field that is not declared', ['required: [assetId]', 'required: [assetId, none]'], /none/],
    [
      'a query parameter that is no text',
      [
        'enum: [image, video] } }',
        'enum: [image, video] } }\n        - { name: page, in: query, schema: { type: integer } }',
      ],
      /page is no string/,
    ],
    [
      'a body field with fields of its own',
      [
        'resolution: { type: string, enum: [hd, fhd], default: hd }',
        'resolution: { type: object, properties: { x: { type: string } } }',
      ],
      /is no scalar/,
    ],
    [
      'a schema with a reserved name',
      ['    Effect:\n', '    Response: { type: string }\n    Effect:\n'],
      /must not be called Response/,
    ],
    [
      'a limit without a reason',
      ['value: 60, description: Generation requests per account and minute.', 'value: 60'],
      /needs a number as its value, and a description/,
    ],
    [
      'two successes',
      [
        '        "401": { $ref: "#/components/responses/Unauthenticated" }',
        '        "202": { $ref: "#/components/responses/Unauthenticated" }',
      ],
      /exactly one 2xx/,
    ],
  ] as const)('cannot be generated with %s', (_name, replacement, complaint) => {
    expect(() => serverFiles(fixtureContract(replacement))).toThrow(complaint)
  })
})
