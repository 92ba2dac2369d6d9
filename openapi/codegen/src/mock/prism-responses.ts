import { createLogger } from '@stoplight/prism-core'
import { getHttpOperationsFromSpec } from '@stoplight/prism-http'
import { createClientFromOperations } from '@stoplight/prism-http/dist/client.js'
import type { Contract } from '../read/contract.ts'
import { findOperation } from '../read/find-operation.ts'
import { operationsOf } from '../read/operations.ts'
import type { Choice, MockRequest, MockResponse, OperationRequest } from './exchange.ts'
import type { MockHook } from './hook.ts'
import { type MockRejection, rejectionMaker } from './rejections.ts'

/** A contract's responses, ready to be sent. */
export interface PrismResponses {
  respond(request: MockRequest): Promise<MockResponse>
  /** In the form of the contract's own errors. */
  reject(rejection: MockRejection): MockResponse
}

export const unknownPath: MockRejection = {
  status: 404,
  code: 'NOT_FOUND',
  message: 'There is no such resource.',
}

/** Reads a contract. Rejects if Prism finds no operation in it. */
export async function openResponses(document: Contract, hook: MockHook): Promise<PrismResponses> {
  const operations = operationsOf(document)
  const reject = rejectionMaker(document)
  const resources = await getHttpOperationsFromSpec(structuredClone(document))
  if (resources.length === 0) throw new Error('the contract has no operation')
  const prism = createClientFromOperations(resources, {
    isProxy: false,
    validateRequest: true,
    validateResponse: false,
    checkSecurity: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
    logger: createLogger('mock', { level: 'silent' }),
  })

  async function ask(
    { method, url, headers }: OperationRequest,
    body: unknown,
    { code, example, isForced = false }: Choice,
  ): Promise<MockResponse> {
    const mock = {
      dynamic: false,
      ...(code !== undefined && { code }),
      ...(example !== undefined && { exampleKey: example }),
    }
    const given = { method: methodOf(method), headers, ...(body !== undefined && { body }) }
    // An error found here takes precedence over any other error.
    const checks = isForced ? { validateRequest: false, checkSecurity: false } : {}
    const response = await prism.request(url, given, { mock, ...checks })
    const { status, headers: shown = {}, data, violations } = response
    return {
      status,
      headers: shown,
      body: data,
      violations: violations.input.map(({ path = [], message }) => [...path, message].join(' ')),
    }
  }

  async function respondTo(request: OperationRequest): Promise<MockResponse> {
    const { operation } = request
    const preference = preferenceOf(request)
    const isPreferred = preference.code !== undefined || preference.example !== undefined
    const choice = isPreferred ? preference : (hook.choose?.(request) ?? {})
    const body = bodyOf(request)
    try {
      if ('value' in body || choice.isForced === true) return await ask(request, body.value, choice)
      // Credentials come before the body.
      const response = await ask(request, undefined, choice)
      return response.status === 401 || response.status === 403 ? response : reject(noJson, operation)
    } catch (error) {
      return reject(isPreferred ? unknownPreference(preference) : rejectionOf(error), operation)
    }
  }

  function reroute({ method, url }: MockRequest): MockResponse {
    const allowed = methods
      .map((name) => name.toUpperCase())
      .filter((other) => findOperation(operations, other, url) !== undefined)
    if (allowed.length === 0) return reject(unknownPath)
    const message = `This resource does not support ${method}; see Allow.`
    const response = reject({ status: 405, code: 'METHOD_NOT_ALLOWED', message })
    return { ...response, headers: { ...response.headers, allow: allowed.join(', ') } }
  }

  return {
    reject,
    async respond(request) {
      const operation = findOperation(operations, request.method, request.url)
      if (operation === undefined) return reroute(request)
      const known = { ...request, operation }
      const response = await respondTo(known)
      return hook.respond?.(response, known) ?? response
    },
  }
}

/** The response that a client requests, by Prism's keywords in `Prefer` or in the query. */
function preferenceOf({ headers, url }: MockRequest): Choice {
  const { searchParams } = new URL(url, 'http://mock')
  const wordOf = (name: string) =>
    new RegExp(`(?:^|[,;\\s])${name}="?([\\w-]+)`).exec(headers.prefer ?? '')?.[1] ??
    searchParams.get(`__${name}`) ??
    undefined
  const code = wordOf('code')
  return { code: code === undefined ? undefined : Number(code), example: wordOf('example') }
}

const noJson: MockRejection = {
  status: 400,
  code: 'INVALID_JSON',
  message: 'The request body is not valid JSON.',
}

/** The value of a body: parsed where it is JSON, else as text; none where it should be JSON and is not. */
function bodyOf({ body, headers }: MockRequest): { readonly value?: unknown } {
  if (body.length === 0) return { value: undefined }
  const text = Buffer.from(body).toString()
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '')) return { value: text }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return {}
  }
}

/** Prism throws if asked for a response that the operation does not have. */
function unknownPreference({ code, example }: Choice): MockRejection {
  const asked = [code && `code=${code}`, example && `example=${example}`].filter(Boolean).join(', ')
  const message = `The contract has no response of this operation for ${asked}.`
  return { status: 400, code: 'INVALID_REQUEST', message, details: [{ path: '/Prefer', message }] }
}

const codes: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  406: 'NOT_ACCEPTABLE',
}

/** What else it throws has a status: 401 without credentials, 406 for a media type that the operation does not have. */
function rejectionOf(error: unknown): MockRejection {
  const { status, message } = Object(error)
  if (typeof status !== 'number') throw error
  return { status, code: codes[status] ?? 'INTERNAL', message: String(message) }
}

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'] as const

function methodOf(method: string): (typeof methods)[number] {
  return methods.find((name) => name === method.toLowerCase()) ?? 'get'
}
