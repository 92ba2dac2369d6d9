import type { Contract, Schema } from '../read/contract.ts'
import type { Operation } from '../read/operations.ts'
import type { Settings } from '../settings.ts'
import { sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'
import { bodyFields } from './request-fields.ts'

/** `defaults.ts`: the default of each body field that has one. */
export function defaultsFile(
  contract: Contract,
  operations: readonly Operation[],
  { fillDefaults }: Settings,
): string {
  const entries = operations.flatMap((operation) => {
    const defaults = operation.body === undefined ? {} : bodyDefaults(contract, operation.body.schema)
    return Object.keys(defaults).length === 0 ? [] : [[operation.id, defaults] as const]
  })
  return sourceFile([
    `/** The defaults of omitted body fields, by operation. ${fillDefaults ? 'Backends are handed them' : 'Validation does not fill them in'}. */
export const defaults = ${literalText(Object.fromEntries(entries), '')} as const`,
  ])
}

function bodyDefaults(contract: Contract, schema: Schema): Record<string, unknown> {
  const fields = Object.entries(bodyFields(contract, schema))
  return Object.fromEntries(
    fields.flatMap(([name, field]) => ('default' in field ? [[name, field.default]] : [])),
  )
}
