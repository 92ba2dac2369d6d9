import { readFileSync } from 'node:fs'

/** The bundled contract, as far as the generator reads it. Everything else passes through untouched. */
export interface Contract {
  readonly openapi: string
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly [kind: string]: Readonly<Record<string, unknown>>
  }
  readonly [extension: `x-${string}`]: unknown
}

type PathItem = Readonly<Partial<Record<HttpMethod, RawOperation>>> & {
  readonly parameters?: readonly Parameter[]
}

export const httpMethods = ['get', 'put', 'post', 'delete', 'patch'] as const
export type HttpMethod = (typeof httpMethods)[number]

/** An operation as written in the document, with unresolved references. */
export interface RawOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: RequestBody | Reference
  readonly responses: Readonly<Record<string, ResponseObject | Reference>>
}

export interface Reference {
  readonly $ref: string
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface RequestBody {
  readonly required?: boolean
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, HeaderObject | Reference>>
  readonly content?: Readonly<Record<string, MediaType>>
}

/** What is sent or answered; an example of an error is named by its code. */
export interface MediaType {
  readonly schema: Schema
  readonly examples?: Readonly<Record<string, unknown>>
}

export interface HeaderObject {
  readonly required?: boolean
  readonly schema: Schema
}

/** A JSON Schema of the draft that OpenAPI 3.1 uses, with the keywords that the contract may use. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly const?: string | number | boolean
  readonly format?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}

/** Reads the bundle from disk. Redocly has linted it, so its form is taken as given. */
export function readContract(file: string): Contract {
  // JSON.parse knows no types; the linter has checked the document against the OpenAPI schema.
  return JSON.parse(readFileSync(file, 'utf8')) as Contract
}
