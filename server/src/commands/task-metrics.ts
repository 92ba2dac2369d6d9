import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { JobMessage } from '../jobs/scheduler.js'

/** Work in the queue and in the hands of workers, read from the database whenever the metrics are. */
export interface QueueMeasure {
  readonly waiting: number
  readonly running: number
  readonly oldestWaitingSeconds: number
}

/** Registers what the service tells about tasks and money; returns the listener for what the jobs report. */
export function createTaskMetrics(
  registry: Registry,
  measureQueue: () => Promise<QueueMeasure>,
): {
  readonly accepted: (product: string, tier: string) => void
  readonly onMessage: (message: JobMessage) => void
} {
  const registers = [registry]
  const accepted = new Counter({
    name: 'mediagen_generations_accepted_total',
    help: 'Generations accepted by this process, replays not counted.',
    labelNames: ['product', 'tier'] as const,
    registers,
  })
  const settled = new Counter({
    name: 'mediagen_tasks_settled_total',
    help: "Tasks that this process's worker settled: SUCCEEDED, or the code of the failure.",
    labelNames: ['product', 'outcome'] as const,
    registers,
  })
  const seconds = new Histogram({
    name: 'mediagen_task_duration_seconds',
    help: 'Time from acceptance to settlement.',
    labelNames: ['product'] as const,
    buckets: [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600],
    registers,
  })
  const disagreements = new Gauge({
    name: 'mediagen_ledger_disagreements',
    help: 'Places where balances, ledger and tasks disagree, at the last reconciliation. Anything but 0 is an alarm.',
    registers,
  })
  const queue = new Gauge({
    name: 'mediagen_queue_tasks',
    help: 'Tasks that wait for a worker, and tasks that one has.',
    labelNames: ['state'] as const,
    registers,
  })
  new Gauge({
    name: 'mediagen_queue_oldest_seconds',
    help: 'How long the oldest waiting task has waited.',
    registers,
    async collect() {
      const measure = await measureQueue()
      queue.set({ state: 'waiting' }, measure.waiting)
      queue.set({ state: 'running' }, measure.running)
      this.set(measure.oldestWaitingSeconds)
    },
  })
  return {
    accepted: (product, tier) => accepted.inc({ product, tier }),
    onMessage(message) {
      if (message.kind === 'disagreements') {
        disagreements.set(message.count)
        return
      }
      settled.inc({ product: message.product, outcome: message.outcome })
      seconds.observe({ product: message.product }, message.seconds)
    },
  }
}
