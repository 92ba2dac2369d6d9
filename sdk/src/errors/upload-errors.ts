import type { Upload, UploadErrorCode } from '../types/index.js'
import { type ErrorProperties, MediagenError } from './mediagen-error.js'

/**
 * The file cannot be used as input; `code` says why. If `upload` is undefined, the SDK rejected the file
 * before it sent a byte.
 */
export class UploadRejectedError extends MediagenError {
  static override readonly errorName: string = 'UploadRejectedError'
  declare readonly name: 'UploadRejectedError'
  declare readonly code: UploadErrorCode | (string & {})
  /** The upload that the service rejected. */
  declare readonly upload: Upload | undefined

  constructor(message: string, facts: ErrorProperties & { code: string; upload?: Upload }) {
    super(message, facts)
  }
}

/** The storage rejected the bytes, or the service did not find them there. */
export class UploadTransferError extends MediagenError {
  static override readonly errorName: string = 'UploadTransferError'
  declare readonly name: 'UploadTransferError'
  /** The HTTP status of the storage's response. */
  declare readonly status: number

  constructor(message: string, facts: ErrorProperties & { readonly status: number }) {
    super(message, facts)
  }
}
