import type { Contract, MediaType, Schema } from './contract.ts'
import { follow } from './follow.ts'

/** How a body travels: parsed, or passed on as it is. */
export type MediaKind = 'json' | 'form' | 'multipart' | 'text' | 'binary'

export interface OperationBody {
  readonly required: boolean
  readonly schema: Schema
  readonly kind: MediaKind
  readonly media: readonly BodyMediaType[]
}

export interface BodyMediaType {
  readonly type: string
  readonly kind: MediaKind
  /** The media types that the files of a form may have, by the field's name. */
  readonly partTypes: Readonly<Record<string, readonly string[]>>
}

export function mediaKind(type: string, schema: Schema | undefined): MediaKind {
  const plain = (type.split(';')[0] ?? '').trim().toLowerCase()
  if (/^application\/(json|[\w.+-]+\+json)$/.test(plain)) return 'json'
  if (plain === 'application/x-www-form-urlencoded') return 'form'
  if (plain === 'multipart/form-data') return 'multipart'
  if (plain.startsWith('text/') || (isXml(plain) && schema?.format !== 'binary')) return 'text'
  return 'binary'
}

/** Whether a schema is the content of a file: bytes, which JSON Schema has no type for. */
export function isFile(schema: Schema): boolean {
  if (schema.type !== undefined && schema.type !== 'string') return false
  return (
    schema.format === 'binary' || (schema.contentMediaType !== undefined && !('contentEncoding' in schema))
  )
}

/**
 * Why the media types of one body or response cannot be generated; undefined if they can. Several must be
 * read and typed alike.
 */
export function mediaFault(
  content: Readonly<Record<string, MediaType>>,
  resolve: (schema: Schema) => Schema,
): string | undefined {
  const entries = Object.entries(content)
  for (const [type, media] of entries) {
    const schema = media.schema === undefined ? undefined : resolve(media.schema)
    if (isXml(type.toLowerCase()) && schema !== undefined && schema.type !== 'string')
      return `${type} with a schema: XML is not parsed; declare it as a string`
    if (/^multipart\//.test(type) && mediaKind(type, schema) !== 'multipart')
      return `${type}: of multipart bodies only multipart/form-data is parsed`
  }
  const [first, ...others] = entries
  if (first === undefined || others.length === 0) return undefined
  const kinds = new Set(entries.map(([type, media]) => mediaKind(type, media.schema)))
  if (kinds.size === 1 && (kinds.has('binary') || kinds.has('text'))) return undefined
  const schemas = new Set(entries.map(([, media]) => JSON.stringify(media.schema ?? {})))
  if (kinds.has('binary') || kinds.has('text'))
    return `${entries.map(([type]) => type).join(' and ')}: one is parsed and the other is not; give each an operation of its own`
  return schemas.size === 1
    ? undefined
    : `${entries.map(([type]) => type).join(' and ')} have different schemas; give each an operation of its own`
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
export function bodySchema(contract: Contract, body: OperationBody): Schema {
  return body.kind === 'multipart' ? withFiles(contract, body.schema, uploadedFile) : body.schema
}
