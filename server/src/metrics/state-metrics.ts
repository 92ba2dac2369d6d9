import { Gauge, type Registry } from 'prom-client'
import { shareRunning } from '../core/async/share-running.ts'
import { withTimeout } from '../core/async/with-timeout.ts'
import { version } from '../core/package/version.ts'
import type { JobMessage } from '../jobs/job-message.ts'
import type { ServiceMeasure, TierMeasure } from '../use-cases/measure-service.ts'
import type { Parts } from '../wiring/wire.ts'

/** Prometheus gives a scrape 10 seconds; without the database, all other metrics must still arrive. */
const measureMsMax = 2_000

type ConnectionUse = Omit<Extract<JobMessage, { kind: 'connections' }>, 'kind'>

/** `api`: the process serves the contract, whether or not it also runs tasks. */
export type ProcessRole = 'api' | 'worker'

/**
 * Registers the gauges that are read on each scrape: the shared queue, ledger and providers, the database's
 * reachability, and this process's connections. Returns the listener for the connections of the worker
 * thread.
 */
export function createStateMetrics(
  registry: Registry,
  {
    database,
    providers,
    role,
  }: {
    readonly database: Pick<Parts['database'], 'dialect'>
    readonly providers: Pick<Parts['providers'], 'list'>
    readonly role: ProcessRole
  },
  measure: () => Promise<ServiceMeasure>,
): { readonly onConnections: (use: ConnectionUse) => void } {
  const registers = [registry]
  const read = oncePerScrape(measure)
  const gauge = (options: MeasuredGauge) => registerMeasuredGauge(registry, read, options)
  new Gauge({
    name: 'mediagen_database_up',
    help: `Whether the database responded to this process within ${measureMsMax / 1000} seconds: 1 or 0.`,
    registers,
    async collect() {
      this.set((await read()) === undefined ? 0 : 1)
    },
  })
  gauge({
    name: 'mediagen_database_clock_offset_seconds',
    help: "How far the database's clock is ahead of this process's, at least; negative if it is behind. Absent while the database is unavailable.",
    measured: (now) => now.databaseClockAheadMs / 1000,
  })
  new Gauge({
    name: 'mediagen_queue_tasks',
    help: 'Tasks that wait for a worker, run, or are interrupted: their worker died. Absent while the database is unavailable.',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const now = await read()
      this.reset()
      if (now === undefined) return
      this.set({ state: 'waiting' }, now.waiting)
      this.set({ state: 'running' }, now.running)
      this.set({ state: 'interrupted' }, now.interrupted)
    },
  })
  gauge({
    name: 'mediagen_workers',
    help: 'Workers of the whole service that are alive, by their heartbeats. Absent while the database is unavailable.',
    measured: (now) => now.liveWorkers,
  })
  gauge({
    name: 'mediagen_queue_oldest_seconds',
    help: 'Age of the oldest task that waits for a worker; one that its account holds back is left out. Absent while the database is unavailable.',
    measured: (now) => now.oldestWaitingSeconds,
  })
  const ofTiers = (metric: string, help: string, measured: (tier: TierMeasure) => number) =>
    new Gauge({
      name: metric,
      help: `${help} Absent while more wait than are read for it, and while the database is unavailable.`,
      labelNames: ['product', 'tier'] as const,
      registers,
      async collect() {
        const now = await read()
        this.reset()
        for (const one of now?.tiers ?? []) this.set({ product: one.product, tier: one.tier }, measured(one))
      },
    })
  ofTiers(
    'mediagen_queue_waiting_tasks',
    'Tasks that wait, blocked ones included, by product and resolution.',
    ({ waiting }) => waiting,
  )
  ofTiers(
    'mediagen_queue_waiting_oldest_seconds',
    'Age of the oldest of them that waits for a worker.',
    ({ oldestWaitingSeconds }) => oldestWaitingSeconds,
  )
  new Gauge({
    name: 'mediagen_worker_slots',
    help: 'Tasks that the workers that are alive run at once. Absent while one of an older version does not tell, and while the database is unavailable.',
    registers,
    async collect() {
      const slots = (await read())?.slots
      if (slots === undefined) this.remove()
      else this.set(slots)
    },
  })
  new Gauge({
    name: 'mediagen_provider_down',
    help: 'Providers with failures since their last success: 1 if the circuit breaker has excluded them since then, even while it lets a task try them, else 0.',
    labelNames: ['provider'] as const,
    registers,
    async collect() {
      const now = await read()
      this.reset()
      // One that was removed from the providers file while it was down can never succeed again.
      const configured = new Set(providers.list().map(({ name }) => name))
      for (const { provider, isDown } of now?.troubledProviders ?? [])
        if (configured.has(provider)) this.set({ provider }, isDown ? 1 : 0)
    },
  })
  new Gauge({
    name: 'mediagen_paused',
    help: 'Always 1; the engines and products that operators have paused, by `kind` and `name`.',
    labelNames: ['kind', 'name'] as const,
    registers,
    async collect() {
      const now = await read()
      this.reset()
      for (const { kind, name } of now?.paused ?? []) this.set({ kind, name }, 1)
    },
  })
  gauge({
    name: 'mediagen_uploads_kept_bytes',
    help: "Space of all accounts' READY uploads, counted as for the accounts' limits. Absent while the database is unavailable.",
    measured: (now) => now.uploadBytesKept,
  })
  gauge({
    name: 'mediagen_results_kept_bytes',
    help: "Bytes of all accounts' results. Absent while the database is unavailable.",
    measured: (now) => now.resultBytesKept,
  })
  gauge({
    name: 'mediagen_ledger_disagreements',
    help: 'Disagreements between balances, ledger, tasks and queue in the last reconciliation. Anything but 0 is an alarm.',
    measured: (now) => now.reconciled?.disagreements ?? 0,
  })
  gauge({
    name: 'mediagen_ledger_reconciled_timestamp_seconds',
    help: "Time of the last reconciliation by any process, in seconds since 1970 by the database's clock; 0 before the first.",
    measured: (now) => (now.reconciled?.endedAtMs ?? 0) / 1000,
  })
  gauge({
    name: 'mediagen_ledger_proven_timestamp_seconds',
    help: 'Since when every closed period of the ledger was read again and agreed, in seconds since 1970; the last reconciliation if none is closed, and 0 while one disagrees.',
    measured: (now) => (now.ledgerProvenSinceMs ?? now.reconciled?.endedAtMs ?? 0) / 1000,
  })
  new Gauge({
    name: 'mediagen_build_info',
    help: 'Always 1; the version of the running server, and whether the process serves the API, as labels.',
    labelNames: ['version', 'role'] as const,
    registers,
  }).set({ version, role }, 1)
  return createConnectionMetrics(registry, database, read)
}

