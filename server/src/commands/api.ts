import { readConfig } from '../config/config.ts'
import { wireParts } from '../wiring/wire.ts'
import { openHttpService } from './http-service.ts'
import { warnOfProductsNotOffered } from './products-not-offered.ts'
import { reloadOnSignal } from './reload-on-signal.ts'
import { becomeSoleServer } from './sole-server.ts'
import { startLogger } from './start-logger.ts'
import { requireDatabase } from './start-problems/require-database.ts'
import { untilStopped } from './until-stopped.ts'

/** `mediagen-server api`: serves requests; workers are other processes, which find new work by polling. */
export async function api(): Promise<never> {
  const config = readConfig()
  const parts = await wireParts(config, { logger: startLogger(config, 'api'), recordsTraces: true })
  const lock = becomeSoleServer(config)
  const { begin } = await openHttpService(parts)
  await requireDatabase(parts)
  warnOfProductsNotOffered(parts)
  reloadOnSignal(parts)
  const http = begin({ onAccepted: () => undefined })
  const { host } = config
  parts.logger.info({ host, port: http.port, metricsPort: http.health?.port }, 'api is serving')
  return untilStopped(parts.logger, async () => {
    await http.close()
    await http.health?.close()
    await parts.close()
    lock?.release()
  })
}
