import { Gauge, type Registry } from 'prom-client'
import { withTimeout } from '../core/async/with-timeout.ts'
import type { ObjectStore } from '../core/ports/object-store.ts'

/** As for readiness; the other metrics must still arrive within the scrape. */
const checkMsMax = 2_000

/** Registers the gauge of the object store, which is asked on each scrape. */
export function createObjectStoreMetric(registry: Registry, objectStore: Pick<ObjectStore, 'check'>): void {
  new Gauge({
    name: 'mediagen_object_store_up',
    help: `Whether the object store responded to this process within ${checkMsMax / 1000} seconds: 1 or 0.`,
    registers: [registry],
    async collect() {
      const checked = withTimeout(checkMsMax, objectStore.check(), () => new Error('No response in time.'))
      // The metric itself shows the outage; the readiness check logs its reason.
      this.set(await checked.then(() => 1).catch(() => 0))
    },
  })
}
