import { readConfig } from '../config.js'
import { wireCore } from '../wire.js'
import { startHttpService } from './http-service.js'
import { untilStopped } from './until-stopped.js'

/** `mediagen api`: serves requests; workers are other processes, which find new work by polling. */
export async function api(): Promise<never> {
  const core = await wireCore(readConfig())
  const http = await startHttpService(core, { onAccepted: () => undefined })
  core.logger.info({ host: core.config.host, port: http.port }, 'api is serving')
  return untilStopped(core.logger, async () => {
    await http.close()
    await core.close()
  })
}
