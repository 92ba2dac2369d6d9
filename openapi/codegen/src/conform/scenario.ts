import { loadExport } from '../load-export.ts'
import type { Operation } from '../read/operations.ts'
import type { PlainContract } from './plain-contract.ts'
import type { TestRequest } from './test-request.ts'

/** What is wrong with a request that has to be rejected. */
export type Wrong =
  | 'credentials'
  | 'parameter'
  | 'path parameter'
  | 'field'
  | 'no JSON'
  | 'no object'
  | 'no body'
  | 'media type'
  | 'too large'
  | 'unknown path'
  | 'method'

/** A response with which a request is rejected. */
export interface Rejection {
  readonly status: number | readonly number[]
  /** The `code` of its body. */
  readonly code?: string
}

/**
 * What a team knows of its contract that no document says: a module that exports it as `scenario` is loaded by
 * `conform --scenario`.
 */
export interface Scenario {
  /** Whether a field of a response that the contract does not name is a fault. @default false */
  readonly isClosed?: boolean
  /** What is wrong with a response besides what the document says of it. */
  readonly faultsOf?: (asked: TestRequest, response: TestResponse, session: Session) => readonly string[]
  /** How requests are rejected. @default with any of the statuses that are usual */
  readonly rejections?: Readonly<Partial<Record<Wrong, Rejection>>>
  /**
   * The fields that a rejection names. With it, requests are wrong in several fields at once, values on their bounds
   * are tried beside a wrong one, and a rejection that names another field is a breach.
   */
  readonly namedFields?: (response: TestResponse) => readonly string[]
  /** Whether valid requests of an operation are the scenario's own matter: the engine sends none. @default no */
  readonly owns?: (operation: Operation) => boolean
  /** Runs before every other check. */
  readonly begin?: (session: Session) => Promise<void>
  /** Runs after the checks of every operation, before the fuzz. */
  readonly end?: (session: Session) => Promise<void>
}

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; the text itself if it is not JSON, undefined if there is none. */
  readonly body: unknown
}

/** The expected response, beyond being declared by the contract. */
export interface Expectation extends Rejection {
  /** Problems of a response with this status. */
  readonly faults?: (response: TestResponse) => readonly string[]
}

/** A request whose response violates the contract. */
export interface Breach {
  /** What was tried: the operation, or method and path, and the variation. */
  readonly tried: string
  readonly faults: readonly string[]
  readonly curl: string
}

export interface SessionOptions {
  readonly baseUrl: string
  readonly apiKey: string | undefined
  readonly scenario: Scenario
  /** Resolves after the given seconds. */
  readonly wait: (seconds: number) => Promise<void>
  /** Called with what the reader has to know before it happens, such as costs. */
  readonly say: (line: string) => void
}

/** Sends requests, checks every response against the contract and records what occurred. */
export interface Session extends SessionOptions {
  readonly plain: PlainContract
  readonly operations: readonly Operation[]
  readonly breaches: readonly Breach[]
  readonly remarks: ReadonlySet<string>
  /** Operations that responded with 501; they get no further request. */
  readonly unimplemented: ReadonlySet<string>
  /** Operations that no valid request could be made for. */
  readonly untried: ReadonlySet<string>
  /** Declared responses that occurred, as `getTask 200`. */
  readonly seen: ReadonlySet<string>
  requestCount(): number
  /** Records an observation that is not a violation. */
  remark(text: string): void
  /** Records that no valid request of an operation could be made. */
  untriable(operationId: string): void
  /** Records a violation that a separate check has found in the response to a request. */
  breach(tried: string, asked: TestRequest, faults: readonly string[]): void
  /** Ends the run: there is nothing to check. */
  stop(reason: string): never
  /** Resolves to the response, even one that violates the contract; to undefined if there is none, or 501. */
  send(tried: string, asked: TestRequest, expected?: Expectation): Promise<TestResponse | undefined>
  /** The same for HEAD and OPTIONS, which the contract does not mention. */
  sendUnchecked(tried: string, asked: TestRequest): Promise<TestResponse | undefined>
}

const usual: Readonly<Record<Wrong, readonly number[]>> = {
  credentials: [401],
  parameter: [400, 414, 422, 431],
  'path parameter': [400, 404, 414, 422, 431],
  field: [400, 422],
  'no JSON': [400, 422],
  'no object': [400, 422],
  'no body': [400, 415, 422],
  'media type': [400, 415, 422],
  'too large': [413],
  'unknown path': [401, 404],
  method: [401, 404, 405],
}

/** How requests that are wrong in this way are rejected. */
export function rejectionOf({ rejections }: Scenario, wrong: Wrong): Rejection {
  return rejections?.[wrong] ?? { status: usual[wrong] }
}

/** The scenario of a module. Throws a CommandError for one that has none. */
export function loadScenario(file: string): Promise<Scenario> {
  return loadExport<Scenario>('scenario', file)
}
