/**
 * The value below which a share of the samples lies; `share` is between 0 and 1. Throws RangeError where
 * there are none.
 */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = Float64Array.from(samples).sort()
  const value = sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1))]
  if (value === undefined) throw new RangeError('There are no samples.')
  return value
}

/** `p50 1.23 ms, p99 4.56 ms` */
export function formatDelays(p50Ms: number, p99Ms: number): string {
  return `p50 ${formatNumber(p50Ms)} ms, p99 ${formatNumber(p99Ms)} ms`
}

export function median(samples: readonly number[]): number {
  return percentile(samples, 0.5)
}

/**
 * `1,234` from a thousand on; two figures behind the point below ten, so that small numbers still say
 * something.
 */
export function formatNumber(value: number): string {
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0
  return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: digits })
}

/** `1,500` or `0.6`: a number that was chosen, with all its figures. */
export function formatLimit(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 20 })
}
