import { getEventListeners } from 'node:events'
import {
  ApiError,
  MediagenError,
  NotFoundError,
  TaskCancelledError,
  TaskFailedError,
  WaitTimeoutError,
} from '../../../sdk/src/index.ts'
import type { RecordedTask, Status } from './record.ts'

/** What is wrong with a run, in words; empty if every guarantee held. */
export type Violations = string[]

/**
 * What the message of an error must tell its reader to do, by the name of its class; those of the service
 * itself say it in their own words.
 */
const advice: Readonly<Record<string, RegExp>> = {
  ConnectionError: /baseUrl|try again|again/,
  RequestTimeoutError: /timeoutMs|again/,
  SubmitAmbiguousError: /retry\(\)/,
  InvalidResponseError: /baseUrl|again/,
  WaitTimeoutError: /resume\(\)/,
  DownloadError: /again/,
  UploadTransferError: /again/,
  TaskFailedError: /refunded/,
  TaskCancelledError: /refunded/,
}

/** The words for an error that breaks the promise of a typed one that says what to do; undefined if it keeps it. */
export function wrongError(error: unknown, signal: AbortSignal | undefined): string | undefined {
  if (signal?.aborted && error === signal.reason) return undefined
  if (!(error instanceof MediagenError)) return `is none of the SDK's: ${describe(error)}`
  if (error instanceof ApiError && error.code.startsWith('HTTP_') && !/again|baseUrl/.test(error.message))
    return `does not say what to do: ${describe(error)}`
  const isAborted = error.constructor.name === 'SubmitAbortedError'
  const words = isAborted ? /retry\(\)/ : (advice[error.name] ?? /./)
  if (!words.test(error.message)) return `does not say what to do: ${describe(error)}`
  if (isAborted && !signal?.aborted) return `is of an abort that was none: ${describe(error)}`
  return undefined
}

export function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

const ranks: Readonly<Record<Status, number>> = {
  QUEUED: 0,
  PROCESSING: 1,
  SUCCEEDED: 2,
  FAILED: 2,
  CANCELLED: 2,
}

/** Whether a caller may be told a status while the service is in another: it may be late, and never ahead. */
export function mayBeTold(told: string, truth: Status): boolean {
  const rank = ranks[told as Status]
  return rank === undefined ? false : rank === 2 ? told === truth : rank <= ranks[truth]
}

/** The words for a wait's rejection that does not agree with the record of the service. */
export function wrongOutcome(
  error: unknown,
  truth: Status,
  { elapsedMs, timeoutMs, hadReplicas }: { elapsedMs: number; timeoutMs: number; hadReplicas: boolean },
): string | undefined {
  if (error instanceof TaskFailedError && truth !== 'FAILED') return `reported FAILED for ${truth}`
  if (error instanceof TaskCancelledError && truth !== 'CANCELLED') return `reported CANCELLED for ${truth}`
  if (error instanceof NotFoundError && !hadReplicas) return 'reported a task as unknown that is known'
  if (error instanceof WaitTimeoutError && elapsedMs < timeoutMs)
    return `ended after ${elapsedMs} of ${timeoutMs} ms`
  return undefined
}

/** The words for bytes that are not those of the task, from its first on. */
export function wrongBytes(given: Uint8Array, { bytes }: RecordedTask, isWhole: boolean): string | undefined {
  const isSame = given.every((byte, place) => byte === bytes[place])
  if (isSame && given.length <= bytes.length && (!isWhole || given.length === bytes.length)) return undefined
  return `gave wrong bytes: ${Buffer.from(given).toString('hex')} of ${Buffer.from(bytes).toString('hex')}`
}

/** Listeners that were left at a signal. */
export function listenersOf(signal: AbortSignal): number {
  return getEventListeners(signal, 'abort').length
}
