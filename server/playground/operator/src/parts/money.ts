/** Amounts such as 12.50 are exact texts; sums are made in micro-dollars. Undefined for what is no amount. */
export function microsOf(amount: string): bigint | undefined {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d{1,6}))?$/.exec(amount.trim()) ?? []
  if (whole === undefined) return undefined
  const micros = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0'))
  return sign === '-' ? -micros : micros
}

export function amountOf(micros: bigint): string {
  const digits = String(micros < 0n ? -micros : micros).padStart(7, '0')
  const part = digits.slice(-6).replace(/0{1,4}$/, '')
  return `${micros < 0n ? '-' : ''}${digits.slice(0, -6)}.${part}`
}
