/** What every program reports of its work. */
export interface Report {
  /** The task's id, and that of the same order sent again with its key. */
  readonly ids: readonly string[]
  /** The status in which the task ended. */
  readonly status: string
  readonly url: string | undefined
  /** How many ended tasks the list has. */
  readonly listed: number
  /** The code of the error for a task that is not there. */
  readonly missing: string
}

export type Program = (baseUrl: string, apiKey: string) => Promise<Report>

/** Whether a task will not change any more. */
export function isEnded(status: string): boolean {
  return status !== 'QUEUED' && status !== 'PROCESSING'
}

export const order = { prompt: 'a lighthouse at dusk', aspectRatio: '16:9' } as const
export const key = 'order-1'
/** Holds a poll until the task changes. */
export const hold = 'wait=10'
export const ended = ['SUCCEEDED' as const, 'FAILED' as const]
