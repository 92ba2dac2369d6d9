import type { HeaderVerdict } from './header-verdict.js'
import { walkImageHeader } from './walk-image-header.js'

/** The verdict on a file that is in memory, the same to the last case as that on its ranges. Never throws. */
export function readImageHeader(file: Uint8Array): HeaderVerdict {
  const walk = walkImageHeader(file.length)
  let step = walk.next()
  while (step.done !== true) {
    const { start, endExclusive } = step.value
    step = walk.next(file.subarray(start, endExclusive))
  }
  return step.value
}
