/** How the contract has the values of an operation written, where not every one of them is JSON or text. */
export interface Wire {
  /** The media type of its body. @default 'application/json' */
  readonly bodyType?: string
  /** Parameters of the query that are written in a style of their own. */
  readonly styles?: Readonly<Record<string, Style>>
  /** Alternatives of security schemes that it takes. */
  readonly security?: readonly (readonly string[])[]
  /** What the bodies of its responses are, by status, range or `default`. @default JSON all of them */
  readonly reads?: Readonly<Record<string, BodyKind>>
}

export type Style = {
  /** `json` for a value that has a media type. */
  readonly style: 'form' | 'deepObject' | 'spaceDelimited' | 'pipeDelimited' | 'json'
  readonly explode: boolean
}

/** How a body is read; `stream` is not read at all. */
export type BodyKind = 'json' | 'text' | 'blob' | 'arrayBuffer' | 'stream'

/** Where the credential of a security scheme goes; one of `authorization` after the scheme's name. */
export type Scheme =
  | { readonly kind: 'authorization'; readonly scheme: string }
  | { readonly kind: 'header' | 'query' | 'cookie'; readonly name: string }

/** A key or token, or the user of Basic; a function is asked at each call, and finds undefined if there is none. */
export type Credential = Given | (() => Given | undefined | Promise<Given | undefined>)
type Given = string | { readonly username: string; readonly password: string }

/** What a request carries of credentials, by its place. */
export interface Carried {
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly cookies: Readonly<Record<string, string>>
}

/** The credentials of the first alternative that there are all of; none where there is no such one. */
export async function carriedBy(
  { security = [] }: Wire,
  schemes: Readonly<Record<string, Scheme>>,
  credentials: Readonly<Record<string, Credential | undefined>>,
): Promise<Carried> {
  for (const names of security) {
    const asked = names
      .map((name) => credentials[name])
      .map((own) => (typeof own === 'function' ? own() : own))
    const given = await Promise.all(asked)
    if (names.length === 0 || given.includes(undefined)) continue
    const carried: Carried = { headers: {}, query: {}, cookies: {} }
    for (const [at, name] of names.entries()) {
      const scheme = schemes[name]
      if (scheme !== undefined) Object.assign(placeOf(carried, scheme), textOf(scheme, given[at] ?? ''))
    }
    return carried
  }
  return { headers: {}, query: {}, cookies: {} }
}

function placeOf({ headers, query, cookies }: Carried, { kind }: Scheme): object {
  return kind === 'query' ? query : kind === 'cookie' ? cookies : headers
}

function textOf(scheme: Scheme, given: Given): Readonly<Record<string, string>> {
  const text = typeof given === 'string' ? given : base64(`${given.username}:${given.password}`)
  if (scheme.kind !== 'authorization') return { [scheme.name]: text }
  // The word has no case, which not every service knows.
  return { Authorization: `${scheme.scheme.replace(/^./, (first) => first.toUpperCase())} ${text}` }
}

function base64(text: string): string {
  return btoa(String.fromCodePoint(...new TextEncoder().encode(text)))
}

const delimiters = { form: ',', deepObject: ',', spaceDelimited: '%20', pipeDelimited: '|', json: ',' }

/** The query of a URL. Throws for objects in objects, which no style can write. */
export function queryText(
  values: Readonly<Record<string, unknown>>,
  styles: Readonly<Record<string, Style>> = {},
): string {
  const parts = presentIn(values).flatMap(([name, value]): readonly string[] => {
    const { style, explode }: Style = styles[name] ?? { style: 'form', explode: true }
    const key = encodeURIComponent(name)
    if (style === 'json') return [`${key}=${encoded(JSON.stringify(value))}`]
    if (typeof value !== 'object') return [`${key}=${encoded(value)}`]
    const isList = Array.isArray(value)
    const members = presentIn(value).map(
      ([member, given]) => [encodeURIComponent(member), encoded(given)] as const,
    )
    if (members.length === 0) return []
    if (style === 'deepObject' && !isList) return members.map(([member, text]) => `${key}[${member}]=${text}`)
    if (explode) return members.map(([member, text]) => `${isList ? key : member}=${text}`)
    const texts = isList ? members.map(([, text]) => text) : members.flat()
    return [`${key}=${texts.join(delimiters[style])}`]
  })
  return parts.join('&')
}

function presentIn(values: object): [string, string | number | boolean | object][] {
  return Object.entries(values).filter(([, value]) => value !== undefined && value !== null)
}

function encoded(value: unknown): string {
  if (typeof value === 'object') throw new Error('A nested object or list cannot be written into a query.')
  return encodeURIComponent(String(value))
}

/** A cookie for each value. */
export function cookieText(values: Readonly<Record<string, unknown>>): string {
  return presentIn(values)
    .map(([name, value]) => `${name}=${encoded(value)}`)
    .join('; ')
}

/** A body as it is sent. Bytes, and forms that are made already, are sent as they are. */
export function bodyText(body: unknown, { bodyType = 'application/json' }: Wire): unknown {
  if (isJson(bodyType)) return JSON.stringify(body)
  if (typeof body !== 'object' || body === null || isSendable(body)) return body
  if (bodyType === 'multipart/form-data') return formOf(body)
  const plain = Object.entries(body).map(([name, value]) => [name, formValue(value)])
  return queryText(Object.fromEntries(plain))
}

/** The media type of a body; undefined for a form, whose boundary fetch knows. */
export function typeOfBody(body: unknown, { bodyType = 'application/json' }: Wire): string | undefined {
  if (bodyType === 'multipart/form-data') return undefined
  if (body instanceof Blob && body.type !== '' && !isJson(bodyType)) return body.type
  return bodyType.includes('*') ? 'application/octet-stream' : bodyType
}

/** The body of a response, as the contract declares it for its status; undefined if there is none. */
export async function readBody(response: Response, reads: Wire['reads'], as: BodyKind): Promise<unknown> {
  const { status } = response
  const places = [String(status), `${Math.floor(status / 100)}XX`, 'default']
  const declared = places.map((place) => reads?.[place]).find((kind) => kind !== undefined) ?? 'json'
  const isStream = response.headers.get('Content-Type')?.startsWith('text/event-stream')
  const kind = as !== 'json' ? as : isStream && status < 400 ? 'stream' : declared
  if (kind === 'stream') return response.body
  if (kind !== 'json') return response[kind]()
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    // Who answers in place of the service, such as a proxy, knows no contract.
    if (status >= 400) return text
    throw error
  }
}

function formOf(fields: object): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields))
    for (const part of Array.isArray(value) ? value : [value])
      if (part instanceof Blob) form.append(name, part)
      else if (part !== undefined && part !== null) form.append(name, String(formValue(part)))
  return form
}

/** Objects of forms are JSON. */
function formValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(formValue)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

function isJson(type: string): boolean {
  return /[/+]json$/.test(type)
}

function isSendable(body: object): boolean {
  const kinds = [Blob, FormData, URLSearchParams, ReadableStream, ArrayBuffer]
  return ArrayBuffer.isView(body) || kinds.some((kind) => body instanceof kind)
}
