import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import type { Contract, Schema } from '../read/contract.ts'
import { referenceOf } from '../read/follow.ts'
import { isFile } from '../read/media.ts'
import { valueAt } from '../read/pointer.ts'
import { banner } from './banner.ts'

/** A union of more numbers would hide what it says. */
const unionMembersMax = 32

/**
 * `openapi.ts`: the whole document as types, by openapi-typescript. A field with a default stays optional,
 * because a request may leave it out. An integer with few values is the union of them, so that a number beyond
 * its bounds does not compile.
 */
export async function openapiTypesFile(document: Contract): Promise<string> {
  const respell = withReference(document)
  // It changes what it is given, and reads a discriminator's mapping as references alone.
  const spelled: OpenAPI3 = JSON.parse(
    JSON.stringify(document, (key, value: unknown) => withMembers(writtenOut(document, respell(key, value)))),
  )
  const nodes = await openapiTS(spelled, {
    defaultNonNullable: false,
    alphabetize: false,
    transform: (schema) => (isBytes(schema) ? blobType(schema) : undefined),
  })
  return `${banner}\n\n${astToString(nodes).replace(withRequired, withRequiredOfAny)}`
}

/** What a reference into an operation leads to, which openapi-typescript looks for at another place. */
function writtenOut(document: Contract, value: unknown): unknown {
  const reference = referenceOf(value)
  if (reference?.startsWith('#/paths/') !== true) return value
  const target = valueAt(document, reference)
  return target === undefined || JSON.stringify(target).includes('"$ref":"#/paths/') ? value : target
}

/** Whether a schema is a file, and no text of JSON in a format of its own. */
function isBytes(schema: object): boolean {
  const { contentMediaType = '' }: Schema = schema
  return isFile(schema) && !/^text\/|json/.test(contentMediaType)
}

function blobType({ type }: { readonly type?: unknown }): ts.TypeNode {
  const blob = ts.factory.createTypeReferenceNode('Blob')
  const empty = ts.factory.createLiteralTypeNode(ts.factory.createNull())
  return Array.isArray(type) ? ts.factory.createUnionTypeNode([blob, empty]) : blob
}

/** openapi-typescript's own does not compile for what may be null. */
const withRequired = /^type WithRequired<[\s\S]*?^};$/m
const withRequiredOfAny =
  'type WithRequired<T, K extends PropertyKey> = T extends object ? T & { [P in K & keyof T]-?: T[P] } : T;'

/** A schema of an integer between two bounds near each other, with its values spelled out. */
function withMembers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('type' in value) || 'enum' in value) return value
  const { type, minimum, maximum, multipleOf }: IntegerSchema = value
  const isNullable = Array.isArray(type) && type.length === 2 && type.includes('null')
  if (type !== 'integer' && !(isNullable && type.includes('integer'))) return value
  if (!isWhole(minimum) || !isWhole(maximum)) return value
  const count = maximum - minimum + 1
  if (count < 1 || count > unionMembersMax) return value
  const members = Array.from({ length: count }, (_, index) => minimum + index).filter(
    (member) => !isWhole(multipleOf) || member % multipleOf === 0,
  )
  return members.length === 0 ? value : { ...value, enum: isNullable ? [...members, null] : members }
}

interface IntegerSchema {
  readonly type?: unknown
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly multipleOf?: unknown
}

function isWhole(value: unknown): value is number {
  return Number.isSafeInteger(value)
}

function withReference(document: Contract): (key: string, value: unknown) => unknown {
  const names = new Set(Object.keys(document.components?.schemas ?? {}))
  return (key, value) => {
    if (key !== 'mapping' || typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([at, to]) => [
        at,
        names.has(String(to)) ? `#/components/schemas/${to}` : to,
      ]),
    )
  }
}
