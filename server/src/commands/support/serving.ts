import type { Provider } from '../../ports/provider.js'
import type { Wanted } from '../../worker/provider-registry.js'

const engine: Provider = {
  name: 'engine',
  submission: 'once',
  results: 'exact',
  serves: () => true,
  start: async () => ({ kind: 'unavailable', message: '' }),
  poll: async () => ({ kind: 'pending' }),
}

/** A registry as far as commands ask it: whether anybody serves what is wanted. */
export const serving = (isServed: (wanted: Wanted) => boolean) => ({
  candidates: (wanted: Wanted) => (isServed(wanted) ? [engine] : []),
})
