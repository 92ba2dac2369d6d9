import type { IncomingMessage } from 'node:http'
import { queryOf } from './query-of.js'

/** How the credential of one security scheme travels. */
export type SchemeForm =
  | { readonly kind: 'authorization'; readonly scheme: string }
  | { readonly kind: 'header' | 'query' | 'cookie'; readonly name: string }

/** Far longer than any issued credential, and short enough to look up cheaply. */
const credentialCharactersMax = 8192

/** The credential as it was sent; undefined if there is none, or more than one. */
export function credentialOf(
  form: SchemeForm,
  request: Pick<IncomingMessage, 'headersDistinct' | 'url'>,
): string | undefined {
  const credential = sentCredential(form, request)
  return credential !== undefined && credential !== '' && credential.length <= credentialCharactersMax
    ? credential
    : undefined
}

function sentCredential(
  form: SchemeForm,
  request: Pick<IncomingMessage, 'headersDistinct' | 'url'>,
): string | undefined {
  if (form.kind === 'query') {
    const value = queryOf(request)[form.name]
    return typeof value === 'string' ? value : undefined
  }
  const name = form.kind === 'header' ? form.name.toLowerCase() : form.kind
  const [value, ...others] = request.headersDistinct[name] ?? []
  if (value === undefined || others.length > 0) return undefined
  if (form.kind === 'header') return value
  if (form.kind === 'cookie') return cookieValue(value, form.name)
  if (form.kind !== 'authorization') return undefined
  const [scheme = '', ...rest] = value.split(' ')
  return scheme.toLowerCase() === form.scheme.toLowerCase() ? rest.join(' ').trim() : undefined
}

function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
