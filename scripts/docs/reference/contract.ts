import { readFileSync } from 'node:fs'

/** The bundled contract as the reference shows it, with every reference replaced by what it names. */
export interface Contract {
  readonly info: { readonly description: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'path' | 'method'>>>>>
  readonly 'x-error-statuses': Readonly<Record<string, number>>
}

export interface Operation {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly description?: string } & Content
  readonly responses: Readonly<Record<string, Response>>
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

export interface Response extends Content {
  readonly description: string
  readonly headers?: Readonly<Record<string, Omit<Parameter, 'name' | 'in'>>>
  readonly links?: Readonly<Record<string, { readonly operationId: string; readonly description: string }>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema; readonly examples?: Examples }>>
}

export type Examples = Readonly<
  Record<string, { readonly summary?: string; readonly value: Readonly<Record<string, unknown>> }>
>

export interface Schema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly 'x-cli'?: { readonly name?: string }
}

const file = new URL('../../../openapi/generated/openapi.json', import.meta.url)

export function readContract(): Contract {
  const document = JSON.parse(readFileSync(file, 'utf8'))
  return follow(document, document)
}

/** Every operation, in the order of the contract. */
export function operationsOf({ paths }: Contract): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, path, method })),
  )
}

/** What stands beside a reference, such as a description, applies in place of what it names. */
function follow<Value>(value: Value, document: object): Value
function follow(value: unknown, document: object): unknown {
  if (Array.isArray(value)) return value.map((item) => follow(item, document))
  if (typeof value !== 'object' || value === null) return value
  const { $ref, ...beside }: { readonly $ref?: unknown } = value
  const own = Object.fromEntries(
    Object.entries(beside).map(([name, item]) => [name, follow(item, document)] as const),
  )
  if (typeof $ref !== 'string') return own
  const names = $ref.split('/').slice(1)
  return {
    ...follow(
      names.reduce((found, name) => Reflect.get(found, name), document),
      document,
    ),
    ...own,
  }
}
