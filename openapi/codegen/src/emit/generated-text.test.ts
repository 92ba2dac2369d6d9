import { describe, expect, test } from 'vitest'
import { serverFiles } from '../generate.ts'
import { withSortedComponents } from '../read/bundle.ts'
import { readDocument } from '../read-document.ts'
import { fixtureContract, fixtureSettings } from '../support/fixture-contract.ts'
import { banner } from './banner.ts'
import { limitConstantsFile } from './limits.ts'
import { requestFieldsFile } from './request-fields.ts'
import { typeText } from './type-text.ts'

const files = serverFiles(fixtureContract(), fixtureSettings)

describe('generated files', () => {
  test('all begin with the line that names their command', () => {
    for (const text of Object.values(files)) expect(text.startsWith(`${banner}\n`)).toBe(true)
    expect(banner).toContain('npx mediagen-codegen generate')
  })

  test('are the same each time', () => {
    expect(serverFiles(fixtureContract(), fixtureSettings)).toEqual(files)
  })
})

describe('types', () => {
  test.each([
    [{ type: 'string', enum: ['a', "it's"] }, "'a' | 'it\\'s'"],
    [{ type: 'string', const: 'PUT' }, "'PUT'"],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ type: 'object' }, '{ [key: string]: unknown }'],
    [
      { type: 'object', additionalProperties: { type: ['string', 'number'] } },
      '{ [key: string]: string | number }',
    ],
    [{ oneOf: [{ $ref: '#/components/schemas/Id' }, { type: 'null' }] }, 'Id | null'],
    [
      { type: 'object', required: ['a'], properties: { a: { type: 'string' }, 'b-c': { type: 'boolean' } } },
      "{\n  a: string\n  'b-c'?: boolean\n}",
    ],
  ])('of %j', (schema, text) => {
    expect(typeText(schema)).toBe(text)
  })

  test('of the body with alternatives forbid a body with none of them', () => {
    expect(files['models.ts']).toContain(
      'export type ImageTransformationRequest = ImageTransformationFields & ({\n  effectId: Id\n} | {\n  prompt: Prompt\n})',
    )
  })

  test('cannot be broken out of by a description', () => {
    const evil = fixtureContract([
      'description: An opaque id.',
      "description: 'ends */ export const x = 1 @minLength 9'",
    ])
    expect(serverFiles(evil, fixtureSettings)['models.ts']).toContain(
      'ends *\\/ export const x = 1 (at)minLength 9',
    )
  })
})

describe('interfaces', () => {
  test('give each method its checked input and, when secured, its context', () => {
    expect(files['images-api.ts']).toContain(
      'listEffects(input: ListEffectsInput): Promise<{\n    effects: Effect[]\n  }>',
    )
    expect(files['images-api.ts']).toContain(
      "transformImage(input: TransformImageInput, context: RequestContext): Promise<ResponseWithHeaders<AcceptedTask, { 'Idempotency-Replayed'?: IdempotencyReplayedHeader }>>",
    )
    expect(files['account-api.ts']).toContain('getAccount(context: RequestContext): Promise<Account>')
  })
})

describe('facts', () => {
  test('of an operation say what the edge must know', () => {
    expect(files['operations.ts']).toContain(`  transformImage: {
    tag: 'images',
    method: 'post',
    path: '/api/v1/images/transformations',
    secured: true,
    rateLimited: true,
    body: 'required',
    bodyFields: ['assetId', 'effectId', 'prompt', 'resolution', 'durationSeconds', 'loopCount'],
`)
    expect(files['request-forms.ts']).toContain(`  transformImage: {
    fields: {
      assetId: true,
      effectId: true,
      prompt: true,
      resolution: true,
      durationSeconds: true,
      loopCount: true,
    },
  },`)
  })

  test('of the contract become constants', () => {
    expect(files['limits.ts']).toContain(
      '  /** Generation requests per account and minute. */\n  generationRequestsPerMinute: 60,',
    )
    expect(files['defaults.ts']).toContain(
      "transformImage: {\n    resolution: 'hd',\n    durationSeconds: 5,\n  },",
    )
  })
})

describe('the bundle', () => {
  test('has its components by name, and everything else as it was written', () => {
    const bundle = {
      paths: { '/b': 1, '/a': 2 },
      components: { schemas: { B: {}, A: {} }, headers: { D: {}, C: {} } },
    }
    expect(JSON.stringify(withSortedComponents(bundle))).toBe(
      '{"paths":{"/b":1,"/a":2},"components":{"headers":{"C":{},"D":{}},"schemas":{"A":{},"B":{}}}}',
    )
  })
})

describe('values for clients', () => {
  const contract = fixtureContract()
  const { operations } = readDocument(contract, fixtureSettings)

  test('give each field the choices, bounds and default that the contract has, and leave out fields without', () => {
    const text = requestFieldsFile(contract, operations)
    expect(text).toContain("    surface: {\n      type: 'string',\n      enum: ['image', 'video'],\n")
    expect(text).toMatch(
      / {2}transformImage: \{[\s\S]*? {4}resolution: \{\n {6}type: 'string',\n {6}enum: \['hd', 'fhd'\]/,
    )
    expect(text).not.toContain('{}')
  })

  test('have a constant for each limit, under its description', () => {
    const limited = { ...contract, 'x-limits': { filesMax: { value: 3, description: 'Files */ at most.' } } }
    expect(limitConstantsFile(limited)).toBe(
      `${banner}\n\n/** Files *\\/ at most. */\nexport const filesMax = 3\n`,
    )
  })
})
