import { readConfig, sqliteFileOf } from '../config/config.ts'
import { makeFilesPrivate } from '../config/private-files.ts'
import { migrate } from '../database/schema/migrate.ts'
import { createScheduler } from '../jobs/scheduler.ts'
import { wireParts } from '../wiring/wire.ts'
import { takeOverTasks } from '../worker/take-over-tasks.ts'
import { checkTemporaryFolder } from './check-temporary-folder.ts'
import { keepDemoAccount } from './demo-account.ts'
import { type HttpService, openHttpService } from './http-service.ts'
import { warnOfProductsNotOffered } from './products-not-offered.ts'
import { reloadOnSignal } from './reload-on-signal.ts'
import { becomeSoleServer, becomeSoleWorker } from './sole-server.ts'
import { startLogger } from './start-logger.ts'
import { errorStyle } from './terminal.ts'
import { untilStopped } from './until-stopped.ts'
import { welcome } from './welcome.ts'

/** `mediagen-server serve`: API and worker in one process, on an up-to-date schema. */
export async function serve(): Promise<never> {
  const config = readConfig()
  // Settings are checked first: a second process with wrong ones must report them.
  const parts = await wireParts(config, { logger: startLogger(config, 'serve'), recordsTraces: true })
  await checkTemporaryFolder()
  const lock = becomeSoleServer(config)
  const workerLock = becomeSoleWorker(config)
  // Before the data is touched: an older version that serves it may know of no lock.
  const { begin } = await openHttpService(parts)
  // First, because it refuses another program's database, whose file must stay as it is.
  await migrate(parts.database)
  await makeFilesPrivate(parts.config)
  if (workerLock !== undefined) await takeOverTasks(parts)
  warnOfProductsNotOffered(parts)
  const isEmbedded = sqliteFileOf(parts.config) !== undefined
  const demoKey = isEmbedded ? await keepDemoAccount(parts) : undefined
  const scheduler = createScheduler({ logger: parts.logger, onMessage: (message) => http.onMessage(message) })
  const http: HttpService = begin({ onAccepted: () => scheduler.wakeWorker(), demoKey })
  process.stderr.write(welcome(parts, demoKey, http, errorStyle()))
  reloadOnSignal(parts, () => scheduler.reloadProviders())
  await scheduler.start()
  const stop = async (): Promise<void> => {
    // In parallel; otherwise tasks would have less time by as long as requests take to finish.
    await Promise.all([http.close(), scheduler.stop()])
    await http.health?.close()
    await parts.close()
    workerLock?.release()
    lock?.release()
  }
  return untilStopped(parts.logger, stop, parts.config)
}
