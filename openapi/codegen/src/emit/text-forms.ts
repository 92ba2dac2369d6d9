import type { ParameterForm, TextForm } from '../../../runtime/src/validation/parameter-values.ts'
import type { Contract, Parameter, Schema } from '../read/contract.ts'
import { follow } from '../read/follow.ts'

/** How deep the types of an object in a query are told; what is inside of that is text. */
const levelsMax = 5

/** How a value is read of the texts that stand for it, and how these are written. */
export function styledForm(
  contract: Contract,
  schema: Schema,
  written: Pick<Parameter, 'in' | 'style' | 'explode' | 'content'>,
): TextForm & Pick<ParameterForm, 'style'> {
  const isJson = Object.keys(written.content ?? {}).some((type) => /[/+]json\b/.test(type))
  const isDeep = written.style === 'deepObject'
  const form = textForm(contract, schema, isDeep ? levelsMax : 1)
  if (isJson) return { types: [], ...(form.isList && { isList: true }), style: 'json' }
  const style = isDeep ? 'deep' : styleOf(form, written)
  return { ...form, ...(style !== undefined && { style }) }
}

/** Whether there is nothing to read in it. */
export function isOneText({ types, style, isList, fields }: ReturnType<typeof styledForm>): boolean {
  return style === undefined && !isList && fields === undefined && types.every((type) => type === 'string')
}

function styleOf(
  { isList, fields }: TextForm,
  { in: place, style, explode }: Pick<Parameter, 'in' | 'style' | 'explode'>,
) {
  if (!isList && fields === undefined) return undefined
  const isForm = place === 'query' || place === 'cookie'
  const sign = style === 'spaceDelimited' ? 'space' : style === 'pipeDelimited' ? 'pipe' : 'comma'
  const isExploded = explode ?? (isForm && sign === 'comma')
  if (!isExploded) return sign
  if (fields === undefined) return isForm ? undefined : sign
  return isForm ? 'members' : 'pairs'
}

/** What texts of a schema may stand for, the narrowest first, and what of a list or an object. */
function textForm(contract: Contract, schema: Schema, levels: number): TextForm {
  const own = new Set<string>()
  const ofItems = new Set<string>()
  const fields = new Map<string, Schema[]>()
  const others: Schema[] = []
  const collect = (inner: Schema, depth: number, found: Set<string>) => {
    const target = follow<Schema>(contract, inner)
    const values = [...(target.enum ?? []), ...(target.const === undefined ? [] : [target.const])]
    for (const type of [target.type ?? []].flat()) found.add(type)
    if (target.int64 !== undefined) found.add('int64')
    if (target.type === undefined) for (const value of values) found.add(typeof value)
    for (const [name, field] of Object.entries(target.properties ?? {}))
      fields.set(name, [...(fields.get(name) ?? []), field])
    if (target.additionalProperties === true) others.push({})
    else if (typeof target.additionalProperties === 'object') others.push(target.additionalProperties)
    others.push(...Object.values(target.patternProperties ?? {}))
    if (depth > 8) return
    const parts = [...(target.allOf ?? []), ...(target.anyOf ?? []), ...(target.oneOf ?? [])]
    for (const part of parts) collect(part, depth + 1, found)
    for (const item of [...(target.prefixItems ?? []), ...(target.items === undefined ? [] : [target.items])])
      collect(item, depth + 1, ofItems)
  }
  collect(schema, 0, own)
  const found = new Set([...own, ...ofItems])
  const isObject = found.has('object') || fields.size > 0 || others.length > 0
  // A type without a field says nothing of them.
  if (isObject && fields.size === 0) others.push({})
  const order = ['boolean', 'int64', 'integer', 'number', 'string'] as const
  const types = order.filter((type) => found.has(type))
  const alone = order.filter((type) => own.has(type))
  const inner = (schemas: readonly Schema[]) => textForm(contract, { anyOf: schemas }, levels - 1)
  return {
    types: types.length === 0 ? ['string'] : types,
    ...(found.has('array') && { isList: true }),
    ...(own.has('array') && alone.length > 0 && { alone }),
    ...(isObject &&
      levels > 0 && { fields: Object.fromEntries([...fields].map(([name, list]) => [name, inner(list)])) }),
    ...(others.length > 0 && levels > 0 && { others: inner(others) }),
  }
}
