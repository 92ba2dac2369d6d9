import type { HeaderResult } from './header-result.ts'
import { walkImageHeader } from './walk-image-header.ts'

/**
 * Reads the header of a file in memory, with exactly the same result as reading it by ranges. Never throws.
 */
export function readImageHeader(file: Uint8Array): HeaderResult {
  const walk = walkImageHeader(file.length)
  let step = walk.next()
  while (step.done !== true) {
    const { start, endExclusive } = step.value
    step = walk.next(file.subarray(start, endExclusive))
  }
  return step.value
}