/** A gauge from the shared database; absent from a scrape while the database is unreachable. */
interface MeasuredGauge {
  readonly name: string
  readonly help: string
  readonly measured: (now: ServiceMeasure) => number
}

function registerMeasuredGauge(
  registry: Registry,
  read: () => Promise<ServiceMeasure | undefined>,
  { name, help, measured }: MeasuredGauge,
): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const now = await read()
      if (now === undefined) this.remove()
      else this.set(measured(now))
    },
  })
}

function createConnectionMetrics(
  registry: Registry,
  database: Pick<Parts['database'], 'dialect'>,
  measured: () => Promise<unknown>,
): { readonly onConnections: (use: ConnectionUse) => void } {
  const registers = [registry]
  const max = new Gauge({
    name: 'mediagen_database_connections_max',
    help: 'Maximum connections of a thread. Absent on SQLite, which has no pool.',
    labelNames: ['thread'] as const,
    registers,
  })
  const connections = new Gauge({
    name: 'mediagen_database_connections',
    help: 'Connections in use, and callers waiting for one. The worker thread reports every 5 seconds.',
    labelNames: ['thread', 'state'] as const,
    registers,
    async collect() {
      // Otherwise the scrape would count itself as a waiting caller.
      await measured()
      const use = database.dialect.connectionUse()
      if (use !== undefined) set('main', use)
    },
  })
  function set(thread: string, { inUse, waiting, inUseMax }: ConnectionUse): void {
    connections.set({ thread, state: 'in_use' }, inUse)
    connections.set({ thread, state: 'waiting' }, waiting)
    max.set({ thread }, inUseMax)
  }
  const own = database.dialect.connectionUse()
  if (own !== undefined) set('main', own)
  return { onConnections: (use) => set('task-worker', use) }
}

/** The gauges of one scrape share one read; undefined if it failed or timed out. */
function oncePerScrape(measure: () => Promise<ServiceMeasure>): () => Promise<ServiceMeasure | undefined> {
  return shareRunning(() =>
    withTimeout(measureMsMax, measure(), () => new Error('The database did not respond in time.'))
      // This metric then shows the outage; the readiness check has logged it.
      .catch(() => undefined),
  )
}
