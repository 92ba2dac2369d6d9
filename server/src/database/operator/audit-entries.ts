import type { Selectable } from 'kysely'
import type { AuditAction } from '../../core/domain/audit-actions.ts'
import { int64Max } from '../../core/domain/int64-max.ts'
import type { Tx } from '../database.ts'
import { parseStored } from '../stored-json.ts'
import type { Reader, Tables } from '../tables.ts'

/** Facts of an action, such as an amount; never a key or a token. What is undefined is not stored. */
export type AuditDetails = Readonly<Record<string, string | number | undefined>>

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
 * Records an action in its own transaction. Entries are only ever inserted and read: no function deletes one, and
 * only `redactAuditEntries` changes one.
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
  const { accountId, before = int64Max, limit } = request
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

/** The closing of an account that was closed at a time; undefined if the last action on its state before was another. */
export async function findClosing(
  db: Reader,
  accountId: string,
  atMs: number,
): Promise<AuditEntry | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('action', 'in', ['close-account', 'resume-account'])
    .where('created_at', '<=', BigInt(atMs))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.action === 'close-account' ? toEntry(row) : undefined
}

/** When the last pause of any of these engines and products ended; undefined if none did. */
export async function findLastResumeMs(db: Reader, names: readonly string[]): Promise<number | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .select('created_at')
    .where('account_id', 'is', null)
    .where('action', 'in', ['resume-engine', 'resume-product'])
    .where('subject', 'in', names)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && Number(row.created_at)
}

/** How an operator has ended a task; undefined if none has. */
export async function findCancellation(
  db: Reader,
  { accountId, taskId }: { readonly accountId: string; readonly taskId: string },
): Promise<AuditEntry | undefined> {
  const row = await db
    .selectFrom('audit_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('action', '=', 'cancel-task')
    .where('subject', '=', taskId)
    .limit(1)
    .executeTakeFirst()
  return row && toEntry(row)
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

/** Details that may name a customer or one of its people; everything else is ids, amounts, counts and times. */
const personalDetails = ['name', 'reference', 'reason']
const deletedDetail = 'deleted'

/** Up to `limit` entries of an account, after one. */
interface EntryPage {
  readonly accountId: string
  readonly after: bigint
  readonly limit: number
}

/**
 * Replaces the texts about a customer in the details of its audit entries; who did what and when stays. Returns
 * the last entry that it read, undefined after the last page, and how many it changed.
 */
export async function redactAuditEntries(
  tx: Tx,
  page: EntryPage,
): Promise<{ readonly last: bigint | undefined; readonly redacted: number }> {
  const { last, personal } = await readPersonalEntries(tx.db, page)
  for (const { id, left } of personal)
    await tx.db
      .updateTable('audit_entries')
      .set({ details: JSON.stringify(left) })
      .where('id', '=', id)
      .execute()
  return { last, redacted: personal.length }
}

/** Whether any of an account's audit entries has a text about the customer. */
export async function hasPersonalEntries(
  db: Reader,
  { accountId, limit }: Omit<EntryPage, 'after'>,
): Promise<boolean> {
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const page: PersonalEntries = await readPersonalEntries(db, { accountId, after, limit })
    if (page.personal.length > 0) return true
    after = page.last
  }
  return false
}

interface PersonalEntries {
  readonly last: bigint | undefined
  /** Those with a text about the customer, and what redaction leaves of their details. */
  readonly personal: readonly { readonly id: bigint; readonly left: AuditDetails }[]
}

async function readPersonalEntries(
  db: Reader,
  { accountId, after, limit }: EntryPage,
): Promise<PersonalEntries> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['id', 'details'])
    .where('account_id', '=', accountId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  const personal = rows.flatMap(({ id, details }) => {
    const left = redactedDetails(parseStored<AuditDetails>(details))
    return left === undefined ? [] : [{ id, left }]
  })
  return { last: rows.length < limit ? undefined : rows.at(-1)?.id, personal }
}

/** undefined if nothing in them is about the customer. */
function redactedDetails(details: AuditDetails): AuditDetails | undefined {
  const found = personalDetails.filter((name) => name in details && details[name] !== deletedDetail)
  if (found.length === 0) return undefined
  return { ...details, ...Object.fromEntries(found.map((name) => [name, deletedDetail])) }
}
