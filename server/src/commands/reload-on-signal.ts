import { type Core, reloadProviders } from '../wire.js'

/** Reads the providers file again at every SIGHUP, here and wherever `others` passes it on. */
export function reloadOnSignal(core: Core, others: () => void = () => undefined): void {
  process.on('SIGHUP', () => {
    void reloadProviders(core)
    others()
  })
}
