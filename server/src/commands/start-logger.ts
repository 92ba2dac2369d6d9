import type { Config } from '../config/config.ts'
import { version } from '../core/package/version.ts'
import { createLogger } from '../wiring/wire-storage.ts'

/** The logger of a process that serves. Its first line says which version runs, and on which Node. */
export function startLogger(
  config: Config,
  role: 'serve' | 'api' | 'worker',
): ReturnType<typeof createLogger> {
  const logger = createLogger(config)
  logger.info({ version, role, node: process.versions.node }, 'mediagen is starting')
  for (const [variable, setting] of config.misspelt)
    logger.warn({ variable, setting }, `${variable} is no setting and is ignored; ${setting} is one`)
  return logger
}
