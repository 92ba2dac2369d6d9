import type { Timeouts } from '../../timeouts.ts'

/** A session with an open transaction that is silent for this many statement timeouts is considered dead. */
const silentStatementTimes = 5
/**
 * MySQL has no limit for idle transactions, only this one for idle sessions; the pool closes its own before
 * it.
 */
const silentSessionSeconds = 60
/** The pool closes idle connections itself, before the server does. */
export const idleConnectionMsMax = (silentSessionSeconds * 1000) / 2

const sqlMode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'

/**
 * Settings of every new connection. READ COMMITTED, because under REPEATABLE READ the claimers' gap locks
 * blocked inserts (14 a second instead of 3,800 when measured) and MySQL's default allows lost updates. UTC,
 * because the database's clock is authoritative. A fixed mode, because mysql2 escapes quotes by a backslash, which
 * would mean nothing under NO_BACKSLASH_ESCAPES, and because a server that is not strict cuts long texts off. Time
 * limits, because a statement abandoned by the client keeps running on the server, and a transaction whose client is
 * gone keeps its locks: the server ends both by itself.
 */
export function sessionStatements({ statementMs, lockWaitSeconds }: Timeouts): string[] {
  const common = [
    `SESSION time_zone = '+00:00'`,
    `SESSION sql_mode = '${sqlMode}'`,
    `SESSION innodb_lock_wait_timeout = ${lockWaitSeconds}`,
  ]
  const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'
  if (statementMs === undefined) return [isolation, `SET ${common.join(', ')}`]
  const serverMs = Math.floor(statementMs * 0.9) // Before the client's timeout, so that the connection survives.
  const silentSeconds = Math.ceil((statementMs * silentStatementTimes) / 1000)
  // Each server executes only the comments addressed to it, and each has its own name for the limit.
  const mariadb = `/*M!100600 , SESSION max_statement_time = ${serverMs / 1000}, SESSION idle_transaction_timeout = ${silentSeconds} */`
  const mysql = `/*!80000 , SESSION max_execution_time = ${serverMs}, SESSION wait_timeout = ${silentSessionSeconds} */`
  return [isolation, `SET ${common.join(', ')} ${mariadb} ${mysql}`]
}
