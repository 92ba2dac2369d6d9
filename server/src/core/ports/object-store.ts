/**
 * Storage for bytes: uploads under `uploads/`, verified inputs under `inputs/`, results under `results/`, archived tasks
 * under `archive/`.
 * Only the service creates keys, never from client input. Every method may throw while the store is
 * unreachable; outcomes that callers must handle are values.
 */
export interface ObjectStore {
  /** A link for one PUT of exactly this content type, valid until `expiresAt`. */
  signUpload(request: { key: string; contentType: string; expiresInSeconds: number }): Promise<string>
  /**
   * A link with which anyone can GET the object until it expires. `fileName` is the suggested download name.
   */
  signDownload(request: {
    key: string
    contentType: string
    fileName: string
    expiresInSeconds: number
  }): Promise<string>
  /** Size and version of an object, or undefined if there is none. */
  head(key: string): Promise<ObjectHead | undefined>
  /**
   * Bytes `start` to `endInclusive` (clipped to the end of the object) of the version `etag`. undefined if
   * the object is gone or has another version.
   */
  readRange(
    key: string,
    range: { start: number; endInclusive: number; etag: string },
  ): Promise<Uint8Array | undefined>
  /** The whole object, or undefined if there is none. */
  read(key: string): Promise<Uint8Array | undefined>
  /** Copies the version `etag` to another key. False if the source is gone or has another version. */
  copy(request: { from: string; to: string; etag: string }): Promise<boolean>
  /**
   * Stores the bytes durably and replaces an existing object atomically. Rejects soon after the signal
   * aborts; the object may then be the old one or the new one.
   */
  put(object: NewObject, signal?: AbortSignal): Promise<void>
  /** Deletes an object; a missing one is not an error. */
  delete(key: string): Promise<void>
  /**
   * The objects whose keys begin with this, after the key `after` if there is one, in the order of their keys. Read in
   * pages: whoever stops early has not paid for the rest.
   */
  list(prefix: string, after?: string): AsyncIterable<StoredObject>
  /**
   * Removes unfinished writes last modified before that time; returns how many there were. Absent if the
   * store cleans up itself, as a bucket's lifecycle rule does.
   */
  deleteUnfinished?(lastWriteBeforeMs: number): Promise<number>
  /** Throws if the store is not usable right now (readiness). */
  check(): Promise<void>
  /**
   * How far the store's own clock is ahead of this process's, to a second or two; negative if it is behind. Throws as
   * `check` does. Absent if the store has no other clock.
   */
  clockAheadMs?(): Promise<number>
}

/** An object to be stored: its bytes, or the path of a file that holds them. */
export type NewObject = { readonly key: string; readonly contentType: string } & (
  | { readonly bytes: Uint8Array }
  | { readonly file: string }
)

/** What a list says of an object. */
export interface StoredObject {
  readonly key: string
  readonly lastModifiedMs: number
}

export interface ObjectHead {
  readonly sizeBytes: number
  /**
   * Opaque version of the bytes. Equal versions mean equal bytes, except for files made to be alike: S3 stores take an
   * MD5.
   */
  readonly etag: string
}
