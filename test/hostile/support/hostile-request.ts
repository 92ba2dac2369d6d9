/** A request as sent over the wire. Every character of a text is one byte, so that anything can be sent. */
export interface HostileRequest {
  readonly method: string
  readonly target: string
  /** @default 'HTTP/1.1' */
  readonly version?: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
  /**
   * Whether it is unclear where the body ends: any response or none is acceptable, and one more for the bytes
   * after it.
   */
  readonly isBroken?: boolean
  /** Whether bytes are missing, so that the server waits for them until the client ends its side. */
  readonly isShort?: boolean
}

export function toBytes({ method, target, version, headers, body }: HostileRequest): Buffer {
  const lines = [
    `${method} ${target} ${version ?? 'HTTP/1.1'}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`, 'latin1')
}

/** Text of any characters as the bytes of its UTF-8. */
export const utf8 = (text: string): string => Buffer.from(text).toString('latin1')

/** Every value that was sent for a header. */
export function valuesOf({ headers }: HostileRequest, name: string): string[] {
  return headers.filter(([sent]) => sent.trim().toLowerCase() === name).map(([, value]) => value.trim())
}

/** How often a failing exchange is tried again in smaller forms. */
const triesMax = 200

/**
 * A smaller exchange that still fails: without the requests, headers, and parts of target and body that do
 * not matter.
 */
export async function reduce(
  requests: readonly HostileRequest[],
  fails: (requests: readonly HostileRequest[]) => Promise<boolean>,
): Promise<readonly HostileRequest[]> {
  let best = requests
  let tries = 0
  for (let isSmaller = true; isSmaller && tries < triesMax; ) {
    isSmaller = false
    for (const candidate of smallerThan(best)) {
      tries += 1
      if (tries > triesMax || !(await fails(candidate))) continue
      best = candidate
      isSmaller = true
      break
    }
  }
  return best
}

function* smallerThan(requests: readonly HostileRequest[]): Generator<readonly HostileRequest[]> {
  if (requests.length > 1) for (const at of requests.keys()) yield requests.toSpliced(at, 1)
  for (const [at, request] of requests.entries())
    for (const smaller of smallerForms(request)) yield requests.with(at, smaller)
}

function* smallerForms(request: HostileRequest): Generator<HostileRequest> {
  const { headers, target, body } = request
  for (const at of headers.keys())
    if (!/^(host|content-length|transfer-encoding)$/i.test(headers[at]?.[0] ?? ''))
      yield { ...request, headers: headers.toSpliced(at, 1) }
  const [path = '', query] = target.split(/\?(.*)/s)
  if (query !== undefined) yield { ...request, target: path }
  const declared = headers.findIndex(([name]) => name.toLowerCase() === 'content-length')
  if (body === '' || declared === -1 || Number(headers[declared]?.[1]) !== body.length) return
  for (const shorter of ['', '{}', body.slice(0, body.length / 2)])
    if (shorter.length < body.length)
      yield {
        ...request,
        body: shorter,
        headers: headers.with(declared, ['Content-Length', String(shorter.length)]),
      }
}
