import type { AsyncDisposal } from '../types/index.js'
import { checkSignal } from './abort.js'

/**
 * An async generator that can be left at any time: `return`, which a loop calls when it is left, and the end of
 * an `await using` block abort the signal of the step that is running instead of waiting for its end.
 */
export function leavable<Item>(
  outer: AbortSignal | undefined,
  run: (signal: AbortSignal) => AsyncGenerator<Item, void>,
): AsyncGenerator<Item, void> & AsyncDisposal {
  const own = new AbortController()
  const items = untilLeft()
  const end = items.return.bind(items)
  const leave = () => {
    own.abort()
    return end()
  }

  async function* untilLeft(): AsyncGenerator<Item, void> {
    try {
      yield* run(anySignal(outer, own.signal))
    } catch (error) {
      if (error !== own.signal.reason) throw error
    }
  }

  return Object.assign(items, { return: leave }, disposal(leave))
}

/** A signal that aborts with the first of two. */
export function anySignal(outer: AbortSignal | undefined, own: AbortSignal): AbortSignal {
  checkSignal(outer)
  return outer ? AbortSignal.any([outer, own]) : own
}

/** What `await using` calls at the end of its block; nothing where the platform does not know of it. */
export function disposal(leave: () => unknown): AsyncDisposal {
  const dispose = async () => {
    await leave()
  }
  // The type says what compilers know; without the symbol there is no syntax that asks for it either.
  return (Symbol.asyncDispose ? { [Symbol.asyncDispose]: dispose } : {}) as AsyncDisposal
}
