import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '../../../runtime/src/validation.ts'
import { checkable } from './checkable.ts'
import type { Schema } from './contract.ts'

/** What Ajv is told by everything that judges values of a contract. */
export const sharedRules = {
  // Redocly has checked what a schema is made of, and says where it is wrong.
  validateSchema: false,
  allErrors: true,
  // Prices are decimals: 19.99 is a multiple of 0.01, and not quite one in binary.
  multipleOfPrecision: 9,
} as const satisfies Options

/** Compiles resolved schemas where no module of validators is made, to judge values as a generated server does. */
export function schemaJudge(): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv2020({ ...sharedRules, strict: false, ownProperties: true })
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, Object(format))
  return (schema) => ajv.compile(checkable(schema))
}
