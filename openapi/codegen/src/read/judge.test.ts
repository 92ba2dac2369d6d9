import { expect, test } from 'vitest'
import type { Schema } from './contract.ts'
import { schemaJudge } from './judge.ts'

test.each<
  [name: string, schema: Schema & { readonly multipleOf?: number }, value: unknown, isRight: boolean]
>([
  ['a date-time with a T', { format: 'date-time' }, '2026-01-31T12:00:00Z', true],
  ['a date-time with a blank', { format: 'date-time' }, '2026-01-31 12:00:00Z', false],
  ['a decimal that binary has not', { multipleOf: 0.01 }, 19.99, true],
  ['an unknown format', { format: 'snowflake' }, 'any', true],
  ['a pattern that is none of ECMAScript', { pattern: '(?i)a' }, 'b', true],
  ['a field that every object inherits', { required: ['toString'] }, {}, false],
])('judges %s as a generated server does', (_name, schema, value, isRight) => {
  expect(schemaJudge()(schema)(value)).toBe(isRight)
})
