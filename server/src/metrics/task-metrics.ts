import { Counter, Histogram, type Registry } from 'prom-client'
import type { JobMessage } from '../jobs/job-message.ts'

/** Everything that is counted of a job's reports; its connections are a state and not an event. */
export type JobEvent = Exclude<JobMessage, { kind: 'connections' | 'task-changed' }>

/** Registers the metrics of tasks and jobs; returns the listeners that count them. */
export function createTaskMetrics(registry: Registry): {
  readonly accepted: (product: string, tier: string) => void
  readonly onEvent: (event: JobEvent) => void
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
  const waited = new Histogram({
    name: 'mediagen_task_wait_seconds',
    help: "Time from acceptance to a worker's first claim, of settled tasks.",
    labelNames: ['product'] as const,
    buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 1800],
    registers,
  })
  const seconds = new Histogram({
    name: 'mediagen_task_duration_seconds',
    help: 'Time from acceptance to settlement.',
    labelNames: ['product'] as const,
    buckets: [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600],
    registers,
  })
  const engineStarts = new Counter({
    name: 'mediagen_provider_starts_total',
    help: "Jobs that this process's worker handed to a provider, by outcome: started, succeeded, failed, rejected, unavailable or ambiguous.",
    labelNames: ['provider', 'product', 'outcome'] as const,
    registers,
  })
  const ofEngine = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['provider', 'product'] as const, registers })
  const delivered = ofEngine(
    'mediagen_provider_results_total',
    "Results of a provider that this process's worker stored and charged.",
  )
  const engineCost = ofEngine(
    'mediagen_provider_cost_usd_total',
    'What providers charge for those results, by the cost in the providers file; 0 where it names none.',
  )
  const revenue = ofEngine(
    'mediagen_provider_revenue_usd_total',
    'What callers were charged for those results.',
  )
  const gateVerdicts = new Counter({
    name: 'mediagen_gate_verdicts_total',
    help: 'Requests of this process to a gate, by its verdict: allowed, refused, or failed if it gave none.',
    labelNames: ['gate', 'at', 'verdict'] as const,
    registers,
  })
  const gateSeconds = new Histogram({
    name: 'mediagen_gate_duration_seconds',
    help: 'Time from a request to a gate to its recorded verdict.',
    labelNames: ['gate', 'at'] as const,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
    registers,
  })
  const recovered = new Counter({
    name: 'mediagen_leases_recovered_total',
    help: 'Tasks taken back from workers that had stopped sending heartbeats.',
    registers,
  })
  const rendererCrashes = new Counter({
    name: 'mediagen_renderer_crashes_total',
    help: "Processes of this worker's studio that ended unexpectedly in the middle of a job.",
    registers,
  })
  const failedJobs = new Counter({
    name: 'mediagen_job_failures_total',
    help: 'Runs of a job that ended with an error; the worker thread itself is the job task-worker.',
    // Not `job`, a label that Prometheus itself adds.
    labelNames: ['job_name'] as const,
    registers,
  })
  return {
    accepted: (product, tier) => accepted.inc({ product, tier }),
    onEvent(event) {
      switch (event.kind) {
        case 'settled':
          settled.inc({ product: event.product, outcome: event.outcome })
          waited.observe({ product: event.product }, event.waitSeconds)
          seconds.observe({ product: event.product }, event.seconds)
          return
        case 'engine-asked': {
          const { provider, product, outcome } = event
          engineStarts.inc({ provider, product, outcome })
          return
        }
        case 'engine-delivered': {
          const { provider, product } = event
          delivered.inc({ provider, product })
          engineCost.inc({ provider, product }, event.costUsd)
          revenue.inc({ provider, product }, event.priceUsd)
          return
        }
        case 'gate-asked': {
          const { gate, stage: at, verdict, seconds: took } = event
          gateVerdicts.inc({ gate, at, verdict })
          gateSeconds.observe({ gate, at }, took)
          return
        }
        case 'leases-recovered':
          recovered.inc(event.count)
          return
        case 'renderer-crashed':
          rendererCrashes.inc()
          return
        case 'job-failed':
          failedJobs.inc({ job_name: event.job })
          return
      }
    },
  }
}
