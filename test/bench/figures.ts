/** The value below which a share of the samples lies; `share` is between 0 and 1. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new RangeError('There are no samples.')
  return value
}

/** Prints one measured line: what, its figures, and how it stands to what was promised. */
export function printFigure(name: string, figure: string, promise: { met: boolean; text: string }): void {
  process.stdout.write(
    `${promise.met ? 'met   ' : 'MISSED'}  ${name.padEnd(44)} ${figure.padEnd(36)} ${promise.text}\n`,
  )
  if (!promise.met) process.exitCode = 1
}
