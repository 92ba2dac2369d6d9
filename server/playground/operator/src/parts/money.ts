import { Usd } from '../../../../src/core/domain/money/usd.ts'

/** The amount that is entered; undefined while it is none. */
export function amountIn(text: string): Usd | undefined {
  try {
    return Usd.parse(text)
  } catch {
    return undefined
  }
}
