import type { components } from '../generated/openapi.js'

type Schemas = components['schemas']

export type AcceptedTask = Schemas['AcceptedTask']
export type Account = Schemas['Account']
export type ApiErrorCode = Schemas['ApiErrorCode']
export type ApiErrorDetail = Schemas['ApiErrorDetail']
export type CancelledTask = Schemas['CancelledTask']
export type Effect = Schemas['Effect']
export type GalleryExample = Schemas['GalleryExample']
export type ImageContentType = Schemas['ImageContentType']
export type ImageGenerationRequest = Schemas['ImageGenerationRequest']
export type ImageTransformationRequest = Schemas['ImageTransformationRequest']
export type Pricing = Schemas['Pricing']
export type Product = Schemas['Product']
export type ReservedUpload = Schemas['ReservedUpload']
export type ResultFile = Schemas['ResultFile']
export type Surface = Schemas['Surface']
export type Task = Schemas['Task']
export type TaskErrorCode = Schemas['TaskErrorCode']
export type TaskOutput = Schemas['TaskOutput']
export type TaskStatus = Schemas['TaskStatus']
export type Upload = Schemas['Upload']
export type UploadErrorCode = Schemas['UploadErrorCode']
export type VideoGenerationRequest = Schemas['VideoGenerationRequest']
export type VideoTransformationRequest = Schemas['VideoTransformationRequest']

/** What any call takes beside its subject. */
export interface CallOptions {
  /**
   * Stops the call, with all its retries; it then rejects at once with the signal's reason, or with
   * SubmitAbortedError where a generation may have been accepted by then.
   */
  readonly signal?: AbortSignal | undefined
  /**
   * How long to wait for one answer of the service, in milliseconds; bytes of files have a limit of their
   * own.
   * @default the client's
   */
  readonly timeoutMs?: number | undefined
  /** How often to try again. @default the client's */
  readonly maxRetries?: number | undefined
  /**
   * Called with each answer of the service that this call comes to, after its retries, whatever its status.
   */
  readonly onResponse?: ((response: Response) => void) | undefined
}
