import type { ObjectStore } from '../../../server/src/core/ports/object-store.ts'
import { createCircuitBreaker } from '../../../server/src/database/coordination/circuit-breaker.ts'
import type { UseCases } from '../../../server/src/use-cases/use-cases.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'
import { wireUseCases, wireWorker } from '../../../server/src/wiring/wire.ts'
import { createProviderRegistry } from '../../../server/src/worker/provider-registry.ts'
import type { createEngines } from './engines.ts'
import { routes } from './engines.ts'
import { scheduledDatabase, scheduledStore } from './scheduled-parts.ts'
import { Process, type Scheduler } from './scheduler.ts'

/** An API of the service: what its HTTP server would ask for. */
export interface Api {
  readonly process: Process
  readonly useCases: UseCases
}

/** Short, so that an episode has many; the real lease is 30 seconds. */
export const loopSettings = { leaseMs: 6_000, recoverMs: 1_000, idlePollMs: 500 }
const restartMsMax = 5_000

/** Two APIs and two workers on one database; one that dies is started again after a while. */
export function startService(options: {
  readonly parts: Parts
  readonly store: ObjectStore
  readonly scheduler: Scheduler
  readonly engines: ReturnType<typeof createEngines>
  readonly random: () => number
}): { apis(): readonly Api[] } {
  const { parts, store, scheduler, engines, random } = options
  const apis = new Map<string, Api>()

  function partsOf(process: Process): Parts {
    const database = scheduledDatabase(parts.database, scheduler, process)
    return {
      ...parts,
      database,
      objectStore: scheduledStore(store, scheduler, process),
      providers: createProviderRegistry(engines.of(process), routes),
      breaker: createCircuitBreaker(database),
    }
  }

  function start(name: string): void {
    const process = new Process(name)
    const own = partsOf(process)
    if (name.startsWith('api')) {
      apis.set(name, { process, useCases: wireUseCases(own, { onAccepted: () => undefined }) })
      return
    }
    const worker = wireWorker(own, { worker: name, settings: loopSettings, onSettled: () => undefined })
    void worker.run()
  }

  scheduler.onDeath = ({ name }) => {
    apis.delete(name)
    setTimeout(() => start(name), random() * restartMsMax)
  }
  for (const name of ['api 1', 'api 2', 'worker 1', 'worker 2']) start(name)
  return { apis: () => [...apis.values()] }
}
