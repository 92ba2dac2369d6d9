import { createCircuitBreaker } from '../../../server/src/coordination/circuit-breaker.ts'
import type { ObjectStore } from '../../../server/src/core/ports/object-store.ts'
import { type Administration, createAdministration } from '../../../server/src/operator/administration.ts'
import type { UseCases } from '../../../server/src/use-cases/use-cases.ts'
import type { Parts } from '../../../server/src/wiring/wire.ts'
import { wireUseCases, wireWorker } from '../../../server/src/wiring/wire.ts'
import { createGateRegistry } from '../../../server/src/wiring/wire-gates.ts'
import { createProviderRegistry } from '../../../server/src/worker/provider-registry.ts'
import type { Judgement } from '../../breakage/service/gate.ts'
import type { Exclusively } from '../../breakage/service/one-at-a-time.ts'
import { runSweeps } from '../../breakage/service/run-sweeps.ts'
import { type createEngines, routes } from './engines.ts'
import { scheduledGate } from './gate.ts'
import { scheduledDatabase, scheduledStore } from './scheduled-parts.ts'
import { Process, type Scheduler } from './scheduler.ts'

/** An API of the service: what its HTTP server would ask for. */
export interface Api {
  readonly process: Process
  readonly useCases: UseCases
  readonly objectStore: ObjectStore
  readonly administration: Administration
}

export interface Service {
  apis(): readonly Api[]
  /** Runs what no sweep of uploads may run beside. */
  readonly exclusively: Exclusively
}

/** Short, so that an episode has many; the real lease is 30 seconds. */
export const loopSettings = { leaseMs: 6_000, recoverMs: 1_000, idlePollMs: 500 }
/** Short as well, but longer than a process is frozen, which no request survives otherwise. */
export const terms = { keysRememberedMs: 30_000, resultsKeptMs: 20_000 }
const sweepEveryMs = 3_000
export const restartMsMax = 5_000
const retryMs = 100

/** Two APIs and two workers on one database; one that dies is started again after a while. */
export function startService(options: {
  readonly parts: Parts
  readonly objectStore: ObjectStore
  readonly scheduler: Scheduler
  readonly engines: ReturnType<typeof createEngines>
  readonly judge: Judgement
  readonly random: () => number
}): Service {
  const { parts, objectStore, scheduler, engines, judge, random } = options
  const apis = new Map<string, Api>()
  const turn = new Turn()

  function partsOf(process: Process): Parts {
    const database = scheduledDatabase(parts.database, scheduler, process)
    return {
      ...parts,
      database,
      objectStore: scheduledStore(objectStore, scheduler, process),
      providers: createProviderRegistry(engines.of(process), routes),
      breaker: createCircuitBreaker(database),
      gates: createGateRegistry([scheduledGate(scheduler, process, judge)]),
    }
  }

  function start(name: string): void {
    const process = new Process(name)
    const own = partsOf(process)
    if (name.startsWith('api')) {
      apis.set(name, {
        process,
        useCases: wireUseCases(own, { onAccepted: () => undefined }),
        objectStore: own.objectStore,
        administration: createAdministration(own.database),
      })
      return
    }
    const worker = wireWorker(own, { worker: name, settings: loopSettings, onSettled: () => undefined })
    process.onStop = () => worker.stop()
    void worker.run().then(() => scheduler.kill(process))
    void runSweeps(own, {
      everyMs: sweepEveryMs,
      ...terms,
      exclusively: (sweep) => turn.take(process, sweep),
    })
  }

  scheduler.onDeath = ({ name }) => {
    apis.delete(name)
    setTimeout(() => start(name), random() * restartMsMax)
  }
  for (const name of ['api 1', 'api 2', 'worker 1', 'worker 2']) start(name)
  return { apis: () => [...apis.values()], exclusively: (run) => turn.take(new Process('clients'), run) }
}

/** One of all processes has it at a time; one that dies leaves it. */
class Turn {
  #holder: Process | undefined

  async take<T>(process: Process, run: () => Promise<T>): Promise<T> {
    while (this.#holder?.isDead === false) await new Promise((resolve) => setTimeout(resolve, retryMs))
    this.#holder = process
    try {
      return await run()
    } finally {
      this.#holder = undefined
    }
  }
}
