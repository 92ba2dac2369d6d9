import type { Context } from '../core/http.js'

/** Of a browser's six connections to one origin over HTTP/1.1: the other three stay free for other calls. */
const holdsMaxInBrowser = 3

/** Per client: the waits that hold their polls or want to, in the order of their turns. */
const queues = new WeakMap<Context, Set<HoldTurn>>()

/** The place of one wait among those of its client. */
export interface HoldTurn {
  /** Whether the wait may have its next poll held. The first call takes a place at the end of the queue. */
  take(): boolean
  /** Gives the place up, after a poll that was held and wherever the wait may end. */
  pass(): void
}

/**
 * Waits of one client in a browser take turns: the first three have their polls held, and the others poll
 * without holds until one of these has had its turn. Elsewhere every wait holds, as connections are not
 * scarce. No held poll is ever beyond the first three, because others join behind it.
 */
export function createHoldTurn(context: Context): HoldTurn {
  const queue = queues.get(context) ?? new Set()
  queues.set(context, queue)
  const turn: HoldTurn = {
    take() {
      queue.add(turn)
      return !('XMLHttpRequest' in globalThis) || [...queue].indexOf(turn) < holdsMaxInBrowser
    },
    pass() {
      queue.delete(turn)
    },
  }
  return turn
}
