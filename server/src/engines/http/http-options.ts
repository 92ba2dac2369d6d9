import type { ProductName } from '../../core/domain/products.ts'
import type { SizeOptions } from '../shared/request/size-options.ts'
import type { Auth, Pointer, RequestTemplate } from '../shared/templates/call-options.ts'

/** What an engine's status means. */
export const statusMeanings = ['queued', 'running', 'succeeded', 'failed', 'rejected', 'lost'] as const
export type StatusMeaning = (typeof statusMeanings)[number]

/**
 * What an engine's error code means. UNAVAILABLE: nothing was taken, and another try or engine is safe.
 * KEY_REFUSED: the same, because of the key.
 */
export const codeMeanings = ['INVALID_INPUT', 'GENERATION_FAILED', 'UNAVAILABLE', 'KEY_REFUSED'] as const
export type CodeMeaning = (typeof codeMeanings)[number]

/** How the input image becomes `{{input}}`. */
export const inputForms = ['dataUrl', 'base64', 'file', 'upload', 'link'] as const
export type InputForm = (typeof inputForms)[number]

/** How one product is submitted, and what the engine offers for it. */
export interface ProductOptions extends RequestTemplate, SizeOptions {
  readonly input: InputForm
  /** The contract's tiers that this engine serves; undefined: all. */
  readonly tiers?: readonly string[]
  /** `16:9`. */
  readonly aspectRatios?: readonly [string, ...string[]]
  /** The engine's names of resolutions, each with its shorter side in pixels. */
  readonly resolutions?: Readonly<Record<string, number>>
  readonly durations?: readonly [number, ...number[]] | { readonly min: number; readonly max: number }
}

/** A call that uploads the input's bytes and yields `{{input}}` for the submission. */
export interface UploadOptions extends RequestTemplate {
  /** The encoding of the bytes in a JSON body; a multipart body carries them as a file. */
  readonly input: 'base64' | 'dataUrl'
  /** Where the response names the upload. */
  readonly result: Pointer
}

export interface StatusOptions {
  readonly pointer?: Pointer
  readonly values: Readonly<Record<string, StatusMeaning>>
  /** The meaning of a response without a status. */
  readonly absent?: StatusMeaning
  /** The meaning of an HTTP status if the body contains no known one. */
  readonly http: Readonly<Record<string, StatusMeaning>>
  readonly progress?: { readonly pointer: string; readonly of: number }
}

export interface ResultOptions {
  readonly url?: Pointer
  readonly base64?: Pointer
  /** A path at the engine that returns the bytes. */
  readonly path?: string
  /** A further JSON response that contains the pointers above; `{{value}}` is what `value` points to. */
  readonly lookup?: { readonly path: string; readonly value?: Pointer }
  readonly contentType?: string
}

export interface CancelOptions extends RequestTemplate {
  /** The status in the response's body; without one the HTTP status is used. */
  readonly status?: Pointer
  readonly cancelled: readonly (string | number)[]
  readonly finished: readonly (string | number)[]
  readonly runsOn: readonly (string | number)[]
}

export interface FindOptions extends RequestTemplate {
  readonly list: string
  /** Pointers into an element, each with the template of its required value. */
  readonly match: Readonly<Record<string, string>>
  readonly id: string
}

export interface HttpOptions {
  readonly preset?: string
  readonly auth: Auth
  /** Headers of every call to the engine's own origin. A header whose placeholder has no value is omitted. */
  readonly headers: Readonly<Record<string, string>>
  readonly idempotent: boolean
  readonly isBehindGateway?: boolean
  readonly allowedHosts: readonly string[]
  readonly keyHosts: readonly string[]
  readonly answerBytesMax: number
  readonly products: Readonly<Partial<Record<ProductName, ProductOptions>>>
  readonly upload?: UploadOptions
  /** If absent, the response to the submission contains the result. */
  readonly job?: { readonly id?: Pointer; readonly pollUrl?: Pointer }
  readonly poll?: RequestTemplate
  readonly status?: StatusOptions
  readonly result: ResultOptions
  readonly errors: {
    readonly code?: Pointer
    readonly message?: Pointer
    /** The engine's codes by their meaning; `*` stands for anything. */
    readonly codes: Readonly<Record<string, CodeMeaning>>
  }
  readonly cancel?: CancelOptions
  readonly find?: FindOptions
  /** A free call that needs the key; `models` points to the names of all models. */
  readonly check?: { readonly path: string; readonly models?: string }
}
