import type { Provider } from '../../core/ports/provider.ts'
import type { Wanted } from '../../worker/provider-registry.ts'

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
