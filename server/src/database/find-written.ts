import type { Tx } from './database.ts'

/**
 * What an earlier run of this transaction has written, otherwise undefined. If the response to a COMMIT is
 * lost, the COMMIT may still have succeeded, and the transaction runs again: a writer that created its id
 * beforehand checks for it with this first. `find` runs only then, so the common case costs no statement.
 */
export async function findWritten<Written>(
  tx: Tx,
  find: () => Promise<Written | undefined>,
): Promise<Written | undefined> {
  return tx.mayHaveCommitted ? find() : undefined
}
