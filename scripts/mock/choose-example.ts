import type { Operation } from '../../openapi/checks/contract.ts'
import type { ExampleRequest } from './contract-examples.ts'
import { productOf } from './ids.ts'

/** Which response a client asks for, by Prism's words in `Prefer` or in the query. */
export interface Preference {
  readonly code?: number | undefined
  readonly example?: string | undefined
}

/** The response to give. */
export interface Choice extends Preference {
  /** Whether it is given without a look at the rest of the request. @default false */
  readonly isForced?: boolean
}

/** What Prism has no word for. */
export type BodyFault = 'INVALID_JSON' | 'PAYLOAD_TOO_LARGE'

/** What a request prefers. Other preferences, such as `wait`, stay with the service and do nothing here. */
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
 * The response of the contract that goes with a request: what it prefers, else the one that fits what was
 * asked, else Prism's choice, which is the first example of the success or of the refusal that is due.
 */
export function chooseExample(
  { operationId, isPublic, answers }: Operation,
  { headers, url }: ExampleRequest,
  { code, example }: Preference,
  fault: BodyFault | undefined,
): Choice {
  if (code !== undefined || example !== undefined) return { code, example }
  const hasKey = /^Bearer +\S/i.test(headers.authorization ?? '')
  if (!isPublic && !hasKey) return {}
  if (fault !== undefined) {
    const code = answers.find(({ examples }) => examples.some(({ name }) => name === fault))?.status
    return { code, example: fault, isForced: true }
  }
  const { pathname, searchParams } = new URL(url, 'http://mock')
  const named = answers[0]?.examples.map(({ name }) => name) ?? []
  if (operationId === 'getTask' && productOf(pathname)?.startsWith('video')) {
    return { code: 200, example: 'succeededVideo' }
  }
  const surface = searchParams.get('surface')
  const ofSurface = named.find((name) => surface !== null && name === `${surface}Effects`)
  return ofSurface === undefined ? {} : { code: 200, example: ofSurface }
}
