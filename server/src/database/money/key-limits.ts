import type { KeyProperties } from '../../core/domain/accounts/api-key.ts'
import type { Tx } from '../database.ts'
import { startSpending } from './key-spending.ts'

export type SpendingLimits = Pick<KeyProperties, 'dayLimit' | 'totalLimit'>

/**
 * Sets the spending limits of a key and returns the id under which they are stored, that of the first key
 * that had them. Spending is counted from the first limit on, also while there is none again; undefined if
 * there never was one.
 */
export async function setKeyLimits(
  tx: Tx,
  { keyId, limitsId }: { readonly keyId: string; readonly limitsId?: string | undefined },
  { dayLimit, totalLimit }: SpendingLimits,
): Promise<string | undefined> {
  const max = { day_max: dayLimit?.micros ?? null, total_max: totalLimit?.micros ?? null }
  if (limitsId !== undefined) {
    await tx.db.updateTable('key_limits').set(max).where('id', '=', limitsId).execute()
    return limitsId
  }
  if (dayLimit === undefined && totalLimit === undefined) return undefined
  await tx.db
    .insertInto('key_limits')
    .values({ id: keyId, ...max })
    .execute()
  await startSpending(tx, keyId)
  return keyId
}
