import type { CallOptions, GenerateOptions, UploadOptions, WaitOptions } from '../types/index.js'

type Names<Options> = Record<keyof Options, true>

/** The options of every call. */
export const callOptions = {
  headers: true,
  signal: true,
  timeoutMs: true,
  maxRetries: true,
  onResponse: true,
} as const satisfies Names<CallOptions>

/** The options that only an order has. */
export const orderOptions = {
  idempotencyKey: true,
  dedupe: true,
  maxCost: true,
  checkBalance: true,
  cancelAfterSeconds: true,
  onCost: true,
} as const satisfies Names<Omit<GenerateOptions, keyof CallOptions>>

/** The options that only an upload has. */
export const uploadOptions = {
  onProgress: true,
  reuse: true,
} as const satisfies Names<Omit<UploadOptions, keyof CallOptions>>

/** The options of a wait. */
export const waitOptions = {
  headers: true,
  signal: true,
  timeoutMs: true,
  cancelOnAbort: true,
  onUpdate: true,
  onOutage: true,
} as const satisfies Names<WaitOptions>
