import type { Upload, UploadErrorCode } from '../types.js'
import { type ErrorProperties, MediagenError } from './mediagen-error.js'

/**
 * The file cannot be used as input; `code` says why. Where `upload` is undefined, that was found out here,
 * before a byte was sent.
 */
export class UploadRejectedError extends MediagenError {
  static override readonly errorName: string = 'UploadRejectedError'
  declare readonly name: 'UploadRejectedError'
  declare readonly code: UploadErrorCode | (string & {})
  /** The upload with the service's verdict. */
  declare readonly upload: Upload | undefined

  constructor(message: string, facts: ErrorProperties & { code: string; upload?: Upload }) {
    super(message, facts)
  }
}

/** The storage refused the bytes, or the service did not find them where they had been put. */
export class UploadTransferError extends MediagenError {
  static override readonly errorName: string = 'UploadTransferError'
  declare readonly name: 'UploadTransferError'
  /** The HTTP status of the storage's answer. */
  declare readonly status: number

  constructor(message: string, facts: ErrorProperties & { readonly status: number }) {
    super(message, facts)
  }
}
