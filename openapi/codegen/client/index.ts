import createClient, { type ClientOptions, type Middleware } from 'openapi-fetch'
import type { paths } from './openapi.js'
import { operations, schemes } from './operations.js'
import {
  type BodyKind,
  bodyText,
  type Carried,
  type Credential,
  carriedBy,
  cookieText,
  queryText,
  readBody,
  typeOfBody,
  type Wire,
} from './wire.js'

type Operations = typeof operations
type OperationId = keyof Operations

/** The contract's own words on one operation. */
type Declared<Id extends OperationId> = paths[Operations[Id]['path']][Operations[Id]['method'] &
  keyof paths[Operations[Id]['path']]]

type DeclaredResponses<Id extends OperationId> =
  Declared<Id> extends { responses: infer Responses } ? Responses : never

type Digit = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9
type Hundred<First extends number> = `${First}${Digit}${Digit}` extends infer Text
  ? Text extends `${infer Status extends number}`
    ? Status
    : never
  : never
type Ranges = { '1XX': never; '2XX': Hundred<2>; '3XX': Hundred<3>; '4XX': Hundred<4>; '5XX': Hundred<5> }
type Good = Hundred<2> | Hundred<3>
type Bad = Hundred<4> | Hundred<5>

/** The statuses that a key of the responses stands for: those that no other key says better. */
type StatusesOf<Key, Keys> = Key extends number
  ? Key
  : Uppercase<Key & string> extends infer Range extends keyof Ranges
    ? Exclude<Ranges[Range], Keys>
    : Exclude<Extract<Keys, Good | '2XX' | '3XX'> extends never ? Good | Bad : Bad, Keys | InRanges<Keys>>
type InRanges<Keys> = Ranges[Keys & keyof Ranges]

type IsJson<Media> = Media extends `application/json${string}` | `${string}+json${string}` ? true : false
type IsText<Media> = Media extends `text/${string}` | `application/xml${string}` | `${string}+xml${string}`
  ? true
  : false

/** What is read of a response: values of JSON, text, and files of everything else. */
type Received<Content> = {
  [Media in keyof Content]: IsJson<Media> extends true
    ? Content[Media]
    : Media extends `text/event-stream${string}`
      ? Raw['stream']
      : IsText<Media> extends true
        ? string
        : Blob
}[keyof Content]
type BodyOf<Given> = Given extends { content: infer Content } ? Received<Content> : undefined

/** What `parseAs` makes of a good response. */
interface Raw {
  readonly text: string
  readonly blob: Blob
  readonly arrayBuffer: ArrayBuffer
  readonly stream: ReadableStream<Uint8Array> | null
}

/** Every response that an operation declares, distinguished by `status`, and by `ok`. */
export type ResponseOf<Id extends OperationId, As extends BodyKind = 'json'> = {
  [Key in keyof DeclaredResponses<Id>]: Outcomes<
    StatusesOf<Key, keyof DeclaredResponses<Id>>,
    BodyOf<DeclaredResponses<Id>[Key]>,
    As
  >
}[keyof DeclaredResponses<Id>]

type Outcomes<Status extends number, Body, As extends BodyKind> =
  | GoodOutcome<Extract<Status, Good>, As extends keyof Raw ? Raw[As] : Body>
  | BadOutcome<Exclude<Status, Good>, Body>
type GoodOutcome<Status, Data> = [Status] extends [never]
  ? never
  : { readonly ok: true; readonly status: Status; readonly data: Data; readonly response: Response }
type BadOutcome<Status, Body> = [Status] extends [never]
  ? never
  : { readonly ok: false; readonly status: Status; readonly error: Body; readonly response: Response }

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

/** What a body may be: values of JSON, text, a form or its fields, and bytes. */
type Content<Body> = Body extends { content: infer Media } ? Sent<Media> : never
type Sent<Media> = {
  [Type in keyof Media]: IsJson<Type> extends true
    ? Media[Type]
    : Type extends `application/x-www-form-urlencoded${string}`
      ? Media[Type] | URLSearchParams
      : Type extends `multipart/form-data${string}`
        ? Media[Type] | FormData
        : IsText<Type> extends true
          ? string
          : Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>
}[keyof Media]
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
    /** How a body becomes what is sent. @default as the contract has it */
    readonly bodySerializer?: (body: never) => BodyInit
  }

/** How the body of a good response is read: by default as the contract declares it. */
interface Reading<As extends BodyKind> {
  readonly parseAs?: As
}

type Call<Id extends OperationId> =
  object extends InputOf<Id>
    ? <As extends BodyKind = 'json'>(input?: InputOf<Id> & Reading<As>) => Promise<ResponseOf<Id, As>>
    : <As extends BodyKind = 'json'>(input: InputOf<Id> & Reading<As>) => Promise<ResponseOf<Id, As>>

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

/** What a call may have, whatever its operation. */
interface AnyInput {
  readonly params?: { readonly cookie?: Readonly<Record<string, unknown>> }
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly parseAs?: BodyKind
}

/** What a client is made with: anything of openapi-fetch, and credentials by the names of their security schemes. */
export interface ApiClientOptions extends ClientOptions {
  readonly auth?: { readonly [Name in keyof typeof schemes]?: Credential }
}

/**
 * A client of the service at `baseUrl`. Its methods return every response, good or not; they throw only if
 * there is none.
 */
export function createApiClient({ auth = {}, ...options }: ApiClientOptions): ApiClient {
  const client = createClient<AnyPaths>(options)
  const call = async (id: OperationId, input: AnyInput = {}): Promise<unknown> => {
    const { parseAs = 'json', ...given } = input
    const { method, path, ...wire }: (typeof operations)[OperationId] & Wire = operations[id]
    const carried = await carriedBy(wire, schemes, auth)
    let failed: Response | undefined
    // openapi-fetch takes every failure for JSON, and reads it.
    const keep: Middleware = {
      onResponse: (received) => {
        if (!received.response.ok) failed = received.response.clone()
      },
    }
    const { response } = await client.request(method, path, {
      querySerializer: (query: Readonly<Record<string, unknown>>) =>
        [queryText(query, wire.styles), queryText(carried.query)].filter(Boolean).join('&'),
      bodySerializer: (body: unknown) => bodyText(body, wire),
      ...Object(given),
      headers: headersOf(given, wire, carried),
      parseAs: 'stream',
      middleware: [keep],
    })
    const { status } = response
    const content = await readBody(failed ?? response, wire.reads, status < 400 ? parseAs : 'json')
    return status < 400
      ? { ok: true, status, data: content, response }
      : { ok: false, status, error: content, response }
  }
  const methods = Object.keys(operations).map((id) => [
    id,
    (input?: AnyInput) => call(id as OperationId, input),
  ])
  return Object.fromEntries(methods) as ApiClient
}

function headersOf(
  { params, body, headers }: AnyInput,
  wire: Wire,
  carried: Carried,
): Record<string, string | null> {
  const type = body === undefined ? undefined : typeOfBody(body, wire)
  const keys = Object.entries(carried.cookies).map(([name, value]) => `${name}=${value}`)
  const cookies = [...keys, cookieText(params?.cookie ?? {})].filter((text) => text !== '').join('; ')
  return {
    ...(type !== undefined && { 'Content-Type': type }),
    ...(cookies !== '' && { Cookie: cookies }),
    ...carried.headers,
    ...headers,
  }
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
