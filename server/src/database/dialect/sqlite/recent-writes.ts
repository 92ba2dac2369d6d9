import { classifySqliteError } from './errors.ts'

/** A failed write counts for so long, unless a transaction is committed meanwhile: a small one may fit where others do not. */
const failureMsMax = 10_000
/** A flood of probes writes once in this time. */
const probeMsMin = 1_000

/** Whether an SQLite file can be written, by what its writes have met. */
export class RecentWrites {
  #failure: { readonly error: unknown; readonly atMs: number } | undefined
  #probedAtMs = Number.NEGATIVE_INFINITY

  succeeded(): void {
    this.#failure = undefined
  }

  failed(error: unknown): void {
    this.#failure = { error, atMs: performance.now() }
  }

  /** Throws the error of the last write if that was just now; otherwise a small one is tried. */
  async require(write: () => Promise<unknown>): Promise<void> {
    const nowMs = performance.now()
    if (this.#failure !== undefined && nowMs - this.#failure.atMs < failureMsMax) throw this.#failure.error
    if (nowMs - this.#probedAtMs < probeMsMin) return
    this.#probedAtMs = nowMs
    try {
      await write()
    } catch (error) {
      // Somebody else is writing.
      if (classifySqliteError(error) !== 'retry') throw error
    }
  }
}
