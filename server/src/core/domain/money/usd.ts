import { int64Max } from '../int64-max.ts'

const microsPerDollar = 1_000_000n
const amountPattern = /^(\d{1,12})(?:\.(\d{1,6}))?$/

/**
 * An exact amount of US dollars in whole micro-dollars. It cannot be created from a floating-point number and
 * has no division, so nothing is ever rounded; using an amount as a number throws.
 */
export class Usd {
  static readonly zero = new Usd(0n)
  /** The maximum balance of an account: the largest signed 64-bit integer, in micro-dollars. */
  static readonly max = new Usd(int64Max)

  readonly #micros: bigint

  private constructor(micros: bigint) {
    this.#micros = micros
  }

  /**
   * Parses a decimal string such as `12`, `0.5` or `0.000001`; throws a RangeError on anything else,
   * including signs.
   */
  static parse(text: string): Usd {
    const match = amountPattern.exec(text)
    if (match === null) {
      throw new RangeError(
        'Write an amount such as 12.50: digits, with at most 6 after a point, from 0 to 999999999999.999999.',
      )
    }
    const [, whole = '0', fraction = ''] = match
    return new Usd(BigInt(whole) * microsPerDollar + BigInt(fraction.padEnd(6, '0')))
  }

  /** For amounts from the database, which stores micro-dollars. */
  static ofMicros(micros: bigint): Usd {
    return new Usd(micros)
  }

  plus(other: Usd): Usd {
    return new Usd(this.#micros + other.#micros)
  }

  minus(other: Usd): Usd {
    return new Usd(this.#micros - other.#micros)
  }

  /** Unit price times a whole number of units. */
  times(units: number): Usd {
    if (!Number.isSafeInteger(units) || units < 0) {
      throw new RangeError('An amount is multiplied by a whole number of units.')
    }
    return new Usd(this.#micros * BigInt(units))
  }

  equals(other: Usd): boolean {
    return this.#micros === other.#micros
  }

  isLessThan(other: Usd): boolean {
    return this.#micros < other.#micros
  }

  get micros(): bigint {
    return this.#micros
  }

  /** The wire format: an exact decimal string with 2 to 6 decimals. */
  toString(): string {
    const negative = this.#micros < 0n
    const digits = (negative ? -this.#micros : this.#micros).toString().padStart(7, '0')
    const fraction = digits.slice(-6).replace(/0{1,4}$/, '')
    return `${negative ? '-' : ''}${digits.slice(0, -6)}.${fraction}`
  }

  toJSON(): string {
    return this.toString()
  }

  /** `a < b` and `a + b` compile for objects; this makes them throw instead of converting to a float. */
  [Symbol.toPrimitive](hint: string): string {
    if (hint === 'string') return this.toString()
    throw new TypeError('An amount of money is not a number: use plus, minus, times, equals or isLessThan.')
  }
}
