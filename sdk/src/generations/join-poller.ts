import type { Context } from '../core/http.js'
import { createPoller, type Poller, type PollerOptions } from './poller.js'

/** The most waits of a poller: by the contract, one request names at most this many tasks. */
const waitsMax = 100
/** How long a service that does not list tasks by their ids is not asked to. */
const unlistedMs = 600_000

/** Per client: until when the service is not asked to list tasks by their ids. */
const unlistedUntilMs = new WeakMap<Context, number>()

/** Per client: the pollers that waits may join, each with the number of its waits. */
const pollersOf = new WeakMap<Context, Map<Poller, number>>()

/**
 * Takes a wait into the first poller of its client that has room, or into one of its own if it `isAlone` or the
 * service does not list tasks by their ids. The wait has to end its part in it.
 */
export function joinPoller(
  context: Context,
  { isAlone, ...options }: { readonly isAlone: boolean } & Omit<PollerOptions, 'onUnlisted'>,
): Poller {
  const { clock } = context.transport
  if (isAlone || clock.now() < (unlistedUntilMs.get(context) ?? 0)) return createPoller(context, options)
  const onUnlisted = () => void unlistedUntilMs.set(context, clock.now() + unlistedMs)
  const pollers = pollersOf.get(context) ?? new Map<Poller, number>()
  pollersOf.set(context, pollers)
  const [poller, waits] = [...pollers].find(([, count]) => count < waitsMax) ?? [
    createPoller(context, { ...options, onUnlisted }),
    0,
  ]
  pollers.set(poller, waits + 1)
  return {
    ask: poller.ask,
    end() {
      const left = (pollers.get(poller) ?? 0) - 1
      pollers.set(poller, left)
      if (left > 0) return
      pollers.delete(poller)
      poller.end()
    },
  }
}
