import { Gauge, type Registry } from 'prom-client'
import { checkTimeoutMs, type Readiness } from '../http/health/health.ts'

/** Registers what `/readyz` says of each check. A scrape makes the checks once; a failed one logs its reason. */
export function createReadinessMetrics(registry: Registry, readiness: Readiness): void {
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
  new Gauge({
    name: 'mediagen_object_store_up',
    help: `Whether the object store responded to this process within ${checkTimeoutMs / 1000} seconds: 1 or 0.`,
    registers: [registry],
    async collect() {
      const { objectStore } = await readiness()
      this.set(objectStore === 'ok' ? 1 : 0)
    },
  })
}
