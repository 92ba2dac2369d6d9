import type { Contract, Encoding, Schema } from './contract.ts'
import { follow } from './follow.ts'

/** How a body travels: parsed, or passed on as it is. */
export type MediaKind = 'json' | 'form' | 'multipart' | 'text' | 'binary'

/** A body that is read and typed in one way, whichever of its media types it has. */
export interface BodyVariant {
  readonly schema: Schema
  readonly kind: MediaKind
  readonly media: readonly BodyMediaType[]
}

/** The body of an operation; its own schema and kind are those of the first variant. */
export interface OperationBody extends BodyVariant {
  readonly required: boolean
  readonly variants: readonly BodyVariant[]
}

/** The variants of a body with these media types, in their order. */
export function variantsOf(media: readonly BodyMediaType[]): BodyVariant[] {
  const groups = new Map<string, BodyMediaType[]>()
  for (const one of media) {
    const { kind, schema } = one
    const key = kind === 'binary' ? kind : JSON.stringify([schema, kind === 'multipart', kind === 'text'])
    groups.set(key, [...(groups.get(key) ?? []), one])
  }
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ schema, kind }) => ({ schema, kind, media: group })),
  )
}

/** The keys of a variant in tables: the operation, with the media type where there are several. */
export function bodyKeys(id: string, { variants }: OperationBody, { media }: BodyVariant): string[] {
  return variants.length === 1 ? [id] : media.map(({ type }) => `${id} ${type}`)
}

export interface BodyMediaType {
  readonly type: string
  readonly kind: MediaKind
  readonly schema: Schema
  readonly encoding: Readonly<Record<string, Encoding>>
  /** The media types that the files of a form may have, by the field's name. */
  readonly partTypes: Readonly<Record<string, readonly string[]>>
}

export function mediaKind(type: string, schema: Schema | undefined): MediaKind {
  const plain = plainType(type)
  if (/^application\/(json|[\w.+-]+\+json)$/.test(plain)) return 'json'
  if (plain === 'application/x-www-form-urlencoded') return 'form'
  if (plain === 'multipart/form-data') return 'multipart'
  if (plain.startsWith('text/') || (isXml(plain) && schema?.format !== 'binary')) return 'text'
  return 'binary'
}

/** Whether a response of the type is sent event by event. */
export function isEventStream(type: string): boolean {
  return plainType(type) === 'text/event-stream'
}

/** A media type without its parameters. */
export function plainType(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase()
}

/** Whether a schema is the content of a file: bytes, which JSON Schema has no type for. */
export function isFile(schema: Schema): boolean {
  if (![schema.type ?? 'string'].flat().every((type) => type === 'string' || type === 'null')) return false
  return (
    schema.format === 'binary' || (schema.contentMediaType !== undefined && !('contentEncoding' in schema))
  )
}

function isXml(type: string): boolean {
  return /[/+]xml$/.test(type)
}

/** The schema of a form with each file, alone or in a list, replaced by another schema. */
export function withFiles(contract: Contract, schema: Schema, file: Schema): Schema {
  const target = follow<Schema>(contract, schema)
  const replaced = (property: Schema): Schema => {
    const own = follow<Schema>(contract, property)
    if (isFile(own))
      return { ...(own.description !== undefined && { description: own.description }), ...file }
    const item = own.items === undefined ? undefined : follow<Schema>(contract, own.items)
    return item !== undefined && isFile(item) ? { ...own, items: file } : property
  }
  return {
    ...target,
    ...(target.properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(target.properties).map(([name, property]) => [name, replaced(property)]),
      ),
    }),
    ...(target.allOf !== undefined && { allOf: target.allOf.map((part) => withFiles(contract, part, file)) }),
  }
}

const uploadedFile: Schema = { $ref: '#/components/schemas/UploadedFile' }

/** The schema of a body as a backend receives it: the files of a form are objects of the runtime. */
export function bodySchema(contract: Contract, body: BodyVariant): Schema {
  return body.kind === 'multipart' ? withFiles(contract, body.schema, uploadedFile) : body.schema
}

/** Whether a field of a form is an object, or a list of them, in each of its alternatives but null. */
export function isObjectField(contract: Contract, schema: Schema): boolean {
  const types = fieldTypes(contract, schema, 0)
  return types.includes('object') && !types.some((type) => type !== 'object' && type !== 'null')
}

function fieldTypes(contract: Contract, schema: Schema, depth: number): string[] {
  const target = follow<Schema>(contract, schema)
  const {
    type = target.properties === undefined ? [] : 'object',
    items,
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = target
  const parts = depth > 8 ? [] : [...allOf, ...anyOf, ...oneOf, ...(items === undefined ? [] : [items])]
  const own = [type].flat().filter((name) => name !== 'array')
  return [...own, ...parts.flatMap((part) => fieldTypes(contract, part, depth + 1))]
}

/** Every field that the schema of a form declares, also in parts of allOf. */
export function fieldsOf(contract: Contract, schema: Schema): [string, Schema][] {
  const target = follow<Schema>(contract, schema)
  return [
    ...Object.entries(target.properties ?? {}),
    ...(target.allOf ?? []).flatMap((part) => fieldsOf(contract, part)),
  ]
}
