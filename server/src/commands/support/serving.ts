import type { Provider } from '@mediagen/core/ports/provider'
import type { Wanted } from '@mediagen/worker/provider-registry'

const engine: Provider = {
  name: 'engine',
  submission: 'once',
  results: 'exact',
  serves: () => true,
  start: async () => ({ kind: 'unavailable', message: '' }),
  poll: async () => ({ kind: 'pending' }),
}

/** The part of a registry that commands use: whether any provider serves a request. */
export const serving = (isServed: (wanted: Wanted) => boolean) => ({
  candidates: (wanted: Wanted) => (isServed(wanted) ? [engine] : []),
})
