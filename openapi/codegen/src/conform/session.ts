import { ContractBreach, type ContractChecker } from '../checker/contract-checker.ts'
import { findOperation, isRecord, type Operation, parseBody, record } from '../checker/document.ts'
import { curlOf } from './curl.ts'
import { responseText, unreadFault } from './response-text.ts'
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
  /** Operations that responded with 501; they get no further request. */
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

const responseMsMax = 30_000
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
      return await fetchResponse(options, asked, `conform-${count}`)
    } catch (error) {
      breach(tried, asked, [unreadFault(error)])
      return undefined
    }
  }

  async function exchangePatiently(tried: string, asked: TestRequest): Promise<TestResponse | undefined> {
    let response = await exchange(tried, asked)
    for (let waits = 0; isRateLimited(response) && waits < rateLimitWaitsMax; waits += 1) {
      note(checker, seen, asked, response)
      const seconds = Number(response.headers.get('retry-after'))
      if (!(seconds > 0 && seconds <= patienceSecondsMax)) break
      await wait(seconds)
      response = await exchange(tried, asked)
    }
    return response
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
      const response = await exchangePatiently(tried, asked)
      if (response === undefined) return undefined
      if (operation !== undefined && response.status === 501) {
        unimplemented.add(operation.operationId)
        breach(tried, asked, formFaults(response))
        return undefined
      }
      breach(tried, asked, [
        ...note(checker, seen, asked, response),
        ...(expected === undefined ? [] : expectationFaults(response, expected)),
        ...echoFaults(asked, response),
        ...(response.status === 500 ? ['500: a request made the backend fail'] : []),
      ])
      return response
    },
    sendUnchecked: exchange,
  }
}

async function fetchResponse(
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
    signal: AbortSignal.timeout(responseMsMax),
    ...(asked.body !== undefined && { body: asked.body }),
  })
  const text = await responseText(response)
  return { status: response.status, headers: response.headers, body: parseBody(text) }
}

/** Checks a response against the contract and records it if it is documented. */
function note(
  checker: ContractChecker,
  seen: Set<string>,
  asked: TestRequest,
  response: TestResponse,
): readonly string[] {
  const known: Operation | undefined = findOperation(checker.operations, asked.method, asked.path)
  try {
    if (known === undefined) checker.checkErrorResponse({ ...asked, ...response })
    else {
      checker.checkResponse({ ...asked, ...response })
      seen.add(`${known.operationId} ${response.status}`)
    }
    return []
  } catch (error) {
    if (error instanceof ContractBreach) return error.faults
    throw error
  }
}

function expectationFaults(response: TestResponse, { status, code, faults }: Expectation): readonly string[] {
  const { code: sentCode } = record(response.body)
  if (response.status !== status || (code !== undefined && sentCode !== code)) {
    const came = `${response.status}${typeof sentCode === 'string' ? ` ${sentCode}` : ''}`
    return [
      `responded with ${came}, where the contract asks for ${status}${code === undefined ? '' : ` ${code}`}`,
    ]
  }
  return faults?.(response) ?? []
}

/** A valid id of the caller is echoed; any other one is replaced. */
function echoFaults(asked: TestRequest, response: TestResponse): string[] {
  const sent = asked.headers?.['X-Request-Id']
  const got = response.headers.get('x-request-id')
  if (sent === undefined) return got?.startsWith('conform-') === false ? ['X-Request-Id was not echoed'] : []
  const isValid = /^[!-~]{1,128}$/.test(sent.trim())
  if (isValid) return got === sent.trim() ? [] : [`X-Request-Id ${sent.trim()} was not echoed`]
  return got === sent.trim() ? ['an invalid X-Request-Id was echoed'] : []
}

/** Checks the format of an error whose code and status are not in the contract. */
function formFaults({ status, headers, body }: TestResponse): string[] {
  if (!isRecord(body)) return ['the error is not a JSON object']
  const isWhole = body.status === status && typeof body.code === 'string' && typeof body.message === 'string'
  const isNamed = body.requestId === headers.get('x-request-id')
  return isWhole && isNamed ? [] : [`${status} without the form of an error: ${JSON.stringify(body)}`]
}

function isRateLimited(response: TestResponse | undefined): response is TestResponse {
  return response?.status === 429 && record(response.body).code === 'RATE_LIMITED'
}
