import type { AuditAction } from '../core/domain/audit-actions.ts'
import { actionIdOf, newActionId } from '../core/domain/ids.ts'
import { OperatorError } from '../core/domain/operator-error.ts'
import type { Database, Tx } from '../database/database.ts'
import { findWritten } from '../database/find-written.ts'
import { type AuditDetails, hasAuditEntry, insertAuditEntry } from '../database/operator/audit-entries.ts'

/** Lets an operator repeat an action safely, for example after a lost response. */
export interface Repeatable {
  /**
   * Names one action on one subject. A repetition under the same name is rejected, or returns the first
   * response.
   */
  readonly idempotencyKey?: string | undefined
}

const reasonCharactersMax = 500

/** Why an operator acts: 1 to 500 characters on one line. Throws a RangeError. */
export function parseReason(text: string): string {
  if (/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]{1,500}$/u.test(text)) return text
  throw new RangeError(`A reason has 1 to ${reasonCharactersMax} printable characters.`)
}

/** The operator named an id that does not exist. */
export class UnknownIdError extends OperatorError {
  constructor(kind: 'account' | 'API key' | 'task' | 'archive', id: string, hint = '') {
    super('UNKNOWN_ID', `There is no ${kind} ${id}.${hint}`)
  }
}

/** The account is closed, which forbids the action. */
export class AccountClosedError extends OperatorError {
  constructor(accountId: string) {
    super(
      'ACCOUNT_CLOSED',
      `The account ${accountId} is closed: make it active again first, with resume-account.`,
    )
  }
}

/** Part of the account's data is deleted already, the rest is not yet. */
export class DeletionUnfinishedError extends OperatorError {
  constructor(accountId: string) {
    super(
      'DELETION_UNFINISHED',
      `The data of the account ${accountId} is only partly deleted: finish that first, with delete-account-data ${accountId} --yes.`,
    )
  }
}

/** The idempotency key was used before, and its action was a different one or cannot be repeated. */
export class RepeatedActionError extends OperatorError {
  constructor(what: string) {
    super('REPEATED_ACTION', `This idempotency key was used before: ${what}`)
  }
}

/** The id of an action: derived from its idempotency key, or a new one. Created before the first try. */
export function actionIdFor(action: AuditAction, subject: string, { idempotencyKey }: Repeatable): string {
  return idempotencyKey === undefined
    ? newActionId(Date.now())
    : actionIdOf([action, subject], idempotencyKey)
}

export interface ActionRecord {
  readonly actor: string
  readonly actionId: string
  readonly action: AuditAction
  readonly accountId?: string | undefined
  readonly subject: string
  readonly details?: AuditDetails
}

/** Records an action in the transaction that performs it. */
export async function record(tx: Tx, { details = {}, accountId, ...entry }: ActionRecord): Promise<void> {
  await insertAuditEntry(tx, { ...entry, accountId, details })
}

/** Records an action that changes no row itself, once even if the response to its COMMIT is lost. */
export async function recordOnce(database: Database, entry: Omit<ActionRecord, 'actionId'>): Promise<void> {
  const actionId = newActionId(Date.now())
  await database.transaction(async (tx) => {
    if (await findWritten(tx, () => hasAuditEntry(tx.db, actionId))) return
    await record(tx, { ...entry, actionId })
  })
}

/** Runs an action whose response cannot be repeated. Throws RepeatedActionError when a name is used again. */
export async function onlyOnce<T>(
  database: Database,
  { actionId, what }: { readonly actionId: string; readonly what: string },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await database.transaction(work)
  } catch (error) {
    if (database.classify(error) !== 'duplicate') throw error
    if (await database.read((db) => hasAuditEntry(db, actionId))) throw new RepeatedActionError(what)
    throw error
  }
}
