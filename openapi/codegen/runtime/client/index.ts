import createClient, { type ClientOptions } from 'openapi-fetch'
import type { paths } from './openapi.js'
import { operations } from './operations.js'

type Operations = typeof operations
type OperationId = keyof Operations

/** The contract's own words on one operation. */
type Declared<Id extends OperationId> = paths[Operations[Id]['path']][Operations[Id]['method'] &
  keyof paths[Operations[Id]['path']]]

type DeclaredResponses<Id extends OperationId> =
  Declared<Id> extends { responses: infer Answers } ? Answers : never
type BodyOf<Answer> = Answer extends { content: infer Content } ? Content[keyof Content] : undefined
type IsGood<Status> = `${Status & number}` extends `2${string}` | `3${string}` ? true : false

/** Every answer that an operation declares: told apart by `status`, and by `ok`. */
export type AnswerOf<Id extends OperationId> = {
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
    /** How the body of an answer is read. @default 'json' */
    readonly parseAs?: 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream'
  }

type Call<Id extends OperationId> =
  object extends InputOf<Id>
    ? (input?: InputOf<Id>) => Promise<AnswerOf<Id>>
    : (input: InputOf<Id>) => Promise<AnswerOf<Id>>

/** One method for each operation of the contract. */
export type ApiClient = { readonly [Id in OperationId]: Call<Id> }

/** An answer that is not a success, or that the contract does not have. */
export class AnswerFailure extends Error {
  readonly status: number
  readonly error: unknown
  readonly response: Response

  constructor(status: number, error: unknown, response: Response) {
    super(`The service answered ${status}.`)
    this.name = 'AnswerFailure'
    this.status = status
    this.error = error
    this.response = response
  }
}

/** openapi-fetch without the types of one contract, which this file puts on instead. */
interface UntypedClient {
  request(
    method: string,
    path: string,
    input: object,
  ): Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>
}

/**
 * A client of the service at `baseUrl`. Its methods return every answer, good or not; they throw only if
 * there is none.
 */
export function createApiClient(options: ClientOptions): ApiClient {
  const client = createClient<paths>(options) as unknown as UntypedClient
  const call = async (id: OperationId, input: object = {}): Promise<unknown> => {
    const { method, path } = operations[id]
    const { data, error, response } = await client.request(method, path, input)
    const { ok, status } = response
    return ok || status < 400 ? { ok: true, status, data, response } : { ok: false, status, error, response }
  }
  const methods = Object.keys(operations).map((id) => [
    id,
    (input?: object) => call(id as OperationId, input),
  ])
  return Object.fromEntries(methods) as ApiClient
}

/** The body of a good answer. Throws an AnswerFailure for every other. */
export async function dataOf<
  Answer extends
    | { readonly ok: true; readonly data: unknown }
    | { readonly ok: false; readonly status: number; readonly error: unknown; readonly response: Response },
>(answer: Promise<Answer>): Promise<Extract<Answer, { readonly ok: true }>['data']> {
  const received = await answer
  if (received.ok) return received.data
  throw new AnswerFailure(received.status, received.error, received.response)
}
