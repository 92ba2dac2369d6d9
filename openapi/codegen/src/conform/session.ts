import { findOperation, isRecord, type Operation, parseBody, record } from '../../../checks/contract.ts'
import { type ContractChecker, ContractBreach as WrongAnswer } from '../../../checks/contract-check.ts'
import { curlOf } from './curl.ts'
import type { TestRequest } from './test-request.ts'

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  /** Parsed JSON; the text itself if it is not JSON, undefined if there is none. */
  readonly body: unknown
}

/** The expected response, beyond being documented by the contract. */
export interface Expectation {
  readonly status: number
  /** The error's code. */
  readonly code?: string
  /** Problems of a response with this status. */
  readonly faults?: (answer: TestResponse) => readonly string[]
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
  readonly apiKey: string
  readonly checker: ContractChecker
  /** Resolves after the given seconds. */
  readonly wait: (seconds: number) => Promise<void>
}

/** Sends requests, checks every response against the contract and records what occurred. */
export interface Session {
  readonly checker: ContractChecker
  readonly baseUrl: string
  readonly wait: (seconds: number) => Promise<void>
  readonly breaches: readonly Breach[]
  readonly remarks: ReadonlySet<string>
  /** Operations that answered 501; they get no further request. */
  readonly unimplemented: ReadonlySet<string>
  /** Documented responses that occurred, as `getTask 200`. */
  readonly seen: ReadonlySet<string>
  requestCount(): number
  /** Records an observation that is not a violation. */
  remark(text: string): void
  /** Records a violation that a separate check has found in the response to a request. */
  breach(tried: string, asked: TestRequest, faults: readonly string[]): void
  /** Resolves to the response, even one that violates the contract; to undefined if there is none, or 501. */
  send(tried: string, asked: TestRequest, expected?: Expectation): Promise<TestResponse | undefined>
  /** The same for HEAD and OPTIONS, which the contract does not mention. */
  sendUnchecked(tried: string, asked: TestRequest): Promise<TestResponse | undefined>
}

const answerMsMax = 30_000
/** A backend that asks to wait more often than this never accepts. */
const rateLimitWaitsMax = 5
const patienceSecondsMax = 300

export function createSession(options: SessionOptions): Session {
  const { checker, wait } = options
  const breaches: Breach[] = []
  const remarks = new Set<string>()
  const unimplemented = new Set<string>()
  const seen = new Set<string>()
  let count = 0

  const breach = (tried: string, asked: TestRequest, faults: readonly string[]): void => {
    if (faults.length > 0) breaches.push({ tried, faults, curl: curlOf(options.baseUrl, asked) })
  }

  async function exchange(tried: string, asked: TestRequest): Promise<TestResponse | undefined> {
    count += 1
    try {
      return await fetchAnswer(options, asked, `conform-${count}`)
    } catch (error) {
      breach(tried, asked, [`no answer: ${reasonOf(error)}`])
      return undefined
    }
  }

  async function exchangePatiently(tried: string, asked: TestRequest): Promise<TestResponse | undefined> {
    let answer = await exchange(tried, asked)
    for (let waits = 0; isRateLimited(answer) && waits < rateLimitWaitsMax; waits += 1) {
      note(checker, seen, asked, answer)
      const seconds = Number(answer.headers.get('retry-after'))
      if (!(seconds > 0 && seconds <= patienceSecondsMax)) break
      await wait(seconds)
      answer = await exchange(tried, asked)
    }
    return answer
  }

  return {
    checker,
    baseUrl: options.baseUrl,
    wait,
    breaches,
    remarks,
    unimplemented,
    seen,
    requestCount: () => count,
    remark: (text) => void remarks.add(text),
    breach,
    async send(tried, asked, expected) {
      const operation = findOperation(checker.operations, asked.method, asked.path)
      if (operation !== undefined && unimplemented.has(operation.operationId)) return undefined
      const answer = await exchangePatiently(tried, asked)
      if (answer === undefined) return undefined
      if (operation !== undefined && answer.status === 501) {
        unimplemented.add(operation.operationId)
        breach(tried, asked, formFaults(answer))
        return undefined
      }
      breach(tried, asked, [
        ...note(checker, seen, asked, answer),
        ...(expected === undefined ? [] : expectationFaults(answer, expected)),
        ...echoFaults(asked, answer),
        ...(answer.status === 500 ? ['500: a request made the backend fail'] : []),
      ])
      return answer
    },
    sendUnchecked: exchange,
  }
}

async function fetchAnswer(
  options: SessionOptions,
  asked: TestRequest,
  requestId: string,
): Promise<TestResponse> {
  const response = await fetch(new URL(asked.path, options.baseUrl), {
    method: asked.method,
    headers: {
      ...(asked.withKey !== false && { Authorization: `Bearer ${options.apiKey}` }),
      'X-Request-Id': requestId,
      ...asked.headers,
    },
    redirect: 'manual',
    signal: AbortSignal.timeout(answerMsMax),
    ...(asked.body !== undefined && { body: asked.body }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: parseBody(text) }
}

/** Checks a response against the contract and records it if it is documented. */
function note(
  checker: ContractChecker,
  seen: Set<string>,
  asked: TestRequest,
  answer: TestResponse,
): readonly string[] {
  const known: Operation | undefined = findOperation(checker.operations, asked.method, asked.path)
  try {
    if (known === undefined) checker.checkRefusal({ ...asked, ...answer })
    else {
      checker.checkAnswer({ ...asked, ...answer })
      seen.add(`${known.operationId} ${answer.status}`)
    }
    return []
  } catch (error) {
    if (error instanceof WrongAnswer) return error.faults
    throw error
  }
}

function expectationFaults(answer: TestResponse, { status, code, faults }: Expectation): readonly string[] {
  const { code: told } = record(answer.body)
  if (answer.status !== status || (code !== undefined && told !== code)) {
    const came = `${answer.status}${typeof told === 'string' ? ` ${told}` : ''}`
    return [`answered ${came}, where the contract asks for ${status}${code === undefined ? '' : ` ${code}`}`]
  }
  return faults?.(answer) ?? []
}

/** A valid id of the caller is echoed; any other one is replaced. */
function echoFaults(asked: TestRequest, answer: TestResponse): string[] {
  const sent = asked.headers?.['X-Request-Id']
  const got = answer.headers.get('x-request-id')
  if (sent === undefined) return got?.startsWith('conform-') === false ? ['X-Request-Id was not echoed'] : []
  const isValid = /^[!-~]{1,128}$/.test(sent.trim())
  if (isValid) return got === sent.trim() ? [] : [`X-Request-Id ${sent.trim()} was not echoed`]
  return got === sent.trim() ? ['an invalid X-Request-Id was echoed'] : []
}

/** Checks the format of an error whose code and status are not in the contract. */
function formFaults({ status, headers, body }: TestResponse): string[] {
  if (!isRecord(body)) return ['the refusal is not a JSON object']
  const isWhole = body.status === status && typeof body.code === 'string' && typeof body.message === 'string'
  const isNamed = body.requestId === headers.get('x-request-id')
  return isWhole && isNamed ? [] : [`${status} without the form of an error: ${JSON.stringify(body)}`]
}

function isRateLimited(answer: TestResponse | undefined): answer is TestResponse {
  return answer?.status === 429 && record(answer.body).code === 'RATE_LIMITED'
}

/** fetch hides why a connection failed in the cause of its error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  return 'code' in cause && cause.message === '' ? String(cause.code) : cause.message
}
