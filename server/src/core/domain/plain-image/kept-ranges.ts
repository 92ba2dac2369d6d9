/** Ranges of a file, one behind the other; copied only if a part between two of them is left out. */
export interface KeptRanges {
  /** Ranges are kept in their order and do not overlap. */
  keep(start: number, endExclusive: number): void
  bytes(): Buffer
}

export function createKeptRanges(file: Buffer): KeptRanges {
  let copy: Buffer | undefined
  let copiedBytes = 0
  let [start, end] = [0, 0]

  function copyRange(): void {
    copy ??= Buffer.allocUnsafe(file.length)
    copiedBytes += file.copy(copy, copiedBytes, start, end)
  }

  return {
    keep(nextStart, nextEnd) {
      if (nextStart !== end) {
        copyRange()
        start = nextStart
      }
      end = nextEnd
    },
    bytes() {
      if (copy === undefined) return file.subarray(start, end)
      copyRange()
      return copy.subarray(0, copiedBytes)
    },
  }
}
