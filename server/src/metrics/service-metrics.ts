import { Gauge } from 'prom-client'
import { type HealthDependencies, type Metrics, sharedReadiness } from '../http/health/health.ts'
import type { JobMessage } from '../jobs/job-message.ts'
import { measureService } from '../use-cases/measure-service.ts'
import type { Parts } from '../wiring/wire.ts'
import { createMetrics } from './metrics.ts'
import { createReadinessMetrics } from './readiness-metrics.ts'
import { createStateMetrics, type ProcessRole } from './state-metrics.ts'
import { createTaskMetrics } from './task-metrics.ts'

/** Every metric of a process, whatever its command; docs/metrics.md lists them. */
export interface ServiceMetrics extends Metrics {
  /** Counts an accepted generation. */
  readonly accepted: (product: string, tier: string) => void
  /** From now on the metrics report this number of held polls. @default none */
  readonly countHeldPolls: (count: () => number) => void
  /** Adds what the jobs of this process report. */
  readonly onMessage: (message: JobMessage) => void
}

type MetricsDependencies = Pick<Parts, 'database' | 'logger'> & {
  readonly providers: Pick<Parts['providers'], 'list'>
}

/** Each call creates a separate registry. */
export function createServiceMetrics(
  { database, providers, logger }: MetricsDependencies,
  role: ProcessRole,
  readinessChecks: HealthDependencies['readinessChecks'],
): ServiceMetrics {
  const metrics = createMetrics()
  const tasks = createTaskMetrics(metrics.registry)
  const state = createStateMetrics(metrics.registry, { database, providers, role }, () =>
    measureService(database),
  )
  createReadinessMetrics(metrics.registry, sharedReadiness({ logger, readinessChecks }))
  let heldPolls = () => 0
  new Gauge({
    name: 'mediagen_held_polls',
    help: 'Polls with `Prefer: wait` that this process holds at this moment.',
    registers: [metrics.registry],
    collect() {
      this.set(heldPolls())
    },
  })
  return {
    ...metrics,
    accepted: tasks.accepted,
    countHeldPolls(count) {
      heldPolls = count
    },
    onMessage(message) {
      if (message.kind === 'task-changed') return
      if (message.kind === 'connections') state.onConnections(message)
      else tasks.onEvent(message)
    },
  }
}
