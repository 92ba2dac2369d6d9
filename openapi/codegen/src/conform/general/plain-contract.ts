import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { type ContractDocument, record } from '../../checker/document.ts'
import type { Contract, RequestBody, Schema } from '../../read/contract.ts'
import { follow, resolveSchema } from '../../read/follow.ts'
import { normalized, withBooleanSchemasAsObjects } from '../../read/normalize.ts'
import { type DeclaredResponse, type Operation, operationsOf } from '../../read/operations.ts'

/** A contract of any service, as its checks read it. */
export interface PlainContract {
  readonly contract: Contract
  readonly operations: readonly Operation[]
  /** Where and why a value breaks a schema; empty if it meets it. */
  faultsOf(schema: Schema, value: unknown): readonly string[]
  /** The first example of an operation's JSON body. */
  bodyExample(operation: Operation): unknown
}

export function plainContract(document: ContractDocument): PlainContract {
  // A bundled document is what both types describe.
  const contract = normalized(withBooleanSchemasAsObjects(document as unknown as Contract))
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  const compiled = new Map<Schema, ValidateFunction>()
  return {
    contract,
    operations: operationsOf(contract),
    faultsOf(schema, value) {
      const validate = compiled.get(schema) ?? ajv.compile(resolveSchema(contract, schema))
      compiled.set(schema, validate)
      if (validate(value)) return []
      return (validate.errors ?? []).map(
        ({ instancePath, message, keyword }) => `${instancePath || 'the body'} ${message ?? keyword}`,
      )
    },
    bodyExample: ({ method, path }) => {
      const raw = contract.paths[path]?.[method]?.requestBody
      const [media] = Object.values(raw === undefined ? {} : follow<RequestBody>(contract, raw).content)
      const { example, examples } = record(media)
      const [first] = Object.values(record(examples))
      return example ?? record(follow<object>(contract, record(first))).value
    },
  }
}

/** The response that an operation declares for a status: by itself, by its range, or by default. */
export function declaredFor({ responses }: Operation, status: number): DeclaredResponse | undefined {
  const named = (name: string) => responses.find((response) => response.status.toUpperCase() === name)
  return named(String(status)) ?? named(`${Math.trunc(status / 100)}XX`) ?? named('DEFAULT')
}
