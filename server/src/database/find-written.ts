import type { Tx } from './database.js'

/**
 * What an earlier run of this transaction has written, if it did; undefined in every other case. When the reply to a COMMIT
 * is lost, the COMMIT may have come through, and the transaction runs again: whoever writes under an id made beforehand
 * asks for it by this first. `find` runs only then, so the common case costs no statement.
 */
export async function findWritten<Written>(
  tx: Tx,
  find: () => Promise<Written | undefined>,
): Promise<Written | undefined> {
  return tx.mayHaveCommitted ? find() : undefined
}
