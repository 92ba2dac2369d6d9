import type { Context } from '../core/http.js'
import { backoffMs } from '../core/retry-policy.js'
import { heldPollSecondsMax } from '../generated/limits.js'
import type { PollResponse } from './poll.js'

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

/** Per client: the wait by itself that has its poll held in a browser. */
const heldAlone = new WeakMap<Context, PollPace>()

/** When to poll next, and how long to have the response held. */
export interface PollPace {
  /** The pause before the next poll. */
  pauseMs(): number
  /** How long the next poll may be held, in seconds; 0 requests an immediate response. */
  holdSeconds(leftMs: number): number
  /** Records a task that was read. */
  seen(response: PollResponse, isChanged: boolean): void
  /** Records a poll that failed. */
  failed(response: PollResponse, hadNoResponse: boolean): void
  /** Makes room for other waits of the client. */
  end(): void
}

/** What is polled. */
interface PollSubject {
  /** Whether its state is known, so that the first poll may be held. */
  readonly isNew: boolean
  /** Whether the poll is that of one wait by itself, which leaves connections of a browser to other calls. */
  readonly isAlone: boolean
  /** Since when it has been waited for, in milliseconds of the clock. */
  readonly sinceMs: () => number
}

/**
 * Held polls follow each other without a pause, because each ends with a change or when its time is up. If the service does not hold
 * them, pauses grow with the elapsed time: from 1.4 s on, a change is seen late by at most 15 % of the task's
 * duration, and a task of 30 s takes about 35 polls. After a held poll that failed, for example because of an
 * impatient proxy or a browser that may not send the header, the next one is sent without a hold. In a
 * browser one wait by itself has its polls held; it has six connections at HTTP/1.1 for everything.
 */
export function createPollPace(context: Context, { isNew, isAlone, sinceMs }: PollSubject): PollPace {
  const { clock, random } = context.transport
  const isScarce = isAlone && isBrowser()
  let sentAtMs = clock.now()
  let holdSeconds = 0
  let isFirst = true
  let hasHoldFailed = false
  let isOutOfTurn = false
  let earlyResponses = 0
  /** How many changes came sooner than `heldMinMs`, one right after the other. */
  let quickChanges = 0
  let failures = 0
  const mayHold = () => !hasHoldFailed && clock.now() >= (unheldUntilMs.get(context) ?? 0)
  const jittered = (ms: number) => ms * (1 - jitter * random())
  let pauseMs = isNew && !mayHold() ? pollFirstMs : 0

  function pauseWithoutHold(): number {
    const ms = (clock.now() - sinceMs()) * overshootMax
    return jittered(Math.min(pollMaxMs, Math.max(pollMinMs, ms)))
  }

  /**
   * A service that responds immediately instead of holding is not polled without pause, nor is one whose task
   * goes on to change: one that starts and ends changes twice, and the second time is the last.
   */
  function pauseWithHold(isChanged: boolean): number {
    const isQuick = clock.now() - sentAtMs < heldMinMs
    if (!isQuick) quickChanges = 0
    else if (isChanged && isAlone && holdSeconds > 0) quickChanges += 1
    const isEarly = isQuick && (!isChanged || quickChanges > 1)
    earlyResponses = isEarly ? earlyResponses + 1 : 0
    return isEarly ? jittered(Math.min(pollMaxMs, pollMinMs * 2 ** earlyResponses)) : 0
  }

  function takePlace(): boolean {
    if (!isScarce) return true
    if (!heldAlone.has(context)) heldAlone.set(context, pace)
    return heldAlone.get(context) === pace
  }

  const pace: PollPace = {
    pauseMs: () => pauseMs,
    holdSeconds(leftMs) {
      // Nothing is known yet of a task from elsewhere, so its first poll returns immediately.
      const mayBeHeld = mayHold() && (isNew || !isFirst)
      isOutOfTurn = mayBeHeld && !takePlace()
      holdSeconds = mayBeHeld && !isOutOfTurn ? Math.min(heldPollSecondsMax, Math.floor(leftMs / 1000)) : 0
      isFirst = false
      sentAtMs = clock.now()
      return Math.max(0, holdSeconds)
    },
    seen({ isHeld, retryAfterMs }, isChanged) {
      const isUnheld = holdSeconds > 0 ? !isHeld : hasHoldFailed
      if (isUnheld) unheldUntilMs.set(context, clock.now() + unheldMs)
      hasHoldFailed = false
      failures = 0
      const isHeldNext = mayHold() && !isOutOfTurn
      pauseMs = Math.max(retryAfterMs, isHeldNext ? pauseWithHold(isChanged) : pauseWithoutHold())
    },
    failed({ retryAfterMs }, hadNoResponse) {
      const isFirstOfHold = holdSeconds > 0 && hadNoResponse && !hasHoldFailed
      hasHoldFailed ||= holdSeconds > 0
      pauseMs = Math.max(retryAfterMs, isFirstOfHold ? 0 : Math.max(pollFirstMs, backoffMs(failures, random)))
      if (!isFirstOfHold) failures += 1
    },
    end() {
      if (heldAlone.get(context) === pace) heldAlone.delete(context)
    },
  }
  return pace
}

/** Whether connections are scarce, as they are in a browser at HTTP/1.1. */
export function isBrowser(): boolean {
  return 'XMLHttpRequest' in globalThis
}
