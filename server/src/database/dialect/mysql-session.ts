import type { Patience } from '../patience.js'

/** A session that leaves a transaction open and says nothing for so many statement times has died behind a dead network. */
const silentStatementTimes = 5
/** MySQL has no limit for silent transactions, only this one for silent sessions; the pool closes its own before it. */
const silentSessionSeconds = 60
/** Idle connections that the pool closes by itself, ahead of the server. */
export const idleConnectionMsMax = (silentSessionSeconds * 1000) / 2

/**
 * What every connection is told before its first use. READ COMMITTED because under REPEATABLE READ the claimers' gap locks
 * froze inserts (14 a second instead of 3,800 when measured) and MySQL's own lets updates be lost. UTC, for the database's
 * clock is the one that counts. Limits, because a statement that the client has given up on runs on at the server, and
 * a transaction whose client is gone keeps its locks: the server ends both by itself.
 */
export function sessionStatements({ statementMs, lockWaitSeconds }: Patience): string[] {
  const common = [`SESSION time_zone = '+00:00'`, `SESSION innodb_lock_wait_timeout = ${lockWaitSeconds}`]
  const isolation = 'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'
  if (statementMs === undefined) return [isolation, `SET ${common.join(', ')}`]
  const serverMs = Math.floor(statementMs * 0.9) // sooner than the client, which can then keep the connection
  const silentSeconds = Math.ceil((statementMs * silentStatementTimes) / 1000)
  // Each server reads the comments that are made out to it, and each has its own name for the same limit.
  const mariadb = `/*M!100600 , SESSION max_statement_time = ${serverMs / 1000}, SESSION idle_transaction_timeout = ${silentSeconds} */`
  const mysql = `/*!80000 , SESSION max_execution_time = ${serverMs}, SESSION wait_timeout = ${silentSessionSeconds} */`
  return [isolation, `SET ${common.join(', ')} ${mariadb} ${mysql}`]
}
