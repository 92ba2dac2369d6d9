import type { RunSettings } from './run-dependencies.ts'
import type { WorkerLoopSettings } from './worker-loop.ts'

/**
 * The studio renders a 15-second 1080p video in well under a minute; engines on slow machines take longer.
 */
export const defaultRunSettings: RunSettings = {
  attemptsMax: 3,
  attemptMsMax: 15 * 60_000,
  hungMsMax: 5_000,
  pollMs: 1_000,
  progressMs: 2_000,
  submitRoundsMax: 4,
  submitPauseMs: 500,
}

export const defaultLoopSettings: Omit<WorkerLoopSettings, 'concurrency' | 'productConcurrency' | 'drainMs'> =
  {
    leaseMs: 30_000,
    idlePollMs: 150,
    recoverMs: 5_000,
  }
