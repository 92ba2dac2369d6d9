import { findOperation } from '../read/find-operation.ts'
import type { Operation } from '../read/operations.ts'
import { record } from '../read/record.ts'
import { withCredentials, withoutKey } from './credentials.ts'
import { curlOf } from './curl.ts'
import { declaredFor, type PlainContract } from './plain-contract.ts'
import { declaredFaults } from './response-faults.ts'
import { parseBody, responseText, unreadFault } from './response-text.ts'
import type { Breach, Expectation, Session, SessionOptions, TestResponse } from './scenario.ts'
import type { TestRequest } from './test-request.ts'

/** Nothing responds at the address, or the key is rejected: there is nothing to check. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

const responseMsMax = 30_000
/** A backend that asks to wait more often than this never accepts. */
const rateLimitWaitsMax = 5
const patienceSecondsMax = 300

export function createSession(plain: PlainContract, options: SessionOptions): Session {
  const { apiKey, baseUrl, scenario, wait } = options
  const { operations } = plain
  const breaches: Breach[] = []
  const remarks = new Set<string>()
  const unimplemented = new Set<string>()
  const untried = new Set<string>()
  const seen = new Set<string>()
  let count = 0

  const operationOf = ({ method, path }: TestRequest) => findOperation(operations, method, path)

  /** The request as it is sent: with the credentials of its operation; HEAD has those of GET. */
  const complete = (asked: TestRequest): TestRequest => {
    const { method, withKey = true } = asked
    const operation =
      operationOf(asked) ?? (method === 'HEAD' ? operationOf({ ...asked, method: 'GET' }) : undefined)
    return withKey && apiKey !== undefined && operation !== undefined
      ? withCredentials(plain.contract, operation, apiKey, asked)
      : asked
  }

  const breach = (tried: string, asked: TestRequest, faults: readonly string[]): void => {
    if (faults.length === 0) return
    const sent = complete(asked)
    const shown = apiKey === undefined ? sent : withoutKey(sent, apiKey)
    breaches.push({
      tried,
      faults: [...new Set(faults)],
      curl: curlOf(baseUrl, { ...shown, withKey: false }),
    })
  }

  async function exchange(tried: string, asked: TestRequest): Promise<TestResponse | undefined> {
    count += 1
    try {
      return await fetchResponse(baseUrl, complete(asked))
    } catch (error) {
      breach(tried, asked, [unreadFault(error)])
      return undefined
    }
  }

  async function exchangePatiently(tried: string, asked: TestRequest): Promise<TestResponse | undefined> {
    let response = await exchange(tried, asked)
    for (let waits = 0; response?.status === 429 && waits < rateLimitWaitsMax; waits += 1) {
      note(asked, response)
      const seconds = Number(response.headers.get('retry-after'))
      if (!(seconds > 0 && seconds <= patienceSecondsMax)) break
      await wait(seconds)
      response = await exchange(tried, asked)
    }
    return response
  }

  /** What is wrong with a response by itself; records which one it is. */
  function note(asked: TestRequest, response: TestResponse): readonly string[] {
    const operation = operationOf(asked)
    const declared = operation && declaredFor(operation, response.status)
    if (declared !== undefined) seen.add(`${operation?.operationId} ${declared.status}`)
    const { isClosed = false } = scenario
    const isHead = asked.method === 'HEAD'
    return [
      ...(declared === undefined ? [] : declaredFaults(plain, declared, response, { isHead, isClosed })),
      ...(declared === undefined && operation !== undefined ? undeclaredFaults(operation, response) : []),
      ...(scenario.faultsOf?.(asked, response, session) ?? []),
    ]
  }

  /** A rejection that the operation does not declare may still be right. */
  function undeclaredFaults({ operationId }: Operation, { status }: TestResponse): readonly string[] {
    if (status < 400 || status >= 500) return [`the contract declares no response with ${status}`]
    remarks.add(`${operationId} responds with ${status}, which it does not declare`)
    return []
  }

  const session: Session = {
    ...options,
    plain,
    operations,
    breaches,
    remarks,
    unimplemented,
    untried,
    seen,
    requestCount: () => count,
    remark: (text) => void remarks.add(text),
    untriable: (operationId) => void untried.add(operationId),
    breach,
    stop(reason) {
      throw new Unreachable(reason)
    },
    async send(tried, asked, expected) {
      const operation = operationOf(asked)
      if (operation !== undefined && unimplemented.has(operation.operationId)) return undefined
      const response = await exchangePatiently(tried, asked)
      if (response === undefined) return undefined
      if (operation !== undefined && response.status === 501) {
        unimplemented.add(operation.operationId)
        return undefined
      }
      breach(tried, asked, [
        ...(expected === undefined ? [] : expectationFaults(response, expected)),
        ...note(asked, response),
        ...(response.status === 500 ? ['500: a request made the backend fail'] : []),
      ])
      return response
    },
    sendUnchecked: exchange,
  }
  return session
}

async function fetchResponse(
  baseUrl: string,
  { method, path, headers = {}, body }: TestRequest,
): Promise<TestResponse> {
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(responseMsMax),
    ...(body !== undefined && { body }),
  })
  return {
    status: response.status,
    headers: response.headers,
    body: parseBody(await responseText(response)),
  }
}

function expectationFaults(response: TestResponse, { status, code, faults }: Expectation): readonly string[] {
  const statuses = [status].flat()
  const { code: sentCode } = record(response.body)
  if (statuses.includes(response.status) && (code === undefined || sentCode === code))
    return faults?.(response) ?? []
  const came = `${response.status}${code !== undefined && typeof sentCode === 'string' ? ` ${sentCode}` : ''}`
  const wanted = `${statuses.join(' or ')}${code === undefined ? '' : ` ${code}`}`
  return [`responded with ${came}, where the contract asks for ${wanted}`]
}
