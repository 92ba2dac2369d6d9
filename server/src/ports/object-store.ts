/**
 * Where bytes live: uploads under `uploads/`, verified inputs under `inputs/`, results under `results/`.
 * Keys are made by the service alone, never from a client's text. Every method may throw when the store is away;
 * the outcomes that the callers must handle are values.
 */
export interface ObjectStore {
  /** A link for one PUT of exactly this content type, until `expiresAt`. */
  signUpload(request: { key: string; contentType: string; expiresInSeconds: number }): Promise<string>
  /** A link that anyone holding it can GET until it lapses. `fileName` becomes the suggested download name. */
  signDownload(request: {
    key: string
    contentType: string
    fileName: string
    expiresInSeconds: number
  }): Promise<string>
  /** Size and version of an object, or undefined when there is none. */
  head(key: string): Promise<ObjectHead | undefined>
  /**
   * Bytes `start` to `endInclusive` (clipped to the end of the object) of the version `etag`.
   * undefined when the object is gone or is another version by now.
   */
  readRange(
    key: string,
    range: { start: number; endInclusive: number; etag: string },
  ): Promise<Uint8Array | undefined>
  /** The whole object, or undefined when there is none. */
  read(key: string): Promise<Uint8Array | undefined>
  /** Copies the version `etag` to another key. False when the source is gone or is another version by now. */
  copy(request: { from: string; to: string; etag: string }): Promise<boolean>
  /**
   * Stores the bytes durably; an object of that key is replaced whole, never seen in part. Rejects soon after the signal has
   * aborted; the object may then be the old one or the new one.
   */
  put(object: NewObject, signal?: AbortSignal): Promise<void>
  /** Removes an object; one that is not there is no error. */
  delete(key: string): Promise<void>
  /** Keys below a prefix with the time of their last write, in pages, for the sweeps. */
  list(prefix: string): AsyncIterable<{ key: string; lastModifiedMs: number }>
  /**
   * Removes what is left of writes that never ended and were last written to before that time; returns how many there
   * were. Absent where the store sees to it by itself, as a bucket's lifecycle rule does.
   */
  deleteUnfinished?(lastWriteBeforeMs: number): Promise<number>
  /** Throws when the store cannot be used right now (readiness). */
  check(): Promise<void>
}

/** An object to be stored: its bytes, or the path of a file that holds them. */
export type NewObject = { readonly key: string; readonly contentType: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly file: string }
)

export interface ObjectHead {
  readonly sizeBytes: number
  /** Opaque version of the bytes: equal means the same bytes. */
  readonly etag: string
}
