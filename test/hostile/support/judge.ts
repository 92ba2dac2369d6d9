import { findOperation, isRecord } from '../../../openapi/checks/contract.ts'
import { ContractBreach, contractChecker, type SeenResponse } from '../../../openapi/checks/contract-check.ts'
import { type Exchange, headerOf, type WireResponse } from '../../support/raw-exchange.ts'
import { type HostileRequest, valuesOf } from './hostile-request.ts'

/** The violations in one connection's responses, one per line; empty is the only good verdict. */
export function judgeExchange(requests: readonly HostileRequest[], seen: Exchange): string[] {
  const isBroken = requests.some((request) => request.isBroken)
  const faults: string[] = []
  if (seen.end === 'timeout') faults.push('the connection hung')
  if (seen.responses.length === 0 && !isBroken && seen.end !== 'timeout')
    faults.push('closed without any response')
  if (seen.responses.length > requests.length + (isBroken ? 1 : 0))
    faults.push(`${requests.length} requests got ${seen.responses.length} responses`)
  const { responses, leftOver } = withBodiesOfRejectedHeads(requests, seen)
  if (leftOver !== '') faults.push(`bytes that are no response: ${JSON.stringify(leftOver.slice(0, 200))}`)
  for (const [at, response] of responses.entries())
    faults.push(...judgeResponse(requests[at] ?? nothing, response))
  return faults
}

/** Represents the bytes after a request that ended earlier than its sender thought. */
const nothing: HostileRequest = { method: '', target: '', headers: [], body: '', isBroken: true }

/**
 * Bytes that are not HTTP are rejected with a body, even if they began with HEAD: their method is unknown.
 */
function withBodiesOfRejectedHeads(
  requests: readonly HostileRequest[],
  { responses, leftOver }: Exchange,
): Pick<Exchange, 'responses' | 'leftOver'> {
  const last = responses.at(-1)
  const isHead = requests[responses.length - 1]?.method === 'HEAD'
  if (!isHead || last === undefined || last.status !== 400 || !leftOver.startsWith('{'))
    return { responses, leftOver }
  const whole = { ...last, body: Buffer.from(leftOver, 'latin1') }
  return { responses: responses.with(-1, whole), leftOver: '' }
}

/** No response may contain one of these twice, or contain what a request smuggled in. */
const singleHeaders = [
  'content-length',
  'content-type',
  'content-disposition',
  'x-request-id',
  'transfer-encoding',
  'etag',
]
const smuggledHeaders = ['x-injected', 'x-more', 'x-odd', 'set-cookie']

function judgeResponse(request: HostileRequest, response: WireResponse): string[] {
  const names = response.headers.map(([name]) => name.toLowerCase())
  const requestId = headerOf(response, 'x-request-id')
  const [sent, ...others] = valuesOf(request, 'x-request-id')
  const isUsable = sent !== undefined && others.length === 0 && /^[!-~]{1,128}$/.test(sent)
  return [
    ...(response.status >= 500 || response.status < 200 ? [`status ${response.status}`] : []),
    ...(request.method === 'HEAD' && (response.status === 206 || response.status === 416)
      ? [`HEAD, which knows no ranges, got ${response.status}`]
      : []),
    ...(requestId === undefined ? ['header X-Request-Id is missing'] : []),
    // What cannot be parsed as HTTP has no id that could be echoed.
    ...(isUsable && response.status !== 400 && requestId !== sent
      ? [`X-Request-Id ${sent} was not echoed`]
      : []),
    ...(headerOf(response, 'x-content-type-options') === 'nosniff'
      ? []
      : ['X-Content-Type-Options is missing']),
    ...singleHeaders
      .filter((name) => names.indexOf(name) !== names.lastIndexOf(name))
      .map((name) => `${name} stands there twice`),
    ...smuggledHeaders
      .filter((name) => names.includes(name))
      .map((name) => `${name} came out of the request`),
    ...judgeBody(request, response, requestId),
  ]
}

function judgeBody(request: HostileRequest, response: WireResponse, requestId: string | undefined): string[] {
  const { method } = request
  if (method === 'HEAD' && response.body.length === 0) return []
  if (response.status < 400 && (method === 'OPTIONS' || response.status === 304)) return []
  const path = pathOf(request.target)
  const contentType = headerOf(response, 'content-type') ?? ''
  if (response.status >= 400 && isFile(path) && contentType.startsWith('text/plain')) return []
  if (response.status === 404 && contentType.startsWith('text/html') && mayGetNotFoundPage(request)) return []
  const isJson = contentType.startsWith('application/json')
  if (response.status < 400 && !path.startsWith('/api/v1')) return []
  const body = isJson ? parseJson(response.body) : undefined
  if (body === undefined)
    return [`the response ${response.status} is no JSON: ${response.body.toString('latin1', 0, 200)}`]
  const seen = { method, path, status: response.status, headers: toRecord(response), body }
  return judgeAgainstContract(seen, requestId)
}

function judgeAgainstContract(seen: SeenResponse, requestId: string | undefined): string[] {
  const checker = contractChecker()
  const isError = seen.status >= 400
  if (isError && isFile(seen.path)) return judgeFileError(seen, requestId)
  const operation = findOperation(checker.operations, seen.method, seen.path)
  // A request that is no valid HTTP is rejected before it is known for which operation it is.
  const isEdge = isError && isRecord(seen.body) && edgeCodes.includes(String(seen.body.code))
  try {
    if (operation !== undefined && !isEdge) checker.checkResponse(seen)
    else if (isError) checker.checkErrorResponse(seen)
    else return [`got ${seen.status} for no operation of the contract`]
  } catch (error) {
    if (error instanceof ContractBreach) return [error.message]
    throw error
  }
  return []
}

const edgeCodes = ['INVALID_REQUEST', 'NOT_FOUND', 'METHOD_NOT_ALLOWED']
const fileErrorFields = ['code', 'message', 'requestId', 'status']

/** Rejections of files have the format of the contract's errors, and their own codes. */
function judgeFileError({ status, body }: SeenResponse, requestId: string | undefined): string[] {
  if (!isRecord(body)) return ['the rejection of a file is no object']
  const { details: _details, ...members } = body
  const isWhole = Object.keys(members).sort().join() === fileErrorFields.join()
  const isTrue = body.status === status && body.requestId === requestId && /^[A-Z_]+$/.test(String(body.code))
  return isWhole && isTrue ? [] : [`the rejection of a file has another form: ${JSON.stringify(body)}`]
}

/** A person at an address outside the API gets a page; a program gets the contract's NOT_FOUND. */
function mayGetNotFoundPage(request: HostileRequest): boolean {
  return (
    !/^\/(api|objects)(\/|$)/.test(pathOf(request.target)) &&
    valuesOf(request, 'accept').some((accept) => accept.includes('text/html'))
  )
}

function isFile(path: string): boolean {
  return path.startsWith('/objects') || path.startsWith('/gallery/files/')
}

/**
 * The path of a request target, also of one with a scheme and a host, or with spaces around it, which Node
 * forgives.
 */
export function pathOf(target: string): string {
  const path = target
    .trim()
    .replace(/^\w+:\/\/[^/?#]*/, '')
    .replace(/[?#].*$/s, '')
  return path === '' ? '/' : path
}

function toRecord(response: WireResponse): Record<string, string> {
  return Object.fromEntries(response.headers.map(([name, value]) => [name.toLowerCase(), value]))
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
