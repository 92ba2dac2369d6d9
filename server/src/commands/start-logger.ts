import { type Config, findMisspeltSettings } from '../config/config.ts'
import { version } from '../core/package/version.ts'
import { createLogger, logOutput } from '../wiring/wire-storage.ts'
import { logRetention } from './log-retention.ts'

/** The logger of a process that serves. Its first line says which version runs, and on which Node. */
export function startLogger(
  config: Config,
  role: 'serve' | 'api' | 'worker',
): ReturnType<typeof createLogger> {
  const logger = createLogger(config, logOutput(process.stdout))
  logger.info({ version, role, node: process.versions.node }, 'mediagen is starting')
  if (role !== 'api') logRetention(config, logger)
  // A variable that is ignored looks like a setting that is in force.
  for (const [variable, setting] of findMisspeltSettings())
    logger.warn({ variable, setting }, `${variable} is no setting and is ignored; ${setting} is one`)
  return logger
}
