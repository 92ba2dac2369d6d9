import {
  ApiError,
  AuthenticationError,
  ConnectionError,
  MediagenError,
  RateLimitError,
  SubmitAmbiguousError,
  TaskFailedError,
} from '@mediagen/sdk'
import type { Hint } from '../../../server/src/commands/look/blocks.ts'
import { AdvisedError } from './command-error.js'
import { codeHints } from './errors.generated.js'

/** What to do after an error; undefined where its message says that already. */
export function adviceOf(error: unknown, { hasKey }: { readonly hasKey: boolean }): Hint | undefined {
  if (error instanceof AdvisedError) return error.advice
  if (error instanceof AuthenticationError)
    return hasKey
      ? 'MEDIAGEN_API_KEY has another key than this service, or one that was revoked.'
      : "Set MEDIAGEN_API_KEY to your account's API key."
  if (error instanceof ConnectionError && !(error instanceof SubmitAmbiguousError))
    return 'Is the service running? MEDIAGEN_BASE_URL or --base-url says where it is.'
  const hint = error instanceof ApiError ? codeHints[error.code] : undefined
  if (hint !== undefined) return hint
  if (error instanceof RateLimitError && error.retryAfterMs !== undefined)
    return `The service asks to wait ${Math.ceil(error.retryAfterMs / 1000)} s.`
  return undefined
}

/** What names an error to others: its code, and the request in the log of the service. */
export function referenceOf(error: unknown): Hint | undefined {
  if (!(error instanceof MediagenError)) return undefined
  const { requestId } = error
  const words = [codeOf(error), requestId === undefined ? undefined : `request ${requestId}`]
  return words.filter((word) => word !== undefined).join(', ') || undefined
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError || error instanceof TaskFailedError ? error.code : undefined
}

/** Short, because the command is over. */
const pageTimeoutMs = 1000
/**
 * The page that explains the error, where the service has one: a response links to it, and that of a failed task
 * is looked for.
 */
export async function pageOf(error: unknown, baseUrl: string): Promise<string | undefined> {
  if (error instanceof ApiError) return error.helpUrl
  if (!(error instanceof TaskFailedError)) return undefined
  const url = `${baseUrl.replace(/\/+$/, '')}/docs/errors/${error.code}`
  const options = { method: 'HEAD', signal: AbortSignal.timeout(pageTimeoutMs), redirect: 'manual' } as const
  const response = await fetch(url, options).catch(() => undefined)
  return response?.ok ? url : undefined
}
