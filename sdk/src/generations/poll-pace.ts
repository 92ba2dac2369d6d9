import type { Context } from '../core/http.js'
import { backoffMs } from '../core/retry-policy.js'
import { heldPollSecondsMax } from '../generated/limits.js'

/** A poll that was answered sooner and without a change was not held. */
const heldMinMs = 500
/** How long a service that did not hold a poll is not asked to. */
const unheldMs = 60_000
/** No task finishes sooner, so the first poll of a new one is delayed as long where polls are not held. */
const pollFirstMs = 400
const pollMinMs = 200
const pollMaxMs = 3000
/** The longest pause without holds, as a part of the time that has passed. */
const overshootMax = 0.15
/** How much shorter a pause may be, so that waits which began together do not poll together. */
const jitter = 0.25

/** Per client: until when polls are sent without a hold. */
const unheldUntilMs = new WeakMap<Context, number>()

/** The response to a poll, as far as the pace depends on it. */
export interface PollResponse {
  readonly isHeld: boolean
  readonly retryAfterMs: number
}

/** When to poll a task next, and for how long to have the answer held. */
export interface PollPace {
  /** The pause before the next poll. */
  pauseMs(): number
  /** How long the next poll may be held, in seconds; 0 asks for an answer at once. */
  holdSeconds(leftMs: number): number
  /** Notes a task that was read. */
  seen(response: PollResponse, isChanged: boolean): void
  /** Notes a poll that failed. */
  failed(response: PollResponse, isUnanswered: boolean): void
}

/**
 * Polls that the service holds follow each other without a pause, as each ends with a change. Where it does
 * not hold them, pauses grow with the time that has passed: from 1.4 s on a task is seen at most 15 % of its
 * duration late, and one of 30 s takes about 35 polls. A held poll that came to nothing, as by a proxy that
 * is short of patience or a browser that may not send the header, is followed by one without a hold.
 */
export function createPollPace(context: Context, isNew: boolean): PollPace {
  const { clock, random } = context.transport
  const startedAtMs = clock.now()
  let sentAtMs = startedAtMs
  let holdSeconds = 0
  let isFirst = true
  let hasHoldFailed = false
  let earlyAnswers = 0
  let failures = 0
  const mayHold = () => !hasHoldFailed && clock.now() >= (unheldUntilMs.get(context) ?? 0)
  const jittered = (ms: number) => ms * (1 - jitter * random())
  let pauseMs = isNew && !mayHold() ? pollFirstMs : 0

  function pauseWithoutHold(): number {
    const ms = (clock.now() - startedAtMs) * overshootMax
    return jittered(Math.min(pollMaxMs, Math.max(pollMinMs, ms)))
  }

  /** Something that answers at once instead of holding is not asked without end. */
  function pauseWithHold(isChanged: boolean): number {
    const isEarly = clock.now() - sentAtMs < heldMinMs && !isChanged
    earlyAnswers = isEarly ? earlyAnswers + 1 : 0
    return isEarly ? jittered(Math.min(pollMaxMs, pollMinMs * 2 ** earlyAnswers)) : 0
  }

  return {
    pauseMs: () => pauseMs,
    holdSeconds(leftMs) {
      // Of a task from elsewhere nothing is known yet, so that its first poll is answered at once.
      const isHeld = mayHold() && (isNew || !isFirst)
      holdSeconds = isHeld ? Math.min(heldPollSecondsMax, Math.floor(leftMs / 1000)) : 0
      isFirst = false
      sentAtMs = clock.now()
      return Math.max(0, holdSeconds)
    },
    seen({ isHeld, retryAfterMs }, isChanged) {
      const isUnheld = holdSeconds > 0 ? !isHeld : hasHoldFailed
      if (isUnheld) unheldUntilMs.set(context, clock.now() + unheldMs)
      hasHoldFailed = false
      failures = 0
      pauseMs = Math.max(retryAfterMs, mayHold() ? pauseWithHold(isChanged) : pauseWithoutHold())
    },
    failed({ retryAfterMs }, isUnanswered) {
      const isFirstOfHold = holdSeconds > 0 && isUnanswered && !hasHoldFailed
      hasHoldFailed ||= holdSeconds > 0
      pauseMs = Math.max(retryAfterMs, isFirstOfHold ? 0 : Math.max(pollFirstMs, backoffMs(failures, random)))
      if (!isFirstOfHold) failures += 1
    },
  }
}
