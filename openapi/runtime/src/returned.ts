import type { Readable } from 'node:stream'

/** The content of a file: at once, or as a stream. */
export type BinaryContent = Uint8Array | Readable

/** A success response whose headers the backend decides on. */
export interface ResponseWithHeaders<Body, Headers> {
  readonly body: Body
  readonly headers: Headers
}

/** One event of `text/event-stream`: its data is JSON, or a text as it is. */
export interface ServerSentEvent<Data> {
  readonly data: Data | string
  readonly event?: string
  readonly id?: string
  /** After how many milliseconds a client that has lost the connection comes back. */
  readonly retry?: number
}

/** Events one by one, such as from a function*; its `finally` is reached when the client leaves, too. */
export type EventStream<Data> = AsyncIterable<ServerSentEvent<Data>>
