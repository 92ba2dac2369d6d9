/** A decimal as a whole number of its last digits: 12.50 is 1250 with 2 decimals. */
interface Scaled {
  readonly digits: bigint
  readonly decimals: number
}

/**
 * The exact product of an amount and an integer, in the service's format: at least 2 decimals, no trailing
 * zeros after.
 */
export function multiplyAmount(amount: string, factor: number): string {
  const { digits, decimals } = parse(amount)
  const text = (digits * BigInt(factor)).toString().padStart(decimals + 1, '0')
  const fraction = text.slice(text.length - decimals, decimals === 0 ? 0 : undefined)
  return `${text.slice(0, text.length - decimals)}.${fraction.replace(/0+$/, '').padEnd(2, '0')}`
}

/** Whether one amount is greater than another. Throws TypeError for a malformed decimal. */
export function isGreaterAmount(amount: string, than: string): boolean {
  const [one, other] = [parse(amount), parse(than)]
  return one.digits * 10n ** BigInt(other.decimals) > other.digits * 10n ** BigInt(one.decimals)
}

function parse(amount: string): Scaled {
  const match = /^(\d{1,30})(?:\.(\d{1,30}))?$/.exec(amount)
  if (match === null) throw new TypeError(`"${amount}" is no amount: give a decimal such as "0.50"`)
  const [, whole = '', fraction = ''] = match
  return { digits: BigInt(whole + fraction), decimals: fraction.length }
}
