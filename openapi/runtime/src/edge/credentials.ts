import type { IncomingMessage } from 'node:http'
import { singleHeader } from './header-values.ts'
import { queryOf } from './query-of.ts'

/** How the credential of one security scheme travels. */
export type SchemeForm =
  | { readonly kind: 'authorization'; readonly scheme: string }
  | { readonly kind: 'header' | 'query' | 'cookie'; readonly name: string }

/** Far longer than any issued credential, and short enough to look up cheaply. */
const credentialCharactersMax = 8192

/** The credential as it was sent; undefined if there is none, or more than one. */
export function credentialOf(
  form: SchemeForm,
  request: Pick<IncomingMessage, 'rawHeaders' | 'url'>,
): string | undefined {
  const credential = sentCredential(form, request)
  return credential !== undefined && credential !== '' && credential.length <= credentialCharactersMax
    ? credential
    : undefined
}

function sentCredential(
  form: SchemeForm,
  request: Pick<IncomingMessage, 'rawHeaders' | 'url'>,
): string | undefined {
  if (form.kind === 'query') {
    const value = queryOf(request)[form.name]
    return typeof value === 'string' ? value : undefined
  }
  const name = form.kind === 'header' ? form.name.toLowerCase() : form.kind
  const value = singleHeader(request, name)
  if (value === undefined || form.kind === 'header') return value
  return form.kind === 'authorization' ? schemeValue(value, form.scheme) : cookieValue(value, form.name)
}

/** A bearer's token is one word (RFC 6750); what follows another scheme is for its own check to read. */
function schemeValue(header: string, wanted: string): string | undefined {
  const at = header.indexOf(' ')
  const scheme = header.slice(0, at).toLowerCase()
  if (at < 0 || scheme !== wanted.toLowerCase()) return undefined
  const credential = header.slice(at).trim()
  return scheme === 'bearer' && !/^[\w~+/.-]+=*$/.test(credential) ? undefined : credential
}

function cookieValue(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim()
  }
  return undefined
}
