import { resolutions } from '@mediagen/contract/limits'
import { expect } from 'vitest'
import { productNames } from '../../server/src/core/domain/products.ts'
import type { Provider, ProviderJob } from '../../server/src/core/ports/provider.ts'
import type { InProcessWire } from './conformance-wire.ts'
import { calls } from './subject.ts'

/** A promise of the port that can be asked of an engine within the process. */
export interface InProcessCheck {
  readonly name: string
  run(makeProvider: () => Provider | Promise<Provider>, wire: InProcessWire): Promise<void>
}

const unknownJob: ProviderJob = { id: 'nobody-has-this', taskId: 'nobody-has-this' }

export const inProcessChecks: readonly InProcessCheck[] = [
  {
    name: 'one start hands over one job, which survives being stored as JSON',
    async run(makeProvider, wire) {
      const provider = await makeProvider()
      const before = wire.submissions()
      const response = await calls.start(provider, wire)
      if (response.kind !== 'started') return expect.fail(`start returned ${JSON.stringify(response)}`)
      expect(JSON.parse(JSON.stringify(response.job))).toEqual(response.job)
      expect(await calls.poll(provider, response.job)).not.toEqual({ kind: 'lost' })
      expect(wire.submissions() - before).toBe(1)
    },
  },
  {
    name: 'a second start of one task makes no second job where that is promised',
    async run(makeProvider, wire) {
      const provider = await makeProvider()
      if (provider.submission !== 'idempotent') return
      const before = wire.submissions()
      await calls.start(provider, wire)
      await calls.start(provider, wire)
      expect(wire.submissions() - before).toBe(1)
    },
  },
  {
    name: 'a job that is not known is lost, and its cancellation unknown',
    async run(makeProvider) {
      const provider = await makeProvider()
      expect(await calls.poll(provider, unknownJob)).toEqual({ kind: 'lost' })
      if (provider.cancel !== undefined) expect(await calls.cancel(provider, unknownJob)).toBe('unknown')
    },
  },
  {
    name: 'a job that is cancelled says so',
    async run(makeProvider, wire) {
      const provider = await makeProvider()
      if (provider.cancel === undefined) return
      const response = await calls.start(provider, wire)
      if (response.kind !== 'started') return expect.fail(`start returned ${JSON.stringify(response)}`)
      expect(await calls.cancel(provider, response.job)).toBe('cancelled')
    },
  },
  {
    name: 'find is there exactly where lost starts can be found, and serves responds at once',
    async run(makeProvider) {
      const provider = await makeProvider()
      expect(provider.find !== undefined).toBe(provider.submission === 'findable')
      for (const product of productNames)
        for (const tier of Object.keys(resolutions[product]))
          expect(typeof provider.serves(product, tier)).toBe('boolean')
    },
  },
]
