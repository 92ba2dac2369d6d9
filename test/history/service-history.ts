import type { Operation } from './history.ts'

/** The operations of a history of the service: what its clients do, and what a reader of the database sees. */

export type Status = 'QUEUED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'

/** `accept`: a request for a task under an idempotency key. Fails with the code of a definite refusal. */
export interface Accept {
  readonly asked: { readonly account: string; readonly key: string; readonly body: string }
  readonly found: { readonly task: string } | { readonly code: string }
}

/** `poll`: a read of a task through an API. */
export interface Poll {
  readonly asked: { readonly account: string; readonly task: string }
  readonly found: { readonly status: Status | 'NOT_FOUND' }
}

/** `cancel`: granted, or refused because the task has started. */
export interface Cancel {
  readonly asked: { readonly account: string; readonly task: string }
  readonly found: { readonly isGranted: boolean }
}

/** `submit`: an engine takes a task. The one called `once` must get each task once at most. */
export interface Submit {
  readonly asked: { readonly engine: string; readonly task: string }
  readonly found: null
}

export type EntryKind = 'credit' | 'debit' | 'reserve' | 'charge' | 'refund'

/** One entry of the ledger. Amounts are millionths of a US dollar. */
export interface Entry {
  readonly id: string
  readonly task: string | null
  readonly kind: EntryKind
  readonly amount: number
}

/** What one snapshot of the database says of an account. */
export interface AccountState {
  readonly balance: number
  readonly reserved: number
  readonly entries: readonly Entry[]
  /** Tasks by status; only those that are open. */
  readonly open: Readonly<Partial<Record<Status, number>>>
}

/** `read`: all accounts in one snapshot. */
export interface Read {
  readonly asked: null
  readonly found: Readonly<Record<string, AccountState>>
}

/** `final`: everything that is left once nothing happens any more. */
export interface Final {
  readonly asked: null
  readonly found: {
    readonly tasks: readonly { readonly id: string; readonly account: string; readonly status: Status }[]
    readonly keys: readonly { readonly account: string; readonly key: string; readonly task: string }[]
  }
}

interface Kinds {
  readonly accept: Accept
  readonly poll: Poll
  readonly cancel: Cancel
  readonly submit: Submit
  readonly read: Read
  readonly final: Final
}

/** The operations of one kind. */
export function allOf<F extends keyof Kinds>(
  operations: readonly Operation[],
  f: F,
): Operation<Kinds[F]['asked'], Kinds[F]['found']>[] {
  return operations.filter((operation) => operation.f === f) as Operation<
    Kinds[F]['asked'],
    Kinds[F]['found']
  >[]
}

/**
 * The requests that made a task, with the task: the one of the response, or, if that is lost, the one that the key has
 * elsewhere.
 */
export function acceptancesOf(
  operations: readonly Operation[],
): { readonly task: string; readonly accept: Operation<Accept['asked'], Accept['found']> }[] {
  const accepts = allOf(operations, 'accept').filter(({ type }) => type !== 'fail')
  const tasks = new Map<string, string>()
  for (const { found } of allOf(operations, 'final'))
    for (const row of found?.keys ?? []) tasks.set(keyOf(row), row.task)
  for (const { asked, found } of accepts)
    if (found !== undefined && 'task' in found) tasks.set(keyOf(asked), found.task)
  return accepts.flatMap((accept) => {
    const { asked, found } = accept
    const task = found !== undefined && 'task' in found ? found.task : tasks.get(keyOf(asked))
    return task === undefined ? [] : [{ task, accept }]
  })
}

/** Keys are an account's own. */
export function keyOf({ account, key }: { readonly account: string; readonly key: string }): string {
  return `${account} ${key}`
}
