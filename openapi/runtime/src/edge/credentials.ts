import type { IncomingMessage } from 'node:http'
import { singleHeader } from './header-values.ts'
import { pairsOf, sentQuery } from './sent-values.ts'

/** How the credential of one security scheme travels. */
export type SchemeForm =
  | { readonly kind: 'authorization'; readonly scheme: string }
  | { readonly kind: 'header' | 'query' | 'cookie'; readonly name: string }

/** Far longer than any issued credential, and short enough to look up cheaply. */
const credentialCharactersMax = 8192

/** A credential of Basic, decoded. */
export interface BasicCredential {
  readonly username: string
  readonly password: string
}

/** The credential as it was sent, that of Basic decoded; undefined if there is none, or more than one. */
export function credentialOf(
  form: SchemeForm,
  request: Pick<IncomingMessage, 'rawHeaders' | 'url'>,
): string | BasicCredential | undefined {
  const credential = sentCredential(form, request)
  if (credential === undefined || credential === '' || credential.length > credentialCharactersMax)
    return undefined
  return form.kind === 'authorization' && form.scheme.toLowerCase() === 'basic'
    ? basicCredential(credential)
    : credential
}

/** A user name has no colon (RFC 7617). */
function basicCredential(encoded: string): BasicCredential | undefined {
  const text = Buffer.from(encoded, 'base64').toString()
  const at = text.indexOf(':')
  return at < 0 ? undefined : { username: text.slice(0, at), password: text.slice(at + 1) }
}

function sentCredential(
  form: SchemeForm,
  request: Pick<IncomingMessage, 'rawHeaders' | 'url'>,
): string | undefined {
  if (form.kind === 'query') {
    const value = sentQuery(request).values[form.name]
    return typeof value === 'string' ? value : undefined
  }
  const name = form.kind === 'header' ? form.name.toLowerCase() : form.kind
  const value = singleHeader(request, name)
  if (value === undefined || form.kind === 'header') return value
  return form.kind === 'authorization'
    ? schemeValue(value, form.scheme)
    : pairsOf(value, ';').find(([sent]) => sent === form.name)?.[1]
}

/** A bearer's token is one word (RFC 6750); what follows another scheme is for its own check to read. */
function schemeValue(header: string, wanted: string): string | undefined {
  const at = header.indexOf(' ')
  const scheme = header.slice(0, at).toLowerCase()
  if (at < 0 || scheme !== wanted.toLowerCase()) return undefined
  const credential = header.slice(at).trim()
  return scheme === 'bearer' && !/^[\w~+/.-]+=*$/.test(credential) ? undefined : credential
}
