import { schemeForm } from '../emit/security.ts'
import type { Contract } from '../read/contract.ts'
import type { Operation } from '../read/operations.ts'
import type { TestRequest } from './test-request.ts'

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
    const form = schemeForm(contract, name)
    if (form.kind === 'authorization') added.Authorization = authorization(form.scheme, key)
    else if (form.kind === 'query')
      path = `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [form.name]: key })}`
    else if (form.kind === 'cookie') added.Cookie = `${form.name}=${encodeURIComponent(key)}`
    else added[form.name] = key
  }
  const cookies = [added.Cookie, asked.headers?.Cookie].filter((one) => one !== undefined)
  const cookie = cookies.length > 0 && { Cookie: cookies.join('; ') }
  return { ...asked, path, headers: { ...added, ...asked.headers, ...cookie } }
}

/** Names of schemes have no case; some services know these two in their usual one alone. */
function authorization(scheme: string, key: string): string {
  if (/^basic$/i.test(scheme)) return `Basic ${basicCredentials(key)}`
  return `${/^bearer$/i.test(scheme) ? 'Bearer' : scheme} ${key}`
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
