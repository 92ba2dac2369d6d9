import type * as contract from '@mediagen/contract/models'
import { findAccount } from '../database/accounts.ts'
import type { Database } from '../database/database.ts'

/** The account of the API key, with its available balance. */
export async function getAccount(
  { database }: { database: Database },
  accountId: string,
): Promise<contract.Account> {
  const account = await database.read((db) => findAccount(db, accountId))
  if (account === undefined) throw new Error(`Account ${accountId} is missing although a key refers to it.`)
  return { id: account.id, balance: account.balance.toString(), currency: 'USD' }
}
