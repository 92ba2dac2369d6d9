import { tracingChannel } from 'node:diagnostics_channel'
import { onTestFinished } from 'vitest'

/** The shape of a statement, and one that was sent in it. */
export interface Statement {
  /** Without its values and with its lists shortened, so that statements of one kind are equal. */
  readonly shape: string
  readonly sql: string
}

/** What mysql2 publishes of every statement that goes over the wire; `query` holds the values already. */
interface TracedQuery {
  readonly query: string
  readonly database: string
}

/** Collects what this process sends to the database from now on, one statement of each shape: the longest. */
export function collectStatements(database: string): ReadonlyMap<string, Statement> {
  const statements = new Map<string, Statement>()
  const channel = tracingChannel<TracedQuery>('mysql2:query')
  const start = (message: TracedQuery): void => {
    if (message.database !== database) return
    const shape = shapeOf(message.query)
    const known = statements.get(shape)
    if (known === undefined || known.sql.length < message.query.length)
      statements.set(shape, { shape, sql: message.query.trim() })
  }
  const handlers = { start, end: ignore, asyncStart: ignore, asyncEnd: ignore, error: ignore }
  channel.subscribe(handlers)
  onTestFinished(() => void channel.unsubscribe(handlers))
  return statements
}

function ignore(): void {}

/**
 * Replaces values by `?` and repeated elements by a single one: a list of one and a list of fifty have the
 * same shape.
 */
export function shapeOf(sql: string): string {
  return (
    sql
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/x'[0-9a-f]*'|'(?:[^'\\]|\\.|'')*'/gi, '?')
      .replace(/(?<![\w`?])-?\d+(?:\.\d+)?(?![\w`])/g, '?')
      .replace(/\b(in|values) \(\?(?:, \?)*\)/g, '$1 (?, …)')
      .replace(/(\((?:[^()]|\([^()]*\))*\))(?:, \(\?(?:[^()]|\([^()]*\))*\))+/g, '$1')
      .replace(/(when \? then \?)(?: when \? then \?)+/g, '$1')
      .replace(/(\([^()]*\))(?: or \1)+/g, '$1')
      // Where a search begins, which not every search has.
      .replace(/ and `position` >= \?/g, '')
      .replace(/(select (?:(?! union all ).)+?)(?: union all \1)+(?=\)|$)/g, '$1')
  )
}
