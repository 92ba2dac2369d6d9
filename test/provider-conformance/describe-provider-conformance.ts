import { describe, onTestFinished, test } from 'vitest'
import type { Provider } from '../../server/src/core/ports/provider.ts'
import {
  type ConformanceWire,
  type InProcessWire,
  isServer,
  type MakeProvider,
  type Setting,
} from './conformance-wire.ts'
import { generalChecks } from './general-checks.ts'
import { inProcessChecks } from './in-process-checks.ts'
import { jobChecks } from './job-checks.ts'
import { type Check, startChecks } from './start-checks.ts'

/** Every promise of the port, in the order of README.md. */
export const conformanceChecks: readonly Check[] = [...startChecks, ...jobChecks, ...generalChecks]

const nowhere: Setting = { url: 'http://127.0.0.1:9', apiKey: 'unused' }

/**
 * Holds a provider to the promises of the port against an engine that the kit plays, and counts what the
 * engine was asked to do, not what the provider says that it asked. A check that the wire has no case of is
 * left out.
 */
export function describeProviderConformance(
  name: string,
  makeProvider: MakeProvider,
  wire: ConformanceWire | InProcessWire,
): void {
  describe(`${name} keeps the promises of the port`, () => {
    if (isServer(wire)) {
      for (const check of conformanceChecks.filter(({ applies }) => applies?.(wire) ?? true))
        test(check.name, () => check.run(makeProvider, wire))
      return
    }
    const make = async (): Promise<Provider> => {
      const provider = await makeProvider(nowhere)
      onTestFinished(() => provider.close?.())
      return provider
    }
    for (const check of inProcessChecks) test(check.name, () => check.run(make, wire))
  })
}
