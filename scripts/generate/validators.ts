import { Ajv2020 } from 'ajv/dist/2020.js'
import standaloneCode from 'ajv/dist/standalone/index.js'
import { inputParameters } from './apis.ts'
import { banner, sourceFile } from './banner.ts'
import type { Contract, Parameter, Schema } from './contract.ts'
import { resolveSchema } from './follow.ts'
import { upperFirst } from './names.ts'
import type { Operation } from './operations.ts'

const parts = ['path', 'query', 'headers', 'body'] as const
type Part = (typeof parts)[number]

/**
 * `request-validators.js`: the contract's own schemas of everything a request carries, compiled ahead of
 * time, so that the server neither compiles at start nor carries a compiler. `request-validators-index.ts`
 * names them by operation.
 */
export function validatorFiles(contract: Contract, operations: readonly Operation[]): Record<string, string> {
  const schemas = operations.flatMap((operation) =>
    parts.flatMap((part) => {
      const schema = requestSchema(contract, operation, part)
      return schema === undefined ? [] : [{ operation, part, name: validatorName(operation, part), schema }]
    }),
  )
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    // A branch of anyOf may require what the schema beside it declares.
    strictRequired: false,
    code: { source: true, esm: true, lines: true, optimize: 2 },
    schemas: Object.fromEntries(schemas.map(({ name, schema }) => [name, schema])),
  })
  const code = standaloneCode.default(ajv, Object.fromEntries(schemas.map(({ name }) => [name, name])))
  const byOperation = operations.map((operation) => {
    const members = schemas
      .filter((item) => item.operation === operation)
      .map(({ part, name }) => `${part}: validators.${name}`)
    return `  ${operation.id}: {${members.length > 0 ? ` ${members.join(', ')} ` : ''}},`
  })
  return {
    'request-validators.js': `${banner}\n${importable(code)}`,
    'validators.ts': sourceFile([
      "import type { OperationId } from './operations.js'\nimport * as validators from './request-validators.js'",
      `/** One broken rule: which keyword of the schema, where in the checked value, and the keyword's own facts. */
export interface BrokenRule {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
}`,
      `/** Answers whether the value meets the contract; if not, \`errors\` holds every broken rule until the next call. */
export interface Validator {
  (value: unknown): boolean
  readonly errors?: readonly BrokenRule[] | null
}`,
      `/** What an operation checks of a request, part by part. A part that is missing has no rules. */
export interface RequestValidators {
${parts.map((part) => `  readonly ${part}?: Validator`).join('\n')}
}`,
      `export const requestValidators: Readonly<Record<OperationId, RequestValidators>> = {\n${byOperation.join('\n')}\n}`,
    ]),
  }
}

/** The schema of one part of a request, or undefined when the operation takes nothing there. */
function requestSchema(contract: Contract, operation: Operation, part: Part): Schema | undefined {
  if (part === 'body') return operation.body && resolveSchema(contract, operation.body.schema)
  const place = part === 'headers' ? 'header' : part
  const parameters = inputParameters(operation).filter((parameter) => parameter.in === place)
  if (parameters.length === 0) return undefined
  return {
    type: 'object',
    required: parameters
      .filter((parameter) => parameter.required === true)
      .map((parameter) => parameter.name),
    properties: Object.fromEntries(
      parameters.map((parameter) => [parameter.name, textSchema(contract, operation, parameter)]),
    ),
  }
}

/**
 * Parameters arrive as text; one of another type would need a conversion, which nobody has decided on yet.
 */
function textSchema(contract: Contract, operation: Operation, parameter: Parameter): Schema {
  const schema = resolveSchema(contract, parameter.schema)
  if (schema.type !== 'string') {
    throw new Error(
      `${operation.id}: parameter ${parameter.name} is no string; teach the generator how to read it`,
    )
  }
  return schema
}

/** Ajv's ES module output still calls \`require\` for its runtime (its issue 2209), so it gets one. */
function importable(code: string): string {
  const prefix =
    "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)\n"
  return `${prefix}${code.replace('"use strict";', '')}\n`
}

function validatorName(operation: Operation, part: Part): string {
  return `${operation.id}${upperFirst(part)}`
}
