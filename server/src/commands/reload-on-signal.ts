import { reloadProviders } from '../wiring/reload-providers.ts'
import type { Parts } from '../wiring/wire.ts'
import { warnOfProductsNotOffered } from './products-not-offered.ts'

/**
 * Reloads the providers file on every SIGHUP. `worker` does so first: if the API already offered a product
 * that the worker does not know yet, its tasks would fail.
 */
export function reloadOnSignal(parts: Parts, worker: () => Promise<void> = async () => undefined): void {
  process.on('SIGHUP', () => {
    void worker()
      .then(() => reloadProviders(parts))
      .then((isRead) => isRead && warnOfProductsNotOffered(parts))
  })
}
