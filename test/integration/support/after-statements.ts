import type { Tx } from '../../../server/src/database/database.ts'

/** Does `work` right after so many statements of the transaction, as another process would. */
export function afterStatements(tx: Tx, count: number, work: () => Promise<unknown>): Tx {
  let statements = 0
  const plugin: Parameters<Tx['db']['withPlugin']>[0] = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      statements += 1
      if (statements === count) await work()
      return result
    },
  }
  return { ...tx, db: tx.db.withPlugin(plugin) }
}
