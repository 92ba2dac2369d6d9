/** Bytes that parts of a network may take for other requests than the service does. */
export interface Smuggling {
  readonly name: string
  /**
   * Behind most of them stands a generation, which runs only where it is clear that it is a request of its
   * own.
   */
  readonly bytes: (apiKey: string) => string
  /** The statuses of all responses, in their order. */
  readonly statuses: readonly number[]
  /** Whether the generation behind it runs. */
  readonly isClear: boolean
}

const ok = 200

/** A generation that is accepted, and charged. */
export function generation(apiKey: string, prompt: string): string {
  const body = JSON.stringify({ prompt })
  const length = `Content-Length: ${body.length}\r\n`
  return request('POST /api/v1/images/generations HTTP/1.1', apiKey, length, body)
}

export function request(line: string, apiKey: string, headers = '', body = ''): string {
  const key = `Authorization: Bearer ${apiKey}\r\nContent-Type: application/json\r\n`
  return `${line}\r\nHost: localhost\r\n${key}${headers}\r\n${body}`
}

export const me = 'GET /api/v1/me HTTP/1.1'
export const uploads = 'POST /api/v1/uploads HTTP/1.1'
export const smuggled = (apiKey: string) => generation(apiKey, 'smuggled')
export const show = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text)

type Bytes = Smuggling['bytes']

/** Rejected as no HTTP; what follows is never looked at. */
export const rejected = (name: string, bytes: Bytes): Smuggling => ({
  name,
  bytes,
  statuses: [400],
  isClear: false,
})
/** Gets a response, and is closed; what follows is never looked at. */
export const last = (name: string, status: number, bytes: Bytes): Smuggling => ({
  name,
  bytes,
  statuses: [status],
  isClear: false,
})
/** Gets a response as a request; what follows is the next one. */
export const clear = (name: string, status: number, bytes: Bytes): Smuggling => ({
  name,
  bytes,
  statuses: [status, ok],
  isClear: true,
})

/** A POST with that framing and those bytes of a body, and a generation behind it. */
export const framed =
  (headers: string, body = '0\r\n\r\n'): Bytes =>
  (key) =>
    request(uploads, key, headers, body + smuggled(key))
/** A GET with those header lines, and a generation behind it. */
export const headed =
  (headers: string): Bytes =>
  (key) =>
    request(me, key, headers) + smuggled(key)
/** A request line, plain headers, and a generation behind them. */
export const lined =
  (line: string): Bytes =>
  (key) =>
    request(line, key) + smuggled(key)
/** A request with a body that is a generation itself. */
export const carried =
  (line: string, headers = ''): Bytes =>
  (key) =>
    request(line, key, `${headers}Content-Length: ${smuggled(key).length}\r\n`, smuggled(key)) + smuggled(key)
