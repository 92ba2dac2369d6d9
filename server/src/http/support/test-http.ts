import type { ApiError } from '@mediagen/contract/models'
import { operations } from '@mediagen/contract/operations'
import type { Express } from 'express'
import { createMetrics } from '../../metrics/metrics.ts'
import { ObjectStoreUnavailableError } from '../../use-cases/uploads/storage-outage.ts'
import { createHttpApp, type HttpAppDependencies } from '../app.ts'
import { type Listening, listen } from '../connection/listen.ts'
import { open } from './test-connection.ts'

/**
 * The HTTP server alone, over real HTTP, for the tests of this folder: every use case is a fake, and calls
 * are recorded.
 */
export interface TestHttp {
  readonly url: string
  readonly port: number
  readonly app: Express
  /** Names and arguments of the use cases called so far, without authenticate. */
  readonly calls: [name: string, ...given: unknown[]][]
  /** Log lines so far: level, fields, message. */
  readonly logged: { level: string; fields: Record<string, unknown>; message: string }[]
  /** The number of calls to the rate limiter. */
  counted(): number
  call(path: string, options?: CallOptions): Promise<Response>
  /** Sends raw bytes on a separate connection; resolves with everything received once the server ends it. */
  raw(bytes: string): Promise<string>
  close: Listening['close']
}

export interface CallOptions {
  method?: string
  headers?: Record<string, string>
  /** Sent as JSON. */
  json?: unknown
  /** Sent as is. */
  body?: string | Uint8Array<ArrayBuffer> | ReadableStream
  /** Sends the valid API key. @default true */
  withKey?: boolean
}

export const goodKey = 'mg_good'
export const accountId = 'account-1'
/** The public id of `goodKey`. */
export const keyId = 'k0k0k0k0k0k0'
export const outage = new ObjectStoreUnavailableError(new Error('connection refused by 10.0.0.7'))

const at = '2026-03-14T09:26:53.589Z'
const task = { id: 'task-1', type: 'image.generate', status: 'QUEUED', createdAt: at } as const

/** Starts a server; any part may be replaced. */
export async function startTestHttp(replaced: Partial<HttpAppDependencies> = {}): Promise<TestHttp> {
  const calls: TestHttp['calls'] = []
  const logged: TestHttp['logged'] = []
  let counted = 0
  const log =
    (level: string) =>
    (fields: object | string, message = '') => {
      if (typeof fields === 'string') logged.push({ level, fields: {}, message: fields })
      else logged.push({ level, fields: { ...fields }, message })
    }
  const app = createHttpApp({
    useCases: fakeUseCases(calls),
    rateLimiter: {
      count: async () => {
        counted += 1
        return { allowed: true }
      },
    },
    logger: { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') },
    metrics: createMetrics({ withProcess: false }),
    readinessChecks: {},
    corsOrigins: [],
    publicUrl: 'http://media.test',
    gallery: { examples: [], file: () => undefined, sizeImage: async () => Buffer.from('') },
    ...replaced,
  })
  const listening = await listen(app, { host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${listening.port}`
  return {
    url,
    app,
    port: listening.port,
    calls,
    logged,
    counted: () => counted,
    call: (path, options) => fetch(`${url}${path}`, fetchOptions(options)),
    raw: (bytes) => open(listening.port, bytes).closed,
    close: listening.close,
  }
}

type UseCases = HttpAppDependencies['useCases']

/** Use cases that record their calls. Those whose results no test here looks at return an empty object. */
export function fakeUseCases(calls: TestHttp['calls']): UseCases {
  const record =
    <Result>(name: string, result: Result) =>
    (...given: unknown[]): Result => {
      calls.push([name, ...given])
      return result
    }
  const wholeTask = { ...task, startedAt: null, completedAt: null, output: null, error: null }
  const others = Object.fromEntries(
    Object.keys(operations).map((name) => [name, record(name, Promise.resolve({}))]),
  )
  const known = {
    authenticate: async (key) => (key === goodKey ? { accountId, keyId } : undefined),
    getAccount: record('getAccount', Promise.resolve({ id: accountId, balance: '12.50', currency: 'USD' })),
    offerVersion: () => 0,
    listAvailability: async () => [],
    listTroubles: async () => [],
    expectsBytes: async () => true,
    acceptGeneration: async (request) => {
      calls.push(['acceptGeneration', request])
      return {
        id: task.id,
        status: 'QUEUED',
        createdAt: at,
        replayed: request.idempotencyKey === 'seen before',
      }
    },
    getTask: record('getTask', Promise.resolve({ task: wholeTask, isApplied: true })),
  } satisfies Partial<UseCases>
  // Every operation has one by now, which the type of an object made of names cannot express.
  return { ...others, ...known } as unknown as UseCases
}

/** The body of an error. */
export async function errorOf(response: Response): Promise<ApiError> {
  // The tests then check that it has this form.
  return (await response.json()) as ApiError
}

function fetchOptions({
  method = 'GET',
  headers = {},
  json,
  body,
  withKey = true,
}: CallOptions = {}): RequestInit {
  const sent = json === undefined ? body : JSON.stringify(json)
  return {
    method,
    redirect: 'manual',
    headers: {
      ...(withKey && { Authorization: `Bearer ${goodKey}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(sent !== undefined && { body: sent, duplex: 'half' }),
  }
}
