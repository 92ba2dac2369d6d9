import type { DatabaseErrorKind } from './dialect.ts'

/**
 * Deadlock, lock wait timeout, and MariaDB's snapshot conflict: rolled back by the server, or by our
 * ROLLBACK.
 */
const retryErrnos = new Set([1213, 1205, 1020])

/**
 * Server shutting down, too many connections, connection killed, shutdown in progress, read-only after a
 * failover; a statement cut off at its time limit, because the outcome of a COMMIT is then ambiguous; and a table,
 * a log or a temporary file that cannot be written, mostly because the disk is full (3, 20, 1021, 1026, 1114).
 */
const connectionErrnos = new Set([
  3, 20, 1021, 1026, 1040, 1053, 1077, 1079, 1114, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1290, 1317, 1836,
  1927, 1969, 3024, 3169, 4031,
])

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

/** Lock wait timeout, and statements that MariaDB and MySQL cut off at their time limit. */
const timeOutErrnos = new Set([1205, 1969, 3024])

/** Whether the error is a timeout: another try would wait as long again. */
export function isMysqlTimeout(error: unknown): boolean {
  if (error instanceof NoConnectionError || error instanceof StatementTimeoutError) return true
  if (!(error instanceof Error)) return false
  return (
    ('code' in error && error.code === 'ETIMEDOUT') ||
    ('errno' in error && timeOutErrnos.has(Number(error.errno)))
  )
}

/** Classifies an error of MySQL, MariaDB, mysql2 or the network for the transaction that met it. */
export function classifyMysqlError(error: unknown): DatabaseErrorKind {
  if (!(error instanceof Error)) return 'other'
  if (error instanceof NoConnectionError || error instanceof StatementTimeoutError) return 'connection'
  const errno = 'errno' in error ? Number(error.errno) : 0
  if (retryErrnos.has(errno)) return 'retry'
  if (connectionErrnos.has(errno)) return 'connection'
  if (errno === 1062) return 'duplicate'
  if (errno === 3819 || errno === 4025) return 'check'
  // mysql2 marks every error below the SQL level as fatal: refused, reset, closed, handshake failed.
  const fatal = 'fatal' in error && error.fatal === true
  const network = 'syscall' in error || ('code' in error && String(error.code).startsWith('PROTOCOL_'))
  return fatal || network || error.message === 'Pool is closed.' ? 'connection' : 'other'
}
