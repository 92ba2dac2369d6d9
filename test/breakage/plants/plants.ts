import type { CheckerName } from '../judge/checker-names.ts'
import type { DatabaseName } from '../service/service.ts'
import type { plantChanges } from './plant-changes.ts'

/** A fault that is built into the server, and the checker that must find it. */
export interface Plant {
  readonly name: keyof typeof plantChanges
  readonly foundBy: CheckerName
  /**
   * Where it shows: in the simulation; or in a history without faults, if it needs transactions that run at the same
   * time, of which faults would leave fewer, or what the simulation's load lacks; or in one with archives.
   */
  readonly where: DatabaseName | 'archive' | 'simulation'
  /** Of the simulation, whose first plan with it shows the fault, and nothing that follows from it. */
  readonly seed?: number
}

export const plants: readonly Plant[] = [
  { name: 'balance-read-then-written', foundBy: 'bank', where: 'mysql' },
  { name: 'refund-of-half', foundBy: 'bank', where: 'simulation', seed: 4 },
  { name: 'half-of-the-price-refunded', foundBy: 'bank', where: 'simulation', seed: 4 },
  { name: 'second-of-a-video-free', foundBy: 'bank', where: 'simulation', seed: 1 },
  { name: 'poll-from-cache', foundBy: 'task register', where: 'simulation', seed: 4 },
  { name: 'cancel-of-a-running-task', foundBy: 'task register', where: 'simulation', seed: 4 },
  { name: 'retaken-task-queued-again', foundBy: 'task register', where: 'simulation', seed: 5 },
  { name: 'refund-outside-transaction', foundBy: 'bank', where: 'simulation' },
  { name: 'started-after-its-deadline', foundBy: 'endings', where: 'simulation', seed: 5 },
  { name: 'failure-charged', foundBy: 'ledger', where: 'simulation', seed: 4 },
  { name: 'key-written-after-commit', foundBy: 'idempotence', where: 'simulation', seed: 1 },
  { name: 'replay-of-another-body', foundBy: 'idempotence', where: 'simulation', seed: 1 },
  { name: 'running-tasks-not-counted', foundBy: 'limits', where: 'simulation', seed: 10 },
  { name: 'ambiguous-start-repeated', foundBy: 'engines', where: 'simulation', seed: 4 },
  { name: 'another-engine-after-ambiguous-start', foundBy: 'engines', where: 'simulation', seed: 61 },
  { name: 'copied-without-its-version', foundBy: 'files', where: 'sqlite' },
  { name: 'revoked-key-trusted-on', foundBy: 'keys', where: 'sqlite' },
  { name: 'rotated-key-with-limits-of-its-own', foundBy: 'limits', where: 'sqlite' },
  { name: 'open-tasks-counted-first', foundBy: 'limits', where: 'mysql' },
  { name: 'spending-not-limited', foundBy: 'limits', where: 'simulation', seed: 9 },
  { name: 'refund-left-in-key-spending', foundBy: 'refusals', where: 'simulation', seed: 9 },
  { name: 'retention-deletes-input-of-running-task', foundBy: 'files', where: 'simulation', seed: 5 },
  { name: 'results-of-an-account-under-one-key', foundBy: 'files', where: 'simulation', seed: 4 },
  { name: 'keys-swept-too-early', foundBy: 'idempotence', where: 'simulation', seed: 1 },
  { name: 'silent-gate-allows', foundBy: 'gates', where: 'simulation', seed: 4 },
  { name: 'task-of-any-account', foundBy: 'isolation', where: 'simulation', seed: 2 },
  { name: 'outage-of-the-store-as-an-error', foundBy: 'responses', where: 'simulation', seed: 22 },
  { name: 'deleted-before-read-back', foundBy: 'archives', where: 'archive' },
  { name: 'archived-sums-outside-transaction', foundBy: 'archives', where: 'archive' },
  { name: 'lease-renewed-after-expiry', foundBy: 'engines', where: 'simulation', seed: 45 },
]
