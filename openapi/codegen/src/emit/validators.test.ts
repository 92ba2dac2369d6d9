import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violationsOf } from '../../../runtime/src/validation.ts'
import { operationsOf } from '../read/operations.ts'
import type { SharedSchemas } from '../read/shared-schemas.ts'
import { fixtureContract, fixtureSettings } from '../support/fixture-contract.ts'
import { selfContained } from './self-contained.ts'
import { validatorFiles, validatorModule } from './validators.ts'

type Validate = (value: unknown) => boolean

let folder: string
let validators: Readonly<Record<string, Validate>>
beforeAll(async () => {
  const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache')
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'validators-'))
  const contract = fixtureContract()
  const file = join(folder, 'request-validators.ts')
  await writeFile(
    file,
    validatorFiles(contract, operationsOf(contract, fixtureSettings), fixtureSettings)[
      'request-validators.ts'
    ] ?? '',
  )
  validators = await import(file)
})
afterAll(() => rm(folder, { recursive: true }))

describe('validators compiled ahead of time', () => {
  test('are there for each part of a request that has rules', () => {
    expect(Object.keys(validators).sort()).toEqual([
      'getTaskPath',
      'listEffectsQuery',
      'transformImageBody',
      'transformImageHeaders',
    ])
  })

  test.each([
    [{ assetId: 'a', effectId: 'e' }, true],
    [{ assetId: 'a', prompt: '😀'.repeat(20) }, true],
    [{ assetId: 'a', prompt: '😀'.repeat(21) }, false],
    [{ assetId: 'a' }, false],
    [{ effectId: 'e' }, false],
    [{ assetId: 'a', effectId: 'e', durationSeconds: 4 }, true],
    [{ assetId: 'a', effectId: 'e', durationSeconds: '4' }, false],
    [{ assetId: 'a', effectId: 'e', loopCount: 7 }, false],
    [{ assetId: 'a', effectId: 'e', unknown: 1 }, true],
  ])('judge %j as the contract does: %s', (body, verdict) => {
    expect(validators.transformImageBody?.(body)).toBe(verdict)
  })

  test('leave what they judge as it was', () => {
    const body = { assetId: 'a', effectId: 'e', unknown: 1 }
    validators.transformImageBody?.(body)
    expect(body).toEqual({ assetId: 'a', effectId: 'e', unknown: 1 })
  })

  test('judge parameters by their names', () => {
    expect(validators.getTaskPath?.({ taskId: 'x'.repeat(64) })).toBe(true)
    expect(validators.getTaskPath?.({ taskId: 'x'.repeat(65) })).toBe(false)
    expect(validators.transformImageHeaders?.({})).toBe(true)
    expect(validators.transformImageHeaders?.({ 'Idempotency-Key': '' })).toBe(false)
    expect(validators.listEffectsQuery?.({ surface: 'audio' })).toBe(false)
  })
})

const open = {
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: 2 },
    days: { type: 'array', items: { type: 'string', format: 'date' } },
  },
  anyOf: [{ type: 'object', properties: { note: {} } }],
}

/** No component is a function of its own. */
const noneShared: SharedSchemas = { resolve: (schema) => schema, components: () => [] }

test.each([
  ['may have any others', open, []],
  ['may have no others', { ...open, unevaluatedProperties: false }, [' unevaluatedProperties']],
])('validators without Ajv find every broken rule of an object that %s', async (_, schema, more) => {
  const code = selfContained(validatorModule([{ name: 'check', schema }], noneShared, true))
  const { check } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect(check({ name: 'äöü', days: ['2026-02-30', 1], other: 1 })).toBe(false)
  const broken: { instancePath: string; keyword: string }[] = check.errors
  expect(broken.map(({ instancePath, keyword }) => `${instancePath} ${keyword}`)).toEqual([
    '/name maxLength',
    '/days/0 format',
    '/days/1 type',
    ...more,
  ])
  expect(check({ name: 'äö', days: ['2026-02-28'], note: 1 })).toBe(true)
})

test.each([
  [{ enum: ['a', null, ''] }, 1, '/x must be one of: a, null, ""'],
  [{ const: '' }, 1, '/x must be ""'],
  [{ oneOf: [{ type: 'string' }, { type: 'null' }] }, 1, '/x must be a string or null'],
  [
    { type: 'object', propertyNames: { pattern: '^[a-z]+$' } },
    { A: 1 },
    '/x/A is not an allowed name of a field',
  ],
  [
    { contains: { type: 'integer', minimum: 5 } },
    [1, 'a'],
    '/x must have at least 1 of the items that it has to contain',
  ],
  [
    { contains: { minimum: 5 }, minContains: 0, maxContains: 1 },
    [6, 7],
    '/x must have at least 0 and at most 1 of the items that it has to contain',
  ],
  [
    { anyOf: [{ required: ['a', 'b'] }, { required: ['c'] }] },
    {},
    '/x/a is required unless c is given; /x/b is required unless c is given; /x/c is required unless a and b are given',
  ],
  [
    { items: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
    [{}, {}],
    [0, 1]
      .map((at) => `/x/${at}/a is required unless b is given; /x/${at}/b is required unless a is given`)
      .join('; '),
  ],
  [{ oneOf: [{}, { minLength: 1 }] }, 'a', '/x meets several alternatives, and may meet only one'],
  [{ prefixItems: [{}], items: { not: {} } }, [1, 2], '/x/1 is not allowed'],
])('%j says of %j: %s', async (x, value, sentences) => {
  const schema = { type: 'object', properties: { x: Object(x) } }
  const code = selfContained(validatorModule([{ name: 'check', schema }], noneShared, false))
  const { check } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  expect(check({ x: value })).toBe(false)
  const found = violationsOf(check.errors).map(({ path, message }) => `${path} ${message}`)
  expect(found.join('; ')).toBe(sentences)
})
