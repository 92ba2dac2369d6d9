import { readConfig } from '../config.js'
import { growYoungGenerationUnderLoad } from '../small-heap.js'
import { wireParts } from '../wire.js'
import { openHttpService } from './http-service.js'
import { warnOfProductsNotOffered } from './products-not-offered.js'
import { reloadOnSignal } from './reload-on-signal.js'
import { becomeSoleServer } from './sole-server.js'
import { requireDatabase } from './start-problems/require-database.js'
import { untilStopped } from './until-stopped.js'

/** `mediagen api`: serves requests; workers are other processes, which find new work by polling. */
export async function api(): Promise<never> {
  const config = readConfig()
  const parts = await wireParts(config)
  const lock = becomeSoleServer(config)
  const { begin } = await openHttpService(parts)
  await requireDatabase(parts)
  warnOfProductsNotOffered(parts)
  reloadOnSignal(parts)
  const http = begin({ onAccepted: () => undefined })
  const { host } = config
  parts.logger.info({ host, port: http.port, metricsPort: http.health?.port }, 'api is serving')
  growYoungGenerationUnderLoad()
  return untilStopped(parts.logger, async () => {
    await http.close()
    await http.health?.close()
    await parts.close()
    lock?.release()
  })
}
