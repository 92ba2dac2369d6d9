import type { Readable } from 'node:stream'

/** What a signed link allows. Every part is signed, so none can be replaced. */
export interface SignedLink {
  readonly method: 'PUT' | 'GET'
  readonly key: string
  readonly contentType: string
  /** The name under which a browser saves the file; '' for an upload. */
  readonly fileName: string
  readonly expiresAtMs: number
}

/** An object store whose signed links this service serves itself, because the store has no server. */
export interface SignedFiles {
  /** The terms of a link, or why it is refused. */
  verifyLink(request: {
    readonly method: SignedLink['method']
    readonly key: string
    readonly query: URLSearchParams
  }): SignedLink | 'forged' | 'expired'
  /** The absolute path of an object's file, whether or not it exists. */
  pathOf(key: string): string
  /**
   * Stores a body as the object of that key, atomically. Keeps no more bytes than are needed to report
   * FILE_TOO_LARGE. `too many bytes` ends the transfer: the rest of the body need not be read. `closed`: the
   * object was deleted meanwhile, or `isExpected`, which is called once the whole body has arrived, says that
   * nobody waits for it; `busy`: too many bodies for this key are arriving already. Neither keeps anything.
   * Rejects with the body's own error.
   */
  receive(
    key: string,
    body: Readable,
    isExpected?: () => Promise<boolean>,
  ): Promise<'stored' | 'too many bytes' | 'closed' | 'busy'>
  /** The longest body that `receive` reads to its end, in bytes. */
  readonly receivedBytesMax: number
}
