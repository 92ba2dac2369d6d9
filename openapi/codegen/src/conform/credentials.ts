import type { Contract } from '../read/contract.ts'
import { follow } from '../read/follow.ts'
import type { Operation } from '../read/operations.ts'
import type { TestRequest } from './test-request.ts'

interface Scheme {
  readonly type: string
  readonly scheme?: string
  readonly in?: string
  readonly name?: string
}

/** The request with the key as the first alternative of the operation's security demands it. */
export function withCredentials(
  contract: Contract,
  { security }: Operation,
  key: string,
  asked: TestRequest,
): TestRequest {
  const [rule = {}] = security
  const added: Record<string, string> = {}
  let { path } = asked
  for (const name of Object.keys(rule)) {
    const scheme = follow<Scheme>(contract, { $ref: `#/components/securitySchemes/${name}` })
    if (scheme.type === 'apiKey' && scheme.name !== undefined) {
      if (scheme.in === 'query')
        path = `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [scheme.name]: key })}`
      else if (scheme.in === 'cookie') added.Cookie = `${scheme.name}=${encodeURIComponent(key)}`
      else added[scheme.name] = key
    } else if (scheme.scheme?.toLowerCase() === 'basic')
      added.Authorization = `Basic ${basicCredentials(key)}`
    else added.Authorization = `${scheme.type === 'http' ? (scheme.scheme ?? 'Bearer') : 'Bearer'} ${key}`
  }
  return { ...asked, path, headers: { ...added, ...asked.headers } }
}

/** A key without a colon is the name of a user without a password. */
function basicCredentials(key: string): string {
  return Buffer.from(key.includes(':') ? key : `${key}:`).toString('base64')
}

/** The request with the variable KEY in place of the key, in whichever form a security scheme carries it. */
export function withoutKey(asked: TestRequest, key: string): TestRequest {
  const forms = [
    basicCredentials(key),
    key,
    encodeURIComponent(key),
    new URLSearchParams({ key }).toString().slice('key='.length),
  ]
  const masked = (text: string) =>
    forms.reduce(
      (rest, form) =>
        rest === form || rest.endsWith(` ${form}`) || rest.endsWith(`=${form}`)
          ? `${rest.slice(0, -form.length)}$KEY`
          : rest,
      text,
    )
  const headers = Object.entries(asked.headers ?? {}).map(([name, value]) => [name, masked(value)])
  const [path = '', query] = asked.path.split('?')
  const pairs = query?.split('&').map(masked)
  return {
    ...asked,
    headers: Object.fromEntries(headers),
    path: pairs === undefined ? path : `${path}?${pairs.join('&')}`,
  }
}
