/** A request as it arrives. */
export interface Arrival {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

/** A response as it is sent. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** A response whose body is text. */
export const textReply = (status: number, text: string, headers: Record<string, string> = {}): Reply => ({
  status,
  headers,
  body: new Uint8Array(Buffer.from(text)),
})
/** A response of the service. */
export const json = (body: object, status = 200, headers: Record<string, string> = {}) =>
  textReply(status, JSON.stringify(body), {
    'content-type': 'application/json',
    'x-request-id': 'r',
    ...headers,
  })
/** An error of the service itself. */
export const ownError = (status: number, code: string, headers: Record<string, string> = {}) =>
  json({ status, code, message: `Because of ${code}`, requestId: 'r' }, status, headers)
