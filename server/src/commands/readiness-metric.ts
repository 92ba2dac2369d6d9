import { Gauge, type Registry } from 'prom-client'
import { type HealthDependencies, sharedReadiness } from '../http/health/health.ts'

/** Registers what `/readyz` says of each check, made on each scrape; a failed one logs its reason. */
export function createReadinessMetric(
  registry: Registry,
  deps: Pick<HealthDependencies, 'logger' | 'readinessChecks'>,
): void {
  const readiness = sharedReadiness(deps)
  new Gauge({
    name: 'mediagen_ready',
    help: 'Whether a check of /readyz passes in this process: 1 or 0.',
    labelNames: ['check'] as const,
    registers: [registry],
    async collect() {
      const outcomes = Object.entries(await readiness())
      this.reset()
      for (const [check, outcome] of outcomes) this.set({ check }, outcome === 'ok' ? 1 : 0)
    },
  })
}
