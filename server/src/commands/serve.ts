import { readConfig, sqliteFileOf } from '../config/config.ts'
import { makeFilesPrivate } from '../config/private-files.ts'
import { studioCommand } from '../core/package/studio-command.ts'
import { migrate } from '../database/migrate.ts'
import { createScheduler } from '../jobs/scheduler.ts'
import { growYoungGenerationUnderLoad } from '../wiring/small-heap.ts'
import { type Parts, wireParts } from '../wiring/wire.ts'
import { takeOverTasks } from '../worker/take-over-tasks.ts'
import { checkTemporaryFolder } from './check-temporary-folder.ts'
import { keepDemoAccount } from './demo-account.ts'
import { type HttpService, openHttpService } from './http-service.ts'
import { warnOfProductsNotOffered } from './products-not-offered.ts'
import { reloadOnSignal } from './reload-on-signal.ts'
import { becomeSoleServer, becomeSoleWorker } from './sole-server.ts'
import { startLogger } from './start-logger.ts'
import { tryIt } from './try-it.ts'
import { untilStopped } from './until-stopped.ts'

/** `mediagen-server serve`: API and worker in one process, on an up-to-date schema. */
export async function serve(): Promise<never> {
  const config = readConfig()
  // Settings are checked first: a second process with wrong ones must report them.
  const parts = await wireParts(config, { logger: await startLogger(config, 'serve'), recordsTraces: true })
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
  process.stdout.write(welcome(parts, demoKey, http))
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
  growYoungGenerationUnderLoad()
  return untilStopped(parts.logger, stop, parts.config)
}

function welcome({ config, providers }: Parts, demoKey: string | undefined, http: HttpService): string {
  const url = config.publicUrl
  const metricsPort = http.health?.port
  const lines = [
    '',
    `  mediagen is serving on ${url}`,
    '',
    ...(http.hasPlayground ? [`  Playground     ${url}/`] : []),
    ...(http.hasSite() ? [`  Documentation  ${url}/docs/`] : []),
    `  API reference  ${url}/api/docs`,
    `  Gallery        ${url}/gallery`,
    `  Data           ${config.dataDir}`,
  ]
  lines.push(
    `  Operator       ${config.adminToken === undefined ? 'off; the setting ADMIN_TOKEN turns it on' : `${url}/admin`}`,
  )
  if (metricsPort !== undefined)
    lines.push(`  Metrics        http://${config.metrics?.host}:${metricsPort}/metrics`)
  if (demoKey !== undefined) lines.push(`  Demo API key   ${demoKey}`, ...tryIt(providers, url, demoKey))
  if (providers.list().length === 0)
    lines.push(
      '',
      '  There is no engine, so nothing can be generated. The built-in one comes with:',
      `    ${studioCommand}`,
    )
  return `${[...lines, ''].join('\n')}\n`
}
