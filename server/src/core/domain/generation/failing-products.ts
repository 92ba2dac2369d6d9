import { type ProductName, productNames } from '../products.ts'
import type { TaskErrorCode, TaskStatus } from '../tasks/task-states.ts'

/** How long an end counts. */
export const recentEndsMs = 15 * 60_000

const failedShareMax = 0.1
const failedMin = 3

/** How many tasks of a product ended in one way. */
export interface TaskEnds {
  readonly product: ProductName
  readonly status: TaskStatus
  readonly errorCode: TaskErrorCode | undefined
  readonly count: number
}

/** A product whose tasks fail. */
export interface FailingProduct {
  readonly product: ProductName
  /** Those that succeeded or failed. */
  readonly ended: number
  readonly failed: number
  /** How many of the failed ones have the error code INVALID_INPUT. */
  readonly refused: number
}

/**
 * The products whose tasks fail, of those that ended: more than one in ten and at least three, as the alert
 * MediagenTasksFail says, which leaves INVALID_INPUT out; or all of at least three, whatever the code, because an
 * engine that refuses everything blames the input.
 */
export function findFailing(ends: readonly TaskEnds[]): FailingProduct[] {
  return productNames.flatMap((product) => {
    const countOf = (isCounted: (end: TaskEnds) => boolean): number =>
      ends
        .filter((end) => end.product === product && isCounted(end))
        .reduce((sum, { count }) => sum + count, 0)
    const failed = countOf(({ status }) => status === 'FAILED')
    const refused = countOf(({ status, errorCode }) => status === 'FAILED' && errorCode === 'INVALID_INPUT')
    const ended = failed + countOf(({ status }) => status === 'SUCCEEDED')
    const counted = failed - refused
    const isOften = counted >= failedMin && counted > failedShareMax * ended
    const isAlways = failed >= failedMin && failed === ended
    return isOften || isAlways ? [{ product, ended, failed, refused }] : []
  })
}
