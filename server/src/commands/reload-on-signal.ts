import { type Core, reloadProviders } from '../wire.js'
import { warnOfProductsNotOffered } from './products-not-offered.js'

/**
 * Reads the providers file again at every SIGHUP. `worker` does so first: a product that the API offers
 * already, and the worker does not know yet, would fail its tasks.
 */
export function reloadOnSignal(core: Core, worker: () => Promise<void> = async () => undefined): void {
  process.on('SIGHUP', () => {
    void worker()
      .then(() => reloadProviders(core))
      .then((isRead) => isRead && warnOfProductsNotOffered(core))
  })
}
