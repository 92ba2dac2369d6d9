import type { GateStage } from '../../../server/src/core/ports/gate.ts'
import type { CheckerName } from './checker-names.ts'
import type { Operation } from './history.ts'
import type { KeyChanges, UseKey } from './key-operations.ts'

/** The operations of a history of the service: what its clients do, and what a reader of the database sees. */

/** `terms`: what the service under test was told, once in a history, and which of its guarantees hold on this database. */
export interface Terms {
  readonly asked: {
    /** By account. */
    readonly limits: Readonly<Record<string, AccountLimits>>
    /** How long an idempotency key is remembered. */
    readonly keysRememberedMs: number
    readonly resultsKeptMs: number
    readonly guarantees: readonly CheckerName[]
  }
  readonly found: null
}

/** `stuck`: a task that did not end once nothing was in its way any more, in words. */
export interface Stuck {
  readonly asked: string
  readonly found: null
}

/** `misplaced`: what is wrong with tasks that were archived and restored, in words. */
export interface Misplaced {
  readonly asked: string
  readonly found: null
}

export type Status = 'QUEUED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED' | 'CANCELLED'

/** `upload`: an image, sent and verified. Fails with the code of a definite refusal, and with its id if it has one. */
export interface Upload {
  readonly asked: { readonly account: string; readonly sha256: string }
  readonly found: { readonly upload: string } | { readonly code: string; readonly upload?: string }
}

/** `accept`: a request for a task under an idempotency key. Fails with the code of a definite refusal. */
export interface Accept {
  readonly asked: {
    readonly account: string
    readonly key: string
    /** The task's prompt, which has the key in it, so that a task tells which request made it. */
    readonly body: string
    /** The upload that it transforms. */
    readonly input?: string
    /** By the price list, in millionths of a US dollar. */
    readonly price: number
    /** Seconds after which the task is of no use unless it has started. */
    readonly cancelAfter?: number
  }
  readonly found: { readonly task: string } | { readonly code: string }
}

/** What ended the hold of a response: a change, the whole time, or something else. */
export type HeldUntil = 'change' | 'wait' | 'other'

/** `poll`: a read of a task through an API. */
export interface Poll {
  readonly asked: {
    readonly account: string
    readonly task: string
    /** How long the response may be held until the task is another one than the client has seen. */
    readonly waitSeconds?: number | undefined
  }
  readonly found: { readonly status: Status | 'NOT_FOUND'; readonly after?: HeldUntil | undefined }
}

/**
 * `list`: the newest tasks of an account, or those with these ids. A task of the account that is older than the last of
 * a page may be missing there, and no other.
 */
export interface List {
  readonly asked: {
    readonly account: string
    readonly ids?: readonly string[] | undefined
    /** How long the response may be held until one of them changes. */
    readonly waitSeconds?: number | undefined
  }
  readonly found: {
    readonly tasks: readonly { readonly task: string; readonly status: Status }[]
    /** Whether no task follows. */
    readonly isLast: boolean
    readonly after?: HeldUntil | undefined
  }
}

/** `cancel`: granted, refused because the task has started, or of a task that is not there. */
export interface Cancel {
  readonly asked: { readonly account: string; readonly task: string }
  readonly found: { readonly isGranted: boolean; readonly isFound: boolean }
}

/** `trespass`: a poll, a cancellation or a request by another account than the one whose task or upload it is. */
export interface Trespass {
  readonly asked: { readonly account: string; readonly what: 'poll' | 'cancel' | 'use'; readonly id: string }
  readonly found: { readonly status: number }
}

/** `respond`: a status that a request of its kind never gets, as from 500 on anything but 503. */
export interface Respond {
  readonly asked: { readonly method: string; readonly path: string; readonly status: number }
  readonly found: null
}

/** `fetch`: the bytes behind a link that a poll has just shown. */
export interface Fetch {
  readonly asked: { readonly account: string; readonly task: string }
  readonly found: {
    /** The task whose result they are; null if there are none. */
    readonly of: string | null
    /** Whether the task says that its result was removed; asked again if the bytes are not there. */
    readonly isRemoved: boolean
    /** How long ago the task ended, at most. */
    readonly ageMs: number
  }
}

/** `credit` and `debit`: the operator pays in, or takes back. No two payments have the same amount. */
export interface Payment {
  readonly asked: { readonly account: string; readonly amount: number }
  readonly found: null | { readonly error: string }
}

/** `judge`: the gate is asked about a task or, at the stage `upload`, an upload; it gives this verdict, or none. */
export interface Judge {
  readonly asked: {
    readonly stage: GateStage
    readonly id: string
    readonly verdict: 'allow' | 'refuse' | 'none'
  }
  readonly found: null
}

/** `submit`: an engine takes a task. The one called `once` must get each task once at most. */
export interface Submit {
  readonly asked: {
    readonly engine: string
    readonly task: string
    /** SHA-256 of the input's bytes; undefined without one. */
    readonly input?: string | undefined
    /** Whether the engine will say that it failed. */
    readonly fails?: boolean
  }
  readonly found: null
}

export type EntryKind = 'credit' | 'debit' | 'reserve' | 'charge' | 'refund'

/** One entry of the ledger. Amounts are millionths of a US dollar. */
export interface Entry {
  readonly id: string
  readonly task: string | null
  readonly kind: EntryKind
  readonly amount: number
  /** The UTC day on which it was made, by the database's clock, counted from 1970. */
  readonly day: number
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
    /** When it was read, by the database's clock. */
    readonly nowMs: number
    readonly tasks: readonly FinalTask[]
    /** Tasks that say that their result is there, while its bytes are not. */
    readonly resultsLost: readonly string[]
    readonly keys: readonly { readonly account: string; readonly key: string; readonly task: string }[]
  }
}

export interface FinalTask {
  readonly id: string
  readonly account: string
  readonly status: Status
  readonly error: string | null
  readonly body: string
  /** By the database's clock, as the other times. */
  readonly acceptedAtMs: number
  readonly startedAtMs: number | null
  readonly endedAtMs: number | null
}

/** What an account may do at most. */
export interface AccountLimits {
  readonly openMax?: number
  readonly runningMax?: number
  /** Millionths of a US dollar that its only key may spend. */
  readonly keyTotalMax?: number
  /** The same for one UTC day. */
  readonly keyDayMax?: number
}

interface Kinds extends KeyChanges {
  readonly terms: Terms
  readonly stuck: Stuck
  readonly misplaced: Misplaced
  readonly upload: Upload
  readonly accept: Accept
  readonly poll: Poll
  readonly list: List
  readonly cancel: Cancel
  readonly fetch: Fetch
  readonly trespass: Trespass
  readonly respond: Respond
  readonly credit: Payment
  readonly debit: Payment
  readonly judge: Judge
  readonly submit: Submit
  readonly read: Read
  readonly final: Final
  readonly use: UseKey
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

/** The tasks and uploads that the gate has refused. */
export function refusedByGate(operations: readonly Operation[]): ReadonlySet<string> {
  return new Set(
    allOf(operations, 'judge').flatMap(({ asked }) => (asked.verdict === 'refuse' ? [asked.id] : [])),
  )
}
