import { createMetrics, type Metrics } from '../http/health/metrics.js'
import type { JobMessage } from '../jobs/job-message.js'
import { measureService } from '../use-cases/measure-service.js'
import type { Core } from '../wire.js'
import { createStateMetrics } from './state-metrics.js'
import { createTaskMetrics } from './task-metrics.js'

/** Every metric of a process, whatever its command; docs/metrics.md lists them. */
export interface ServiceMetrics extends Metrics {
  /** Counts an accepted generation. */
  readonly accepted: (product: string, tier: string) => void
  /** Adds what the jobs of this process report. */
  readonly onMessage: (message: JobMessage) => void
}

/** Each call creates a separate registry. */
export function createServiceMetrics(database: Core['database']): ServiceMetrics {
  const metrics = createMetrics()
  const tasks = createTaskMetrics(metrics.registry)
  const state = createStateMetrics(metrics.registry, database, () => measureService(database))
  return {
    ...metrics,
    accepted: tasks.accepted,
    onMessage(message) {
      if (message.kind === 'connections') state.onConnections(message)
      else tasks.onEvent(message)
    },
  }
}
