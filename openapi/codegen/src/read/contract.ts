import { readFileSync } from 'node:fs'
import type { Int64Rules } from '../../../runtime/src/validation/int64.ts'

/** The bundled contract, as far as the generator reads it. Everything else passes through untouched. */
export interface Contract {
  readonly openapi: string
  readonly servers?: readonly Server[]
  readonly security?: readonly SecurityRule[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly [kind: string]: Readonly<Record<string, unknown>>
  }
  readonly [extension: `x-${string}`]: unknown
}

/** Where paths are served; its variables have defaults. */
export interface Server {
  readonly url: string
  readonly variables?: Readonly<Record<string, { readonly default?: string }>>
}

type PathItem = Readonly<Partial<Record<HttpMethod, RawOperation>>> & {
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly servers?: readonly Server[]
}

/** HEAD before GET, because Express would otherwise handle it by the route of GET. */
export const httpMethods = ['head', 'get', 'put', 'post', 'delete', 'patch'] as const
export type HttpMethod = (typeof httpMethods)[number]

/** Security schemes that are demanded together, with their scopes. */
export type SecurityRule = Readonly<Record<string, readonly string[]>>

/** An operation as written in the document, with unresolved references. */
export interface RawOperation {
  readonly operationId?: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly SecurityRule[]
  readonly servers?: readonly Server[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody | Reference
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly required?: boolean
  readonly description?: string
  readonly style?: string
  readonly explode?: boolean
  readonly schema: Schema
  /** The media type that a text is of, whose schema is that of the parameter. */
  readonly content?: Readonly<Record<string, MediaType>>
}

export interface RequestBody {
  readonly required?: boolean
  readonly content: Readonly<Record<string, MediaType>>
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
}

/** What is sent or returned; an example of an error is named by its code. */
export interface MediaType {
  readonly schema?: Schema
  readonly examples?: Readonly<Record<string, unknown>>
  readonly encoding?: Readonly<Record<string, Encoding>>
}

/** How one field of a form travels. */
export interface Encoding {
  readonly contentType?: string
  readonly headers?: unknown
  readonly style?: string
  readonly explode?: boolean
}

export interface HeaderObject {
  readonly required?: boolean
  readonly schema: Schema
}

/** A JSON Schema of the draft that OpenAPI 3.1 uses: the keywords that the generator itself looks at. */
export interface Schema {
  readonly 'x-cli'?: unknown
  /** Of the generator itself: a whole number of 64 bits, as a bigint. */
  readonly int64?: Int64Rules
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly examples?: unknown
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly contentMediaType?: string
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly unevaluatedProperties?: boolean | Schema
  readonly dependentSchemas?: Readonly<Record<string, Schema>>
  readonly if?: Schema
  readonly then?: Schema
  readonly else?: Schema
  readonly not?: Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly discriminator?: {
    readonly propertyName: string
    readonly mapping?: Readonly<Record<string, string>>
  }
}

/** What a step has made of a contract; `survey` rejects what has not the form of one. */
export function asContract(value: unknown): Contract {
  return value as Contract
}

/** Reads the bundle from disk. */
export function readContract(file: string): Contract {
  return asContract(JSON.parse(readFileSync(file, 'utf8')))
}
