import { DatabaseUnavailableError } from '../../database/database-unavailable-error.ts'
import { requireSchemaForVersion } from '../../database/schema/migrate.ts'
import type { Parts } from '../../wiring/wire.ts'
import { databaseProblem, isRejectedByDatabase, lacksSchema } from './database-problem.ts'

/**
 * Ends the start if the database rejects its settings, or has a schema that this version cannot run with. A
 * database that is away or not migrated, as while everything starts together, is only reported: the process
 * waits for it, and is not ready until then.
 */
export async function requireDatabase({ config, database, logger }: Parts): Promise<void> {
  try {
    await requireSchemaForVersion(database)
  } catch (error) {
    if (!(error instanceof Error) || !isTemporary(error)) throw error
    const problem = databaseProblem(error, config)
    logger.warn({ problem }, 'the database is away or not migrated; this process is not ready until it is')
  }
}

function isTemporary(error: Error): boolean {
  return (error instanceof DatabaseUnavailableError && !isRejectedByDatabase(error)) || lacksSchema(error)
}
