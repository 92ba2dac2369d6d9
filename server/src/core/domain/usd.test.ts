import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Usd } from './usd.ts'

describe('Usd', () => {
  test.each([
    ['0', '0.00'],
    ['7', '7.00'],
    ['0.5', '0.50'],
    ['0.035', '0.035'],
    ['12.340000', '12.34'],
    ['0.000001', '0.000001'],
    ['999999999999.999999', '999999999999.999999'],
  ])('parses %s and formats it with two to six decimals as %s', (text, written) => {
    expect(Usd.parse(text).toString()).toBe(written)
  })

  test.each([
    '',
    ' 1',
    '-1',
    '+1',
    '1.',
    '.5',
    '1e3',
    '0x10',
    '1,5',
    '1.0000001',
    '1234567890123',
    'NaN',
    '１',
  ])('refuses %j as an amount', (text) => {
    expect(() => Usd.parse(text)).toThrow(RangeError)
  })

  test('survives a round trip through its text at any size', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 999_999_999_999_999_999n }), (micros) => {
        expect(Usd.parse(Usd.ofMicros(micros).toString()).micros).toBe(micros)
      }),
    )
  })

  test('adds, subtracts and multiplies exactly above the range of a double', () => {
    const large = Usd.parse('9007199254.740993')
    expect(large.plus(Usd.parse('0.000001')).toString()).toBe('9007199254.740994')
    expect(large.minus(Usd.parse('0.000002')).toString()).toBe('9007199254.740991')
    expect(large.times(3).toString()).toBe('27021597764.222979')
  })

  test('throws when it is used as a number, instead of converting to a float', () => {
    const one: unknown = Usd.parse('1')
    expect(() => Number(one)).toThrow(TypeError)
    expect(() => `${one}`).not.toThrow()
    expect(() => Usd.parse('1').times(0.5)).toThrow(RangeError)
  })
})
