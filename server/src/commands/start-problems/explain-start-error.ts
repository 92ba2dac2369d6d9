import { OperatorFileError } from '../../config/operator-file-error.ts'
import { causeOf, databaseProblem } from './database-problem.ts'
import { fileProblem } from './file-problem.ts'
import type { NamedSettings } from './named-settings.ts'
import { portProblem } from './port-problem.ts'

/**
 * The problem that the operator can solve: a data folder, a port or a database that cannot be used. Names the
 * setting and what to do, and never repeats a password. undefined for any other error, which may be a bug.
 */
export function explainStartError(error: unknown, config: NamedSettings): OperatorFileError | undefined {
  if (!(error instanceof Error)) return undefined
  const problem =
    databaseProblem(error, config) ?? portProblem(error, config) ?? fileProblem(causeOf(error), config)
  return problem === undefined ? undefined : new OperatorFileError('Settings', [problem])
}
