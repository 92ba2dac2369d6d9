import type { Contract } from '../read/contract.ts'

/** One request to a variation, with what the backend must see of it, or the status that rejects it. */
export interface Call {
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** What the backend is handed; undefined where the edge rejects. */
  readonly input?: unknown
  readonly rejected?: number
}

/** A small change of the base contract: one operation. */
export interface Variation {
  readonly name: string
  readonly method?: 'get' | 'post'
  /** What follows the variation's own path. */
  readonly path?: string
  readonly parameters?: readonly object[]
  /** Parameters of the path instead of the operation. */
  readonly shared?: readonly object[]
  readonly body?: object
  readonly media?: string
  readonly components?: Readonly<Record<string, object>>
  readonly calls: readonly Call[]
}

/** A parameter of the query. */
export function query(name: string, schema: object | undefined, more: object = {}): object {
  return { name, in: 'query', schema, ...more }
}

/** An operation with that parameter alone. */
export function get(name: string, parameter: object, ...calls: Call[]): Variation {
  return { name, method: 'get', parameters: [parameter], calls }
}

/** The base contract with an operation for each variation, at `/v0`, `/v1` and so on. */
export function variationContract(list: readonly Variation[]): Contract {
  const paths = list.map(({ method = 'post', path = '', ...own }, index) => [
    `/v${index}${path}`,
    {
      ...(own.shared !== undefined && { parameters: own.shared }),
      [method]: {
        operationId: `v${index}`,
        ...(own.parameters !== undefined && { parameters: own.parameters }),
        ...(own.body !== undefined && {
          requestBody: {
            required: true,
            content: { [own.media ?? 'application/json']: { schema: own.body } },
          },
        }),
        responses: {
          200: { description: 'Seen.', content: { 'application/json': { schema: { type: 'object' } } } },
        },
      },
    },
  ])
  const schemas = Object.assign({}, ...list.map(({ components }) => components ?? {}))
  return { openapi: '3.1.0', paths: Object.fromEntries(paths), components: { schemas } }
}
