import type { Selectable } from 'kysely'
import type { AuditAction } from '../../core/domain/audit-actions.ts'
import type { Tx } from '../database.ts'
import { parseStored } from '../stored-json.ts'
import type { Reader, Tables } from '../tables.ts'

/** Facts of an action, such as an amount; never a key or a token. */
export type AuditDetails = Readonly<Record<string, string | number>>

export interface NewAuditEntry {
  /** Created before the transaction; a second entry with the same id is refused. */
  readonly actionId: string
  readonly actor: string
  readonly action: AuditAction
  readonly accountId: string | undefined
  /** What was acted on: the id of an account or key, or the address of a sign-in. */
  readonly subject: string
  readonly details: AuditDetails
}

export interface AuditEntry extends NewAuditEntry {
  /** Increases with every entry. */
  readonly id: bigint
  readonly createdAtMs: number
}

/**
 * Records an action in its own transaction. Entries are only ever inserted and read: there is no function
 * that changes or deletes one.
 */
export async function insertAuditEntry(tx: Tx, entry: NewAuditEntry): Promise<void> {
  await tx.db
    .insertInto('audit_entries')
    .values({
      action_id: entry.actionId,
      created_at: BigInt(tx.nowMs),
      actor: entry.actor,
      action: entry.action,
      account_id: entry.accountId ?? null,
      subject: entry.subject,
      details: JSON.stringify(entry.details),
    })
    .execute()
}

export async function hasAuditEntry(db: Reader, actionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('audit_entries')
    .select('id')
    .where('action_id', '=', actionId)
    .executeTakeFirst()
  return row !== undefined
}

/** The latest entries, newest first: all, or those of one account; `before` continues after a page. */
export async function listAuditEntries(
  db: Reader,
  request: {
    readonly accountId?: string | undefined
    readonly before?: bigint | undefined
    readonly limit: number
  },
): Promise<AuditEntry[]> {
  const { accountId, before = 2n ** 63n - 1n, limit } = request
  const rows = await db
    .selectFrom('audit_entries')
    .selectAll()
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toEntry)
}

function toEntry(row: Selectable<Tables['audit_entries']>): AuditEntry {
  return {
    id: row.id,
    actionId: row.action_id,
    createdAtMs: Number(row.created_at),
    actor: row.actor,
    action: row.action,
    accountId: row.account_id ?? undefined,
    subject: row.subject,
    details: parseStored<AuditDetails>(row.details),
  }
}
