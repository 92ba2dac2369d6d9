import { DatabaseUnavailableError } from '../../database/database-unavailable-error.ts'
import type { Parts } from '../../wiring/wire.ts'
import { databaseProblem, isRejectedByDatabase } from './database-problem.ts'

/**
 * Ends the start if the database rejects its settings. A database that is away, as while everything starts
 * together, is only reported: the process waits for it, and is not ready until then.
 */
export async function requireDatabase({ config, database, logger }: Parts): Promise<void> {
  try {
    await database.nowMs()
  } catch (error) {
    if (!(error instanceof DatabaseUnavailableError) || isRejectedByDatabase(error)) throw error
    const problem = databaseProblem(error, config)
    logger.warn({ problem }, 'the database is away; this process is not ready until it is back')
  }
}
