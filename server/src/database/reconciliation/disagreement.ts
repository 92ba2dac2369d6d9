/** One disagreement in the books; an empty list is the only good result. */
export interface Disagreement {
  /**
   * `balance` and `reserved`: the amounts of an account; `task`: a task's entries; `work`: a task's queue row and
   * lease; `closing`: what the entries of a closed period add up to; `usage`: what an account's usage sums up to;
   * `spending`: what the orders of a key have cost; `storage`: the space of an account's uploads and results; `open`:
   * how many open tasks an account has; `archive`: what the archived tasks of an account add up to.
   */
  readonly kind:
    | 'balance'
    | 'reserved'
    | 'usage'
    | 'open'
    | 'task'
    | 'work'
    | 'closing'
    | 'spending'
    | 'storage'
    | 'archive'
  readonly accountId: string
  readonly taskId?: string
  /** Micro-dollars, counts, a task's expected entries, or where it should be queued. */
  readonly expected: string
  readonly actual: string
  /** By how much an account's count of the bytes of its results is too small; absent where it is right. */
  readonly missingBytes?: number
}
