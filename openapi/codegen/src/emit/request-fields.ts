import type { Contract, Schema } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import type { Operation } from '../read/operations.ts'
import { sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'

/** What a program needs to offer a field or to check it before anything is sent. */
const keywords = ['enum', 'default', 'minimum', 'maximum', 'minLength', 'maxLength'] as const

/**
 * `request-fields.ts`: choices, bounds and defaults of each operation's parameters and body fields, by name.
 * Fields without any are left out.
 */
export function requestFieldsFile(contract: Contract, operations: readonly Operation[]): string {
  const entries = operations.flatMap(({ id, parameters, body }) => {
    const fields = {
      ...Object.assign(
        {},
        ...parameters.map(({ name, schema }) => rulesByName(contract, { [name]: schema ?? {} })),
      ),
      ...(body === undefined ? {} : bodyRules(contract, body.schema)),
    }
    return Object.keys(fields).length === 0 ? [] : [[id, fields] as const]
  })
  return sourceFile([
    `/** Choices, bounds and defaults of parameters and body fields, by operation. */
export const requestFields = ${literalText(Object.fromEntries(entries), '')} as const`,
  ])
}

function bodyRules(contract: Contract, schema: Schema): Record<string, object> {
  const target = follow<Schema>(contract, schema)
  const parts = [...(target.allOf ?? []), ...(target.anyOf ?? [])].map((part) => bodyRules(contract, part))
  return Object.assign({}, ...parts, rulesByName(contract, target.properties ?? {}))
}

function rulesByName(
  contract: Contract,
  schemas: Readonly<Record<string, Schema>>,
): Record<string, Record<string, unknown>> {
  const named = Object.entries(schemas).map(([name, schema]) => [name, rulesOf(contract, schema)] as const)
  return Object.fromEntries(named.filter(([, rules]) => Object.keys(rules).length > 0))
}

/** The rules of one field; those next to a reference come before those of its target. */
function rulesOf(contract: Contract, schema: Schema): Record<string, unknown> {
  const both = { ...follow<Schema>(contract, schema), ...schema }
  return Object.fromEntries(
    keywords.flatMap((keyword) => (both[keyword] === undefined ? [] : [[keyword, both[keyword]]])),
  )
}
