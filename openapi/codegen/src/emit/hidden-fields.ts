import type { HiddenFields } from '../../../runtime/src/validation/hidden-fields.ts'
import type { Contract, Schema } from '../read/contract.ts'
import { componentSchema, isWriteOnly, recursiveNames } from '../read/follow.ts'
import type { Operation } from '../read/operations.ts'
import { pointerKeys } from '../read/pointer.ts'
import { runtimeModule, sourceFile } from './banner.ts'
import { literalText } from './literal-text.ts'

/** Reads off schemas which fields are never sent, and keeps what occurs inside itself by its name. */
export interface HiddenFieldsReader {
  /** undefined where every field is sent. */
  of(schema: Schema): HiddenFields | undefined
  readonly named: ReadonlyMap<string, HiddenFields>
}

export function hiddenFieldsReader(contract: Contract): HiddenFieldsReader {
  const named = new Map<string, HiddenFields>()

  const read = (schema: Schema): HiddenFields | undefined => {
    const { $ref, ...beside } = schema
    if ($ref === undefined) return together(partsOf(beside))
    const target = recursiveNames(contract).has($ref) ? byName($ref) : read(componentSchema(contract, $ref))
    return together([target, ...partsOf(beside)])
  }
  const byName = ($ref: string): HiddenFields => {
    const name = pointerKeys($ref).at(-1) ?? ''
    if (!named.has(name)) {
      named.set(name, {})
      named.set(name, read(componentSchema(contract, $ref)) ?? {})
    }
    return { named: name }
  }
  // The value may be that of any alternative, so what one of them hides is hidden.
  const partsOf = (own: Schema): (HiddenFields | undefined)[] => [
    plain(own),
    ...[...(own.allOf ?? []), ...(own.anyOf ?? []), ...(own.oneOf ?? [])].map(read),
    ...[own.if, own.then, own.else].map((part) => (part === undefined ? undefined : read(part))),
    ...Object.values(own.dependentSchemas ?? {}).map(read),
  ]
  const plain = (own: Schema): HiddenFields | undefined => {
    const fields = Object.entries(own.properties ?? {}).flatMap(([name, property]) => {
      const inner = isWriteOnly(contract, property) ? true : read(property)
      return inner === undefined ? [] : [[name, inner] as const]
    })
    const others = together(
      [
        own.additionalProperties,
        own.unevaluatedProperties,
        ...Object.values(own.patternProperties ?? {}),
      ].map((rule) => (typeof rule === 'object' ? read(rule) : undefined)),
    )
    const heads = (own.prefixItems ?? []).map(read)
    const items = own.items === undefined ? undefined : read(own.items)
    const hides = fields.length > 0 || others !== undefined || items !== undefined
    if (!hides && heads.every((head) => head === undefined)) return undefined
    return {
      ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
      ...(others !== undefined && { others }),
      ...(heads.length > 0 && { heads: heads.map((head) => head ?? {}) }),
      ...(items !== undefined && { items }),
    }
  }
  return {
    named,
    of(schema) {
      const hidden = read(schema)
      return hidden !== undefined && hides(hidden, named) ? hidden : undefined
    },
  }
}

/** `hidden-fields.ts`: the writeOnly fields of each response, which are never sent. */
export function hiddenFieldsFile(contract: Contract, operations: readonly Operation[]): string {
  const reader = hiddenFieldsReader(contract)
  const entryOf = (
    name: string,
    schemas: readonly (readonly [status: string, schema: Schema | undefined])[],
  ) => {
    const statuses = schemas.flatMap(([status, schema]) => {
      const hidden = schema && reader.of(schema)
      return hidden === undefined ? [] : [[status, hidden] as const]
    })
    return statuses.length === 0 ? [] : [[name, Object.fromEntries(statuses)] as const]
  }
  const byOperation = operations.flatMap(({ id, responses }) => [
    ...entryOf(
      id,
      responses.map(({ status, kind, schema }) => [status, kind === 'json' ? schema : undefined]),
    ),
    ...entryOf(
      `${id} events`,
      responses.map(({ status, events }) => [status, events]),
    ),
  ])
  const named = byOperation.length === 0 ? {} : Object.fromEntries(reader.named)
  return sourceFile([
    `import type { HiddenFields } from '${runtimeModule}'`,
    `/** What is never sent of the bodies of responses, by operation and status. */
export const hiddenFields: Readonly<Record<string, Readonly<Record<string, HiddenFields>>>> = ${literalText(Object.fromEntries(byOperation), '')}`,
    `/** What is hidden of schemas that occur inside themselves. */
export const namedHiddenFields: Readonly<Record<string, HiddenFields>> = ${literalText(named, '')}`,
  ])
}

function together(parts: readonly (HiddenFields | undefined)[]): HiddenFields | undefined {
  const [first, ...others] = parts.filter((part) => part !== undefined)
  return first === undefined || others.length === 0 ? first : { parts: [first, ...others] }
}

/** Whether anything is hidden at any depth. */
function hides(
  hidden: true | HiddenFields,
  named: ReadonlyMap<string, HiddenFields>,
  seen = new Set<string>(),
): boolean {
  if (hidden === true) return true
  if (hidden.named !== undefined && !seen.has(hidden.named)) {
    seen.add(hidden.named)
    if (hides(named.get(hidden.named) ?? {}, named, seen)) return true
  }
  const { fields = {}, others, heads = [], items, parts = [] } = hidden
  const inner = [...Object.values(fields), ...heads, ...parts, others, items]
  return inner.some((one) => one !== undefined && hides(one, named, seen))
}
