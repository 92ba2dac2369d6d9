import { MediagenError } from '../errors/mediagen-error.js'
import type { CustomHeaders } from '../types/index.js'
import { recordOf } from '../types/record.js'

/**
 * Throws MediagenError for an invalid number of a client or a call: times must be above 0, where Infinity
 * sets none, and `maxRetries` must be a whole number from 0.
 */
export function checkNumbers(numbers: object): void {
  for (const [name, value] of Object.entries(numbers)) {
    const isCount = name === 'maxRetries'
    const isGood = isCount
      ? Number.isSafeInteger(value) && value >= 0
      : typeof value === 'number' && value > 0
    if (value === undefined || isGood) continue
    throw new MediagenError(
      `${name} must be a number ${isCount ? 'from 0 up, whole' : 'above 0'}, not ${value}`,
    )
  }
}

/** The headers of a caller. Throws MediagenError for those that no request can have, without showing them. */
export function readHeaders(given: CustomHeaders = {}): Headers {
  try {
    const pairs = Symbol.iterator in given ? [...given] : Object.entries(given)
    const headers = new Headers()
    for (const [name, value] of pairs) if (value !== undefined) headers.append(name, value)
    return headers
  } catch {
    throw new MediagenError('headers has a character that no header takes')
  }
}

const needed = [
  'Request',
  'ReadableStream',
  'URL.canParse',
  'crypto.getRandomValues',
  'performance.timeOrigin',
]

/**
 * Throws MediagenError where the platform lacks what every call needs, as React Native and the page of jsdom do.
 */
export function checkPlatform(): void {
  const isMissing = (path: string) => {
    const value = path.split('.').reduce((parent: unknown, name) => Object(parent)[name], globalThis)
    return value === undefined
  }
  const missing = needed.filter(isMissing).join(', ')
  if (missing) throw new MediagenError(`This platform is not supported: it has no ${missing}`)
}

/** A variable of the environment; undefined for an empty one, and where there is no environment. */
export function readEnvironment(name: string): string | undefined {
  return typeof process === 'object' ? process.env?.[name] || undefined : undefined
}

/** Where the service is if nothing says so. */
export function defaultBaseUrl(): string {
  return readEnvironment('MEDIAGEN_BASE_URL') ?? 'http://127.0.0.1:3000'
}

/**
 * The address of a service without a trailing slash. Throws MediagenError with what to write instead; the
 * message does not contain a password.
 */
export function checkBaseUrl(baseUrl: string): string {
  const address = withoutSlashes(baseUrl.trim())
  const invalid = (problem: string) => new MediagenError(`baseUrl (or MEDIAGEN_BASE_URL) must ${problem}`)
  if (!/^https?:/i.test(address) || !URL.canParse(address)) {
    throw invalid(`be an http(s) address, not "${withoutUser(baseUrl)}"`)
  }
  const { origin, pathname, href } = new URL(address)
  const root = withoutSlashes(origin + pathname).replace(/\/api(\/v\d+)?$/, '')
  if (withoutSlashes(href) === root) return address
  throw invalid(`have no user, password, query, fragment or /api: ${root}`)
}

/** A loop, because a pattern for slashes at the end takes quadratic time for slashes anywhere else. */
function withoutSlashes(text: string): string {
  let length = text.length
  while (text[length - 1] === '/') length -= 1
  return text.slice(0, length)
}

/** A text that is no address, without what may be a password. */
function withoutUser(text: string): string {
  const end = text.lastIndexOf('@')
  const scheme = /^[a-z]+:\/\//i.exec(text)?.[0] ?? ''
  return end < 0 ? text : `${scheme}***${text.slice(end)}`
}

/**
 * Throws MediagenError unless the input is an object, which callers without types may have left out; `field`
 * is one that it needs.
 */
export function checkInput(input: unknown, field: string): void {
  if (typeof input === 'object' && input !== null) return
  const given = input === null ? 'null' : typeof input
  throw new MediagenError(`${field} is missing: give an object such as { ${field}: … }, not ${given}`)
}

/**
 * A path with its parameters. Throws MediagenError for a parameter that is empty or would change the path.
 */
export function fillPath(path: string, params: unknown): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = recordOf(params)[name]
    const isSegment = typeof value === 'string' && !/^\.{0,2}$/.test(value)
    if (isSegment) return encodeURIComponent(value)
    throw new MediagenError(`${name} must be an id, not "${value}"`)
  })
}
