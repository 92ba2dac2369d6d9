/**
 * An image to send: its bytes, at once or as a stream (of the web or of Node), a `Blob` or `File`, a data URL in base64, or
 * a path or `file:` URL in the file system (Node, Bun and Deno). What it is called and which type it
 * claims do not matter, its first bytes say what it is.
 */
export type UploadSource =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | URL
  | string

/** How far an upload has come. */
export interface UploadProgress {
  readonly sentBytes: number
  readonly totalBytes: number
}
