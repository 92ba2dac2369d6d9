import { ApiError, MediagenError, ResultRemovedError, type Task, UploadRejectedError } from '@mediagen/sdk'
import { apiErrors, removedResults, taskErrors, uploadErrors } from '../errors.generated.ts'
import { type Explanation, notOffered, otherErrors, unknownError } from '../strings.ts'

/** An error as the page shows it. */
export interface Problem extends Explanation {
  readonly code: string | undefined
  /** What the service said of it in its own words. */
  readonly message: string | undefined
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** The places that are at fault, by their field. */
  readonly details: readonly { readonly field: string; readonly message: string }[]
}

const taskReasons: Readonly<Record<string, Explanation>> = { ...taskErrors, ...removedResults }
const codes: Readonly<Record<string, Explanation>> = {
  ...otherErrors,
  ...uploadErrors,
  ...apiErrors,
  ...removedResults,
}

/** What a call failed with, in the words of the page. */
export function explain(error: unknown): Problem {
  const code = codeOf(error)
  const details = error instanceof ApiError ? error.details.map(readDetail) : []
  const isNotOffered = code === 'TIER_UNAVAILABLE' && details.length > 0
  const known = isNotOffered ? notOffered : explanationOf(code)
  return {
    ...(known ?? unknownError),
    code,
    // Where the page knows better, the words of a program would only repeat it.
    message: known === undefined && error instanceof Error ? error.message : undefined,
    requestId: error instanceof MediagenError ? error.requestId : undefined,
    retryAfterSeconds: error instanceof ApiError && !isNotOffered ? secondsOf(error.retryAfterMs) : undefined,
    details,
  }
}

/** What the title of PROVIDER_UNAVAILABLE says already. */
const isUnreached = /engine could (not )?be reached\./

/** Why a task has failed, or its result is gone; undefined for any other. */
export function explainTask({ error, output }: Pick<Task, 'error' | 'output'>): Problem | undefined {
  const reason = error ?? output?.removed
  if (reason === undefined) return undefined
  const { code } = reason
  const message = error?.message ?? ''
  const known: Explanation | undefined = Object.hasOwn(taskReasons, code) ? taskReasons[code] : undefined
  return {
    ...(known ?? unknownError),
    code,
    message: message === '' || isUnreached.test(message) ? undefined : message,
    requestId: undefined,
    retryAfterSeconds: undefined,
    details: [],
  }
}

function explanationOf(code: string | undefined): Explanation | undefined {
  return code !== undefined && Object.hasOwn(codes, code) ? codes[code] : undefined
}

function codeOf(error: unknown): string | undefined {
  if (
    error instanceof ApiError ||
    error instanceof UploadRejectedError ||
    error instanceof ResultRemovedError
  )
    return error.code
  return error instanceof MediagenError ? error.name : undefined
}

function secondsOf(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.ceil(ms / 1000)
}

function readDetail({ path, message }: { path: string; message: string }) {
  return { field: path.replace(/^\//, ''), message }
}
