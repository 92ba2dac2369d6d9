import { quoted, typeName } from '../names.ts'
import { referredName } from '../read/follow.ts'
import type { Operation } from '../read/operations.ts'
import { sourceFile } from './banner.ts'
import { successesOf } from './responses.ts'

/** `responses.ts`: the schemas of successful responses as types, next to `openapi.ts`. */
export function responseTypesFile(operations: readonly Operation[]): string {
  const found = operations.flatMap(successesOf).flatMap(({ schema = {} }) => referredName(schema) ?? [])
  const names = [...new Set(found)].sort()
  return sourceFile([
    "import type { components } from './openapi.js'",
    "type Schemas = components['schemas']",
    names.map((name) => `export type ${typeName(name)} = Schemas[${quoted(name)}]`).join('\n'),
  ])
}
