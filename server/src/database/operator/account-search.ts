import { foldName } from '../../core/domain/accounts/labels.ts'
import { type Account, listAccountsPage, toAccount } from '../accounts/accounts.ts'
import type { Reader } from '../tables.ts'

/** Sorts after every character of a name. */
const afterEveryCharacter = '\u{10FFFF}'

export async function findAccountByReference(db: Reader, reference: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('accounts')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row && toAccount(row)
}

/**
 * Accounts with this reference, then those whose id begins with the text, newest first, then those whose name
 * does in any case, by name; no space ends the text. Reads at most `limit` of each, by an index.
 */
export async function searchAccounts(
  db: Reader,
  { text, limit }: { readonly text: string; readonly limit: number },
): Promise<Account[]> {
  const byReference = await findAccountByReference(db, text)
  const idPrefix = text.toLowerCase()
  const byId = /^[0-9a-z]{1,24}$/.test(idPrefix) ? await listAccountsPage(db, { idPrefix, limit }) : []
  const byName = await listAccountsByName(db, { prefix: foldName(text), limit })
  const found = [...(byReference === undefined ? [] : [byReference]), ...byId, ...byName]
  return [...new Map(found.map((account) => [account.id, account])).values()].slice(0, limit)
}

async function listAccountsByName(
  db: Reader,
  { prefix, limit }: { readonly prefix: string; readonly limit: number },
): Promise<Account[]> {
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .where('name_folded', '>=', prefix)
    .where('name_folded', '<', prefix + afterEveryCharacter)
    .orderBy('name_folded')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toAccount)
}

/** The names of these accounts; those without one are missing. */
export async function listAccountNames(
  db: Reader,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(accountIds)]
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('accounts').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.flatMap(({ id, name }) => (name === null ? [] : [[id, name] as const])))
}
