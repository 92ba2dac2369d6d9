import { describe, expect, test } from 'vitest'
import { formatTraceparent, parseTraceparent } from './trace-context.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const spanId = 'b7ad6b7169203331'
const value = `00-${traceId}-${spanId}-01`

describe('a traceparent', () => {
  test('is read and written back unchanged', () => {
    const context = parseTraceparent(value)
    expect(context).toEqual({ traceId, spanId, flags: 1 })
    expect(context && formatTraceparent(context)).toBe(value)
  })

  test('loses the flags that version 00 does not define', () => {
    expect(parseTraceparent(`00-${traceId}-${spanId}-ff`)?.flags).toBe(3)
    expect(parseTraceparent(`00-${traceId}-${spanId}-fc`)?.flags).toBe(0)
  })

  test('of a later version is read as far as version 00 goes', () => {
    expect(parseTraceparent(`01-${traceId}-${spanId}-01-more`)).toEqual({ traceId, spanId, flags: 1 })
    expect(parseTraceparent(`cc-${traceId}-${spanId}-00`)).toEqual({ traceId, spanId, flags: 0 })
  })

  test.each([
    undefined,
    '',
    'no trace',
    `${value}-more`,
    `${value}0`,
    ` ${value}`,
    `${value}, ${value}`,
    value.toUpperCase(),
    `ff-${traceId}-${spanId}-01`,
    `0-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-1`,
    `00-${traceId.slice(1)}-${spanId}-01`,
    `01-${traceId}-${spanId}-01more`,
    `00-${traceId}-${spanId}-01\n`,
  ])('that is malformed is ignored: %j', (text) => {
    expect(parseTraceparent(text)).toBeUndefined()
  })
})
