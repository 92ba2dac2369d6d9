import type * as contract from '@mediagen/contract/models'
import { requestsPerMinuteDefault } from '../../core/domain/accounts/requests-per-minute.ts'
import { toTimestampOrNull } from '../../core/domain/clock.ts'
import { findAccount } from '../../database/accounts/accounts.ts'
import { type ApiKeyInfo, findApiKey } from '../../database/accounts/api-keys.ts'
import type { Database } from '../../database/database.ts'

/** The account of the API key, with its available balance, and the key itself. */
export async function getAccount(
  { database }: { database: Database },
  accountId: string,
  keyId?: string,
): Promise<contract.Account> {
  const account = await database.read((db) => findAccount(db, accountId))
  if (account === undefined) throw new Error(`Account ${accountId} is missing although a key refers to it.`)
  const key = keyId === undefined ? undefined : await database.read((db, now) => findApiKey(db, now, keyId))
  return {
    id: account.id,
    balance: account.balance.toString(),
    currency: 'USD',
    limits: { requestsPerMinute: account.requestsPerMinute ?? requestsPerMinuteDefault },
    ...(key !== undefined && { key: viewKey(key) }),
  }
}

/** A key as its account sees it. */
export function viewKey({ keyId, properties, spent }: ApiKeyInfo): contract.AccountKey {
  const { name, expiresAtMs, products, isReadOnly = false } = properties
  const { dayLimit, totalLimit, requestsPerMinute } = properties
  return {
    id: keyId,
    name: name ?? null,
    expiresAt: toTimestampOrNull(expiresAtMs),
    products: products === undefined ? null : [...products],
    readOnly: isReadOnly,
    limits: {
      day: dayLimit?.toString() ?? null,
      total: totalLimit?.toString() ?? null,
      requestsPerMinute: requestsPerMinute ?? null,
    },
    spent: spent === undefined ? null : { day: spent.day.toString(), total: spent.total.toString() },
  }
}
