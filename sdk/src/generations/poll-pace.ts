import type { Context } from '../core/http.js'
import { backoffMs } from '../core/retry-policy.js'
import { heldPollSecondsMax } from '../generated/limits.js'
import { isBrowser, type PollResponse } from './poll.js'

/** A poll that returned sooner, without a change, was not held. */
const heldMinMs = 500
/** How long a service that did not hold a poll is not asked to hold one. */
const unheldMs = 60_000
/** No task finishes sooner, so the first poll of a new task is delayed by this if polls are not held. */
const pollFirstMs = 400
const pollMinMs = 200
const pollMaxMs = 3000
/** The longest pause without holds, as a fraction of the elapsed time. */
const overshootMax = 0.15
/** Maximum random reduction of a pause, so that waits that began together do not poll together. */
const jitter = 0.25

/** Per client: until when polls are sent without a hold. */
const unheldUntilMs = new WeakMap<Context, number>()

/** Per client in a browser: whose polls are held. */
const holders = new WeakMap<Context, object>()

/** What a response says about its tasks. */
interface ResponseFacts {
  /** Whether one has changed. */
  readonly isNews: boolean
  /** For how long the youngest wait has lasted. */
  readonly ageMs: number
  /** The shortest pause after it. */
  readonly leastMs: number
}

/** When to poll next, and how long to have the response held. */
export interface PollPace {
  /** When the next poll is due, in milliseconds of the clock. */
  dueAtMs(): number
  /** Lets the next poll come so soon, unless the service has failed or asked for a pause. */
  hasten(atMs: number): void
  /** How long the poll that is sent now may be held, in seconds; 0 requests an immediate response. */
  holdSeconds(leftMs: number): number
  /** Records a response; returns whether the poll before had failed. */
  answered(response: PollResponse, facts: ResponseFacts): boolean
  /** Records a poll that failed; returns how many have, one after the other. */
  failed(response: PollResponse, hadNoResponse: boolean): number
  /** Lets the polls of others be held. */
  end(): void
}

/**
 * Held polls follow each other without a pause, because each ends with a change or when its time is up. If the
 * service does not hold them, pauses grow with the elapsed time: from 1.4 s on, a change is seen late by at most
 * 15 % of the task's duration, and a task of 30 s takes about 35 polls. After a held poll that failed, for example
 * because of an impatient proxy or a browser that may not send the header, the next one is sent without a hold. A
 * browser has six connections to an origin at HTTP/1.1, so one pace of its client has polls held at a time.
 */
export function createPollPace(context: Context, isNewTask: boolean): PollPace {
  const { clock, random } = context.transport
  const self = {}
  let isStrict = false
  let sentAtMs = 0
  let holdSeconds = 0
  let hasHoldFailed = false
  let earlyResponses = 0
  let failures = 0
  let dueAtMs = isNewTask && !mayHold() ? clock.now() + pollFirstMs : 0

  function mayHold(): boolean {
    if (hasHoldFailed || clock.now() < (unheldUntilMs.get(context) ?? 0)) return false
    if (isBrowser() && !holders.has(context)) holders.set(context, self)
    return !isBrowser() || holders.get(context) === self
  }

  function pause(ms: number, strictMs: number): void {
    isStrict = strictMs > 0
    dueAtMs = clock.now() + Math.max(ms, strictMs)
  }

  return {
    dueAtMs: () => dueAtMs,
    hasten(atMs) {
      if (!isStrict || dueAtMs < atMs) dueAtMs = atMs
    },
    holdSeconds(leftMs) {
      const seconds = Math.min(heldPollSecondsMax, Math.floor(leftMs / 1000))
      holdSeconds = seconds > 0 && mayHold() ? seconds : 0
      sentAtMs = clock.now()
      return holdSeconds
    },
    answered({ isHeld, retryAfterMs }, { isNews, ageMs, leastMs }) {
      const isUnheld = holdSeconds > 0 ? !isHeld : hasHoldFailed
      if (isUnheld) unheldUntilMs.set(context, clock.now() + unheldMs)
      const isRecovery = failures > 0
      hasHoldFailed = false
      failures = 0
      // A service that responds at once instead of holding is not polled without pause.
      const isEarly = !isNews && clock.now() - sentAtMs < heldMinMs
      earlyResponses = isEarly ? earlyResponses + 1 : 0
      const heldPauseMs = isEarly ? pollMinMs * 2 ** earlyResponses : 0
      const ms = mayHold() ? heldPauseMs : Math.max(pollMinMs, ageMs * overshootMax)
      pause(Math.max(leastMs, Math.min(pollMaxMs, ms) * (1 - jitter * random())), retryAfterMs)
      return isRecovery
    },
    failed({ retryAfterMs }, hadNoResponse) {
      const isFirstOfHold = holdSeconds > 0 && hadNoResponse && !hasHoldFailed
      hasHoldFailed ||= holdSeconds > 0
      const ms = isFirstOfHold ? 0 : Math.max(pollMinMs, backoffMs(failures, random))
      failures += 1
      pause(0, Math.max(retryAfterMs, ms))
      return failures
    },
    end() {
      if (holders.get(context) === self) holders.delete(context)
    },
  }
}
