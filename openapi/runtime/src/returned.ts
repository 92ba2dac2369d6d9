import type { Readable } from 'node:stream'

/** The content of a file: at once, or as a stream. */
export type BinaryContent = Uint8Array | Readable

/** A success response whose headers the backend decides on. */
export interface ResponseWithHeaders<Body, Headers> {
  readonly body: Body
  readonly headers: Headers
}
