import type { Operation } from '../checker/document.ts'
import type { ExampleRequest } from './example.ts'
import { productOf } from './ids.ts'

/** The response that a client requests, by Prism's keywords in `Prefer` or in the query. */
export interface Preference {
  readonly code?: number | undefined
  readonly example?: string | undefined
}

/** The response to return. */
export interface Choice extends Preference {
  /** Whether to return it without validating the rest of the request. @default false */
  readonly isForced?: boolean
}

/** Faults that Prism does not find; a contract has an example of this name for what it responds with. */
export type BodyFault = 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE'

/** A request's preferences. Others, such as `wait`, are for the service and have no effect here. */
export function preferenceOf({ headers, url }: ExampleRequest): Preference {
  const { searchParams } = new URL(url, 'http://mock')
  const wordOf = (name: string) =>
    new RegExp(`(?:^|[,;\\s])${name}="?([\\w-]+)`).exec(headers.prefer ?? '')?.[1] ??
    searchParams.get(`__${name}`) ??
    undefined
  const code = wordOf('code')
  return { code: code === undefined ? undefined : Number(code), example: wordOf('example') }
}

/**
 * The response of the contract for a request: the preferred one, otherwise the one that matches the request,
 * otherwise Prism's choice, which is the first example of the success or of the applicable error.
 */
export function chooseExample(
  { operationId, isPublic, responses }: Operation,
  { headers, url }: ExampleRequest,
  { code, example }: Preference,
  fault: BodyFault | undefined,
): Choice {
  if (code !== undefined || example !== undefined) return { code, example }
  const hasKey = /^Bearer +\S/i.test(headers.authorization ?? '')
  if (!isPublic && !hasKey) return {}
  const ofFault = responses.find(({ examples }) => examples.some(({ name }) => name === fault))
  if (ofFault !== undefined) return { code: ofFault.status, example: fault, isForced: true }
  const { pathname, searchParams } = new URL(url, 'http://mock')
  const named = responses[0]?.examples.map(({ name }) => name) ?? []
  if (operationId === 'getTask' && productOf(pathname)?.startsWith('video')) {
    return { code: 200, example: 'succeededVideo' }
  }
  const surface = searchParams.get('surface')
  const ofSurface = named.find((name) => surface !== null && name === `${surface}Effects`)
  return ofSurface === undefined ? {} : { code: 200, example: ofSurface }
}
