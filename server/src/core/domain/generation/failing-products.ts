import type { TaskErrorCode, TaskStatus } from '../task-states.ts'
import { type ProductName, productNames } from './products.ts'

/** How long an end counts. */
export const recentEndsMs = 15 * 60_000

const failedShareMax = 0.1
const failedMin = 3

/** How a task ended. */
export interface TaskEnd {
  readonly product: ProductName
  readonly status: TaskStatus
  readonly errorCode: TaskErrorCode | undefined
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
export function findFailing(ends: readonly TaskEnd[]): FailingProduct[] {
  return productNames.flatMap((product) => {
    const ofProduct = ends.filter((end) => end.product === product)
    const failures = ofProduct.filter(({ status }) => status === 'FAILED')
    const failed = failures.length
    const refused = failures.filter(({ errorCode }) => errorCode === 'INVALID_INPUT').length
    const ended = failed + ofProduct.filter(({ status }) => status === 'SUCCEEDED').length
    const counted = failed - refused
    const isOften = counted >= failedMin && counted > failedShareMax * ended
    const isAlways = failed >= failedMin && failed === ended
    return isOften || isAlways ? [{ product, ended, failed, refused }] : []
  })
}
