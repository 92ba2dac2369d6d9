import createClient, { type ClientOptions } from 'openapi-fetch'
import type { paths } from './openapi.js'
import { operations } from './operations.js'

type Operations = typeof operations
type OperationId = keyof Operations

/** The contract's own words on one operation. */
type Declared<Id extends OperationId> = paths[Operations[Id]['path']][Operations[Id]['method'] &
  keyof paths[Operations[Id]['path']]]

type DeclaredResponses<Id extends OperationId> =
  Declared<Id> extends { responses: infer Responses } ? Responses : never
type BodyOf<Given> = Given extends { content: infer Content } ? Content[keyof Content] : undefined
type IsGood<Status> = `${Status & number}` extends `2${string}` | `3${string}` ? true : false

/** Every response that an operation declares, distinguished by `status`, and by `ok`. */
export type ResponseOf<Id extends OperationId> = {
  [Status in keyof DeclaredResponses<Id> & number]: IsGood<Status> extends true
    ? {
        readonly ok: true
        readonly status: Status
        readonly data: BodyOf<DeclaredResponses<Id>[Status]>
        readonly response: Response
      }
    : {
        readonly ok: false
        readonly status: Status
        readonly error: BodyOf<DeclaredResponses<Id>[Status]>
        readonly response: Response
      }
}[keyof DeclaredResponses<Id> & number]

type Parameters<Id extends OperationId> =
  Declared<Id> extends { parameters: infer Declared } ? Declared : never

/** Kinds of parameters that an operation has. */
type Present<Kinds> = {
  [Kind in keyof Kinds as [Exclude<Kinds[Kind], undefined>] extends [never] ? never : Kind]: Kinds[Kind]
}

type ParametersInput<Id extends OperationId> = keyof Present<Parameters<Id>> extends never
  ? unknown
  : object extends Present<Parameters<Id>>
    ? { readonly params?: Present<Parameters<Id>> }
    : { readonly params: Present<Parameters<Id>> }

type Content<Body> = Body extends { content: infer Media } ? Media[keyof Media] : never
type BodyInput<Id extends OperationId> =
  Declared<Id> extends { requestBody: infer Body }
    ? { readonly body: Content<Body> }
    : Declared<Id> extends { requestBody?: infer Body }
      ? [Exclude<Body, undefined>] extends [never]
        ? unknown
        : { readonly body?: Content<Exclude<Body, undefined>> }
      : unknown

/** What an operation takes: `params` and `body` as the contract has them, and anything of fetch's own. */
export type InputOf<Id extends OperationId> = ParametersInput<Id> &
  BodyInput<Id> & {
    readonly signal?: AbortSignal
    readonly headers?: Readonly<Record<string, string>>
    /** How a body becomes what is sent: needed for forms with files. @default JSON.stringify */
    readonly bodySerializer?: (body: never) => BodyInit
    /** How the body of a response is read. @default 'json' */
    readonly parseAs?: 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream'
  }

type Call<Id extends OperationId> =
  object extends InputOf<Id>
    ? (input?: InputOf<Id>) => Promise<ResponseOf<Id>>
    : (input: InputOf<Id>) => Promise<ResponseOf<Id>>

/** One method for each operation of the contract. */
export type ApiClient = { readonly [Id in OperationId]: Call<Id> }

/** A response that is not a success, or that the contract does not have. */
export class ResponseError extends Error {
  readonly status: number
  readonly error: unknown
  readonly response: Response

  constructor(status: number, error: unknown, response: Response) {
    super(`The service responded with ${status}.`)
    this.name = 'ResponseError'
    this.status = status
    this.error = error
    this.response = response
  }
}

/** Any contract, to openapi-fetch: this file puts the types of one on instead. */
type AnyPaths = Record<string, Record<Operations[OperationId]['method'], { readonly responses: object }>>

/**
 * A client of the service at `baseUrl`. Its methods return every response, good or not; they throw only if
 * there is none.
 */
export function createApiClient(options: ClientOptions): ApiClient {
  const client = createClient<AnyPaths>(options)
  const call = async (id: OperationId, input: object = {}): Promise<unknown> => {
    const { method, path } = operations[id]
    const { data, error, response } = await client.request(method, path, { ...input })
    const { ok, status } = response
    return ok || status < 400 ? { ok: true, status, data, response } : { ok: false, status, error, response }
  }
  const methods = Object.keys(operations).map((id) => [
    id,
    (input?: object) => call(id as OperationId, input),
  ])
  return Object.fromEntries(methods) as ApiClient
}

/** The body of a successful response. Throws a ResponseError for every other. */
export async function dataOf<
  Given extends
    | { readonly ok: true; readonly data: unknown }
    | { readonly ok: false; readonly status: number; readonly error: unknown; readonly response: Response },
>(received: Promise<Given>): Promise<Extract<Given, { readonly ok: true }>['data']> {
  const response = await received
  if (response.ok) return response.data
  throw new ResponseError(response.status, response.error, response.response)
}
