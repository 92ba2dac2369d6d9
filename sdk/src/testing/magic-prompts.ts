import type { ApiErrorCode, ApiErrorDetail, TaskErrorCode } from '../types/index.js'

/** A prompt for which a mock shows a state, as payment providers have test cards. */
export interface MagicPrompt {
  /** The whole prompt, letter by letter. */
  readonly prompt: string
  /** What happens to the order. */
  readonly shows: string
}

/** What a mock does with an order. */
export interface MagicEffect {
  readonly refusal?: { readonly code: ApiErrorCode; readonly retryAfterSeconds?: number }
  /** Whether the order is accepted, and the response lost. */
  readonly isLost?: boolean
  /** How often it is refused or its response lost, under one key. @default always */
  readonly times?: number
  readonly failure?: TaskErrorCode
  readonly queuedMs?: number
  readonly processingMs?: number
  readonly isRemoved?: boolean
}

const failures: Readonly<Record<TaskErrorCode, string>> = {
  INVALID_INPUT: 'because the engine, or a gate, refused the input',
  GENERATION_FAILED: 'because the engine failed',
  PROVIDER_UNAVAILABLE: 'because no engine could be reached',
  PROVIDER_SUBMIT_AMBIGUOUS: 'because it is not known whether the engine got it',
  NO_PROVIDER_CONFIGURED: 'because there is no engine for it',
  WORKER_TIMEOUT: 'because it took too long',
}

const refusals = [
  ['UNAUTHENTICATED', 'the key is unknown, revoked or expired'],
  ['INSUFFICIENT_BALANCE', 'the balance is too low'],
  ['KEY_NOT_PERMITTED', 'the key may not order this'],
  ['KEY_LIMIT_REACHED', 'the key has spent what it may'],
  ['ACCOUNT_NOT_ACTIVE', 'the account is suspended or closed'],
  ['RATE_LIMITED', 'too many orders; again in 5 seconds', 5],
  ['TOO_MANY_OPEN_TASKS', 'too many unfinished tasks; again in 5 seconds', 5],
  ['TIER_UNAVAILABLE', 'no engine for this resolution right now'],
  ['SERVICE_UNAVAILABLE', 'the service is unavailable'],
  ['INTERNAL', 'the service failed'],
] as const satisfies readonly (readonly [code: ApiErrorCode, why: string, seconds?: number])[]

const slowMs = 30_000
const queuedMs = 600_000
/** As many as the SDK sends by itself. */
const lostResponses = 5
/** Few, since the SDK asks again for as long as it is told to. */
const limitedTimes = 2

const magic: readonly (MagicPrompt & MagicEffect)[] = [
  { prompt: 'mock: slow', shows: 'It runs for 30 seconds', processingMs: slowMs },
  { prompt: 'mock: queued', shows: 'It waits for 10 minutes, and can be cancelled', queuedMs },
  { prompt: 'mock: removed', shows: 'It succeeds, and its result is no longer kept', isRemoved: true },
  {
    prompt: 'mock: lost',
    shows: `It is accepted, and the first ${lostResponses} responses are lost: not known whether accepted, until asked again`,
    isLost: true,
    times: lostResponses,
  },
  ...Object.entries(failures).map(([code, why]) => ({
    prompt: `mock: fail ${code}`,
    shows: `It fails and is refunded, ${why}`,
    failure: code as TaskErrorCode,
  })),
  ...refusals.map(([code, why, retryAfterSeconds]) => ({
    prompt: `mock: refuse ${code}`,
    shows: `It is refused${retryAfterSeconds === undefined ? '' : ' twice under one key'}: ${why}`,
    refusal: { code, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
    ...(retryAfterSeconds !== undefined && { times: limitedTimes }),
  })),
]

/** The prompts for which a mock shows a state, with what each shows. */
export const magicPrompts: readonly MagicPrompt[] = magic.map(({ prompt, shows }) => ({ prompt, shows }))

/** What breaks the rules of a mock: a prompt that begins as these do and is none of them, such as a misspelled one. */
export function magicViolations(prompt: unknown): ApiErrorDetail[] {
  const isMeant = typeof prompt === 'string' && /^\s*mock:/i.test(prompt)
  if (!isMeant || magic.some((one) => one.prompt === prompt)) return []
  const known = magic.map((one) => one.prompt).join(', ')
  return [{ path: '/prompt', message: `is none of the mock's prompts: ${known}` }]
}

/** What a mock does for a prompt; nothing for any other than these. */
export function magicEffectOf(prompt: unknown): MagicEffect {
  return magic.find((one) => one.prompt === prompt) ?? {}
}
