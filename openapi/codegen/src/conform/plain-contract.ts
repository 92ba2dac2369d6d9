import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { forStatus } from '../../../runtime/src/facts.ts'
import type { Contract, RequestBody, Schema } from '../read/contract.ts'
import { declaredLimit } from '../read/declared-limit.ts'
import { follow, resolveSchema } from '../read/follow.ts'
import { schemaJudge } from '../read/judge.ts'
import { normalized, withBooleanSchemasAsObjects } from '../read/normalize.ts'
import { type DeclaredResponse, type Operation, operationsOf } from '../read/operations.ts'
import { record } from '../read/record.ts'
import { closeSchema } from './closed-schemas.ts'

/** A contract of any service, as its checks read it. */
export interface PlainContract {
  readonly contract: Contract
  readonly operations: readonly Operation[]
  /** Where and why a value breaks a schema; empty if it meets it. */
  faultsOf(schema: Schema, value: unknown, what?: string): readonly string[]
  /** The same, where a field that the contract does not name is a fault too. */
  closedFaultsOf(schema: Schema, value: unknown): readonly string[]
  /** The first example of an operation's JSON body. */
  bodyExample(operation: Operation): unknown
  /** Whether an operation demands a bearer's token and nothing else. */
  takesBearer(operation: Operation): boolean
  /** The largest body, if the contract says that. */
  readonly bodyBytesMax: number | undefined
}

export function plainContract(document: Contract): PlainContract {
  const contract = normalized(withBooleanSchemasAsObjects(document))
  const judgeOf = schemaJudge()
  const checkBy = (spelled: (schema: Schema) => Schema) => {
    const compiled = new Map<Schema, ValidateFunction>()
    return (schema: Schema, value: unknown, what = 'the body'): readonly string[] => {
      const validate = compiled.get(schema) ?? judgeOf(spelled(resolveSchema(contract, schema)))
      compiled.set(schema, validate)
      return validate(value) ? [] : (validate.errors ?? []).map((error) => faultText(error, what))
    }
  }
  return {
    contract,
    operations: operationsOf(contract),
    faultsOf: checkBy((schema) => schema),
    closedFaultsOf: checkBy(closeSchema),
    bodyExample: ({ method, path }) => {
      const raw = contract.paths[path]?.[method]?.requestBody
      const [media] = Object.values(raw === undefined ? {} : follow<RequestBody>(contract, raw).content)
      const { example, examples } = record(media)
      const [first] = Object.values(record(examples))
      return example ?? record(follow<object>(contract, record(first))).value
    },
    takesBearer: ({ security }) =>
      security.every((rule) => {
        const schemes = Object.keys(rule).map((name) => record(contract.components.securitySchemes?.[name]))
        return schemes.length === 1 && /^bearer$/i.test(String(schemes[0]?.scheme))
      }),
    bodyBytesMax: declaredLimit(contract, 'requestBodyBytesMax'),
  }
}

function faultText({ instancePath, message, keyword, params }: ErrorObject, what: string): string {
  const detail = Object.entries(params).map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  return `${instancePath || what} ${message ?? keyword} (${detail.join(', ')})`
}

/** The response that an operation declares for a status: by itself, by its range, or by default. */
export function declaredFor({ responses }: Operation, status: number): DeclaredResponse | undefined {
  return forStatus(
    Object.fromEntries(responses.map((one) => [one.status.replace(/xx$/i, 'XX'), one])),
    status,
  )
}
