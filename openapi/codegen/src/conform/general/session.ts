import { parseBody } from '../../checker/document.ts'
import type { Operation } from '../../read/operations.ts'
import { curlOf } from '../curl.ts'
import { responseText, unreadFault } from '../response-text.ts'
import type { Breach } from '../session.ts'
import type { TestRequest } from '../test-request.ts'
import { declaredFor, type PlainContract } from './plain-contract.ts'
import { basicCredentials } from './requests.ts'

const responseMsMax = 30_000

/** Sends requests to a backend of any contract, checks every response and records what occurred. */
export interface PlainSession {
  readonly breaches: readonly Breach[]
  readonly remarks: ReadonlySet<string>
  readonly unimplemented: ReadonlySet<string>
  /** Operations that no valid request could be made for. */
  readonly untried: ReadonlySet<string>
  readonly seen: ReadonlySet<string>
  requestCount(): number
  remark(text: string): void
  untriable(operationId: string): void
  /** A request that breaks the contract: the response has one of the statuses. */
  rejected(
    operation: Operation,
    tried: string,
    asked: TestRequest,
    statuses: readonly number[],
  ): Promise<void>
  /** A request that meets the contract: the response is one that the operation declares. */
  accepted(operation: Operation, asked: TestRequest): Promise<void>
  /** A request for no operation. */
  unknown(tried: string, asked: TestRequest, statuses: readonly number[]): Promise<void>
}

interface Seen {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export function createPlainSession(
  plain: PlainContract,
  baseUrl: string,
  key: string | undefined,
): PlainSession {
  const breaches: Breach[] = []
  const remarks = new Set<string>()
  const unimplemented = new Set<string>()
  const untried = new Set<string>()
  const seen = new Set<string>()
  let count = 0

  const breach = (tried: string, asked: TestRequest, faults: readonly string[]): void => {
    if (faults.length === 0) return
    breaches.push({
      tried,
      faults,
      curl: curlOf(baseUrl, key === undefined ? asked : withoutKey(asked, key)),
    })
  }

  async function exchange(tried: string, asked: TestRequest): Promise<Seen | undefined> {
    count += 1
    try {
      return await fetchText(baseUrl, asked)
    } catch (error) {
      breach(tried, asked, [unreadFault(error)])
      return undefined
    }
  }

  /** The response and what is wrong with its form; undefined where there is none, or the operation is a stub. */
  async function ofOperation(operation: Operation, tried: string, asked: TestRequest) {
    const { operationId } = operation
    if (unimplemented.has(operationId)) return undefined
    const response = await exchange(tried, asked)
    if (response === undefined) return undefined
    if (response.status === 501) {
      unimplemented.add(operationId)
      return undefined
    }
    const declared = declaredFor(operation, response.status)
    if (declared !== undefined) seen.add(`${operationId} ${declared.status}`)
    return {
      response,
      declared,
      faults: declared === undefined ? [] : formFaults(plain, declared, response, asked),
    }
  }

  return {
    breaches,
    remarks,
    unimplemented,
    untried,
    seen,
    requestCount: () => count,
    remark: (text) => void remarks.add(text),
    untriable: (operationId) => void untried.add(operationId),
    async rejected(operation, what, asked, statuses) {
      const tried = `${operation.operationId} ${what}`
      const found = await ofOperation(operation, tried, asked)
      if (found === undefined) return
      const { response, declared, faults } = found
      if (declared === undefined && statuses.includes(response.status))
        remarks.add(`${operation.operationId} responds with ${response.status}, which it does not declare`)
      const expected = statuses.includes(response.status)
        ? []
        : [`responded with ${response.status}, where the contract asks for ${statuses.join(' or ')}`]
      breach(tried, asked, [...expected, ...faults])
    },
    async accepted(operation, asked) {
      const tried = `${operation.operationId} with a valid request`
      const found = await ofOperation(operation, tried, asked)
      if (found === undefined) return
      const { response, declared, faults } = found
      if (response.status >= 400)
        remarks.add(
          `${operation.operationId} responds with ${response.status} to a request that meets the contract`,
        )
      const undeclared =
        declared === undefined ? [`the contract declares no response with ${response.status}`] : []
      const failed = response.status >= 500 ? ['a request made the backend fail'] : []
      breach(tried, asked, [...undeclared, ...failed, ...faults])
    },
    async unknown(tried, asked, statuses) {
      const response = await exchange(tried, asked)
      if (response !== undefined && !statuses.includes(response.status))
        breach(tried, asked, [`responded with ${response.status}, not ${statuses.join(' or ')}`])
    },
  }
}

/** The request with the variable KEY in place of the key, in whichever form a security scheme carries it. */
function withoutKey(asked: TestRequest, key: string): TestRequest {
  const basic = basicCredentials(key)
  const forms = [
    basic,
    key,
    encodeURIComponent(key),
    new URLSearchParams({ key }).toString().slice('key='.length),
  ]
  const masked = (text: string) =>
    forms.reduce(
      (rest, form) =>
        [form, ` ${form}`, `=${form}`].some((end) => (end === form ? rest === form : rest.endsWith(end)))
          ? `${rest.slice(0, -form.length)}$KEY`
          : rest,
      text,
    )
  const headers = Object.entries(asked.headers ?? {}).map(([name, value]) => [name, masked(value)])
  const [path = '', query] = asked.path.split('?')
  const pairs = query?.split('&').map((pair) => {
    const [name = '', value = ''] = pair.split('=')
    return forms.includes(value) ? `${name}=$KEY` : pair
  })
  return {
    ...asked,
    headers: Object.fromEntries(headers),
    path: pairs === undefined ? path : `${path}?${pairs.join('&')}`,
  }
}

async function fetchText(baseUrl: string, { method, path, headers = {}, body }: TestRequest): Promise<Seen> {
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers,
    redirect: 'manual',
    signal: AbortSignal.timeout(responseMsMax),
    ...(body !== undefined && { body }),
  })
  return { status: response.status, headers: response.headers, text: await responseText(response) }
}

type Declared = NonNullable<ReturnType<typeof declaredFor>>

/** What of a response is not as it is declared: media type, body, headers. */
function formFaults(
  plain: PlainContract,
  declared: Declared,
  { headers, text }: Seen,
  { method }: TestRequest,
): string[] {
  const missing = declared.headers
    .filter(({ name, required }) => required === true && !headers.has(name))
    .map(({ name }) => `header ${name} is missing`)
  if (method === 'HEAD') return missing
  if (declared.kind === undefined)
    return text === '' ? missing : [...missing, 'a body where none is declared']
  const type = (headers.get('content-type') ?? 'none').split(';')[0]?.trim() ?? ''
  const isType = declared.mediaTypes.some((wanted) => fits(wanted, type))
  const typeFaults = isType ? [] : [`content-type is ${type}, not ${declared.mediaTypes.join(' or ')}`]
  const bodyFaults = declared.kind === 'json' ? plain.faultsOf(declared.schema ?? {}, parseBody(text)) : []
  return [...missing, ...typeFaults, ...bodyFaults]
}

function fits(wanted: string, type: string): boolean {
  const plainType = (wanted.split(';')[0] ?? '').trim().toLowerCase()
  const [range = ''] = plainType.split('/*')
  return (
    plainType === '*/*' ||
    plainType === type.toLowerCase() ||
    (plainType.endsWith('/*') && type.startsWith(`${range}/`))
  )
}
