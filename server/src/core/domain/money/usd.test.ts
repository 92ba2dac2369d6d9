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
    expect(large.times(0)).toEqual(Usd.zero)
  })

  test('below zero, as the difference of two amounts is, has one sign and the same decimals', () => {
    const debt = Usd.parse('1.50').minus(Usd.parse('3'))
    expect(debt.toString()).toBe('-1.50')
    expect(Usd.ofMicros(-1n).toString()).toBe('-0.000001')
    expect(JSON.stringify({ debt })).toBe('{"debt":"-1.50"}')
  })

  test('is less than a larger amount, and neither than itself nor than a smaller one', () => {
    const [one, two] = [Usd.parse('1'), Usd.parse('2')]
    expect([one.isLessThan(two), one.isLessThan(one), two.isLessThan(one)]).toEqual([true, false, false])
  })

  test.each([0.5, -1, 2 ** 53])('refuses %d as a number of units', (units) => {
    expect(() => Usd.parse('1').times(units)).toThrow('whole number')
  })

  test('throws when it is used as a number, instead of converting to a float', () => {
    const one: unknown = Usd.parse('1')
    expect(() => Number(one)).toThrow(TypeError)
    expect(() => `${one}`).not.toThrow()
  })
})
