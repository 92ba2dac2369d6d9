/** An integer column that may be NULL, as a number. */
export function numberOf(value: bigint | null): number | undefined {
  return value === null ? undefined : Number(value)
}
