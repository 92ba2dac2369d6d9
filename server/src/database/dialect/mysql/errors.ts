import type { DatabaseErrorKind } from '../dialect.ts'

/** Lock wait timeout, and MariaDB's snapshot conflict: rolled back by our ROLLBACK, if not by the server. */
const retryErrnos = new Set([1205, 1020])
/** The class of SQLSTATEs for a transaction that the server has rolled back: deadlocks, conflicts in a cluster. */
const rolledBackClass = '40'

/**
 * The classes of SQLSTATEs that prove the statement itself wrong, or a right missing: cardinality, data,
 * integrity, syntax and access. Every other class has errors of the server, its disk, its cluster or a proxy before
 * it, most of them as HY000; so an unknown number means that the database is not usable for now.
 */
const refusedClasses = new Set(['21', '22', '23', '42'])
/** Connections of a user, its statements an hour, and prepared statements: limits, in spite of their class 42. */
const limitErrnos = new Set([1203, 1226, 1461])

/** No connection was available within the caller's timeout: all are busy, or the server does not respond. */
export class NoConnectionError extends Error {
  constructor(waitedMs: number) {
    super(`No database connection became free within ${waitedMs} ms.`)
    this.name = 'NoConnectionError'
  }
}

/** A statement timed out. The server ends it by itself; its outcome is ambiguous. */
export class StatementTimeoutError extends Error {
  constructor(waitedMs: number) {
    super(`The database did not answer a statement within ${waitedMs} ms.`)
    this.name = 'StatementTimeoutError'
  }
}

/** Classifies an error of MySQL, MariaDB, mysql2 or the network for the transaction that met it. */
export function classifyMysqlError(error: unknown): DatabaseErrorKind {
  if (!(error instanceof Error)) return 'other'
  if (error instanceof NoConnectionError || error instanceof StatementTimeoutError) return 'connection'
  // mysql2 marks every error below the SQL level as fatal: reset, closed, out of sequence.
  if ('fatal' in error && error.fatal === true) return 'connection'
  if ('sqlState' in error)
    return classifySqlState(String(error.sqlState), 'errno' in error ? Number(error.errno) : 0)
  const network = 'syscall' in error || ('code' in error && String(error.code).startsWith('PROTOCOL_'))
  return network || error.message === 'Pool is closed.' ? 'connection' : 'other'
}

function classifySqlState(sqlState: string, errno: number): DatabaseErrorKind {
  const stateClass = sqlState.slice(0, 2)
  if (stateClass === rolledBackClass || retryErrnos.has(errno)) return 'retry'
  if (errno === 1062) return 'duplicate'
  if (errno === 3819 || errno === 4025) return 'check'
  return refusedClasses.has(stateClass) && !limitErrnos.has(errno) ? 'refused' : 'connection'
}

/** Whether a server has rejected user, password or database, or a setting of the session. */
export function isRejection(error: unknown): boolean {
  if (!(error instanceof Error) || !('sqlState' in error)) return false
  return String(error.sqlState).startsWith('28') || classifyMysqlError(error) === 'refused'
}
