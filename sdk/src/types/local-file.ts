/**
 * The key of a local file, the same in every copy of this package. No format of data has symbols as keys, nor
 * functions as values, so nothing that a framework makes of a stranger's text is a local file.
 */
export const localFile: unique symbol = Symbol.for('@mediagen/sdk/fromPath')

/** A file on this machine that your program chose; only `fromPath` makes one. */
export interface LocalFile {
  /** Yields its bytes, after `checkSize` got how many there are. */
  readonly [localFile]: (checkSize: (sizeBytes: number) => void) => AsyncIterable<Uint8Array>
}
