/** What a job, or the scheduler itself, reports to its process. Plain data, since it crosses threads. */
export type JobMessage =
  | {
      readonly kind: 'settled'
      readonly product: string
      /** SUCCEEDED, or the error code. */
      readonly outcome: string
      /** From acceptance to the first claim, and from acceptance to the end. */
      readonly waitSeconds: number
      readonly seconds: number
    }
  | {
      readonly kind: 'engine-asked'
      readonly provider: string
      readonly product: string
      /** The engine's response to the start of a job, as the port names it. */
      readonly outcome: string
    }
  | {
      readonly kind: 'engine-delivered'
      readonly provider: string
      readonly product: string
      readonly costUsd: number
      readonly priceUsd: number
    }
  | {
      readonly kind: 'gate-asked'
      readonly gate: string
      readonly stage: string
      readonly verdict: string
      readonly seconds: number
    }
  /** This process's worker has begun or settled a task. */
  | { readonly kind: 'task-changed'; readonly taskId: string }
  | { readonly kind: 'leases-recovered'; readonly count: number }
  | { readonly kind: 'renderer-crashed' }
  | {
      readonly kind: 'connections'
      readonly inUse: number
      readonly waiting: number
      readonly inUseMax: number
    }
  | { readonly kind: 'job-failed'; readonly job: string }

/** Tells a job to reload the providers file; also its reply that it has done so. */
export const reloadMessage = 'reload'
export const reloadedMessage = 'reloaded'

/**
 * Messages to the task worker's thread. `cancel` is Bree's own message, which every job receives on a stop.
 */
export const wakeMessage = 'wake'
export const cancelMessage = 'cancel'
