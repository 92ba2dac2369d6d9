import { type Config, findMisspeltSettings } from '../config/config.ts'
import { namesInEnvFile } from '../config/env-file.ts'
import { unknownSettings } from '../config/misspelt-settings.ts'
import { readOperatorFile } from '../config/read-operator-file.ts'
import { version } from '../core/package/version.ts'
import type { Logger } from '../core/ports/logger.ts'
import { createLogger } from '../wiring/wire-storage.ts'
import { logRetention } from './log-retention.ts'

/** The logger of a process that serves. Its first line says which version runs, and on which Node. */
export async function startLogger(
  config: Config,
  role: 'serve' | 'api' | 'worker',
): Promise<ReturnType<typeof createLogger>> {
  const logger = createLogger(config)
  logger.info({ version, role, node: process.versions.node }, 'mediagen is starting')
  if (role !== 'api') logRetention(config, logger)
  await warnOfIgnoredVariables(config, logger)
  return logger
}

/** A variable that is ignored looks like a setting that is in force. */
async function warnOfIgnoredVariables({ providersFile }: Config, logger: Logger): Promise<void> {
  const misspelt = findMisspeltSettings()
  for (const [variable, setting] of misspelt)
    logger.warn({ variable, setting }, `${variable} is no setting and is ignored; ${setting} is one`)
  const text = providersFile === undefined ? '' : await readOperatorFile(providersFile)
  for (const variable of unknownSettings(namesInEnvFile(), text))
    if (!misspelt.has(variable))
      logger.warn({ variable }, `${variable} in .env is ignored: it is no setting, and no engine's key`)
}
