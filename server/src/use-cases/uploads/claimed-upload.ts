import type { sleep } from '../../core/async/sleep.ts'
import { newRandomId } from '../../core/domain/ids.ts'
import type { Database } from '../../database/database.ts'
import type { LockSubject } from '../../database/gate-checks.ts'
import {
  claimUpload,
  lockUploadClaim,
  releaseUploadClaim,
  renewUploadClaim,
} from '../../database/uploads/claims.ts'

/**
 * What a process that dies has claimed is free after this time, by the database's clock: a client that repeats its call
 * waits no longer. One that lapses while its process lives costs a second copy, and no more.
 */
const claimMs = 6_000

/** The claim of one completion, which renews itself from `take` to `release`. */
export interface ClaimedUpload {
  /** False if another completion has the claim, or the upload is not PENDING any more. */
  take(): Promise<boolean>
  /** Keeps it in a transaction; false if another completion has it, or the upload is deleted or has its verdict. */
  readonly lock: LockSubject
  /** Never rejects: a claim that cannot be given back lapses. */
  release(): Promise<void>
}

export function createClaim(
  deps: { readonly database: Database; readonly sleep: typeof sleep },
  uploadId: string,
): ClaimedUpload {
  const { database } = deps
  const claim = { uploadId, claimId: newRandomId() }
  const released = new AbortController()
  let renewals: Promise<void> | undefined

  async function keep(): Promise<void> {
    for (;;) {
      await deps.sleep(claimMs / 3, released.signal)
      if (released.signal.aborted) return
      // One that cannot be renewed may lapse, which costs a second copy.
      await renewUploadClaim(database, claim, claimMs).catch(() => undefined)
    }
  }

  return {
    async take() {
      if (!(await claimUpload(database, claim, claimMs))) return false
      renewals ??= keep()
      return true
    },
    lock: (tx) => lockUploadClaim(tx, claim, claimMs),
    async release() {
      released.abort()
      if (renewals !== undefined) await releaseUploadClaim(database, claim).catch(() => undefined)
    },
  }
}
