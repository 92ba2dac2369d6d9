import { describe, expect, test } from 'vitest'
import { plainStyle } from '../../../server/src/commands/look/style.ts'
import { widthOf } from '../../../server/src/commands/look/text.ts'
import { barLine as barLineIn } from '../src/bar-line.js'

const barLine = (facts: Parameters<typeof barLineIn>[0]) => barLineIn(facts, plainStyle)

const facts = {
  name: '01890000-0000-7000-8000-000000000000',
  state: 'processing',
  share: 0.25,
  shareAfter: 0.75,
  seconds: 12.34,
}

describe('a line of progress', () => {
  test.each([1, 10, 20, 30, 39, 40, 50, 60, 80, 100, 200])('fits a terminal of %i columns', (columns) => {
    expect([...barLine({ ...facts, columns })].length).toBeLessThanOrEqual(Math.max(1, columns - 1))
  })

  test.each([30, 44, 60])('fits a terminal of %i columns with letters that take two', (columns) => {
    for (const name of [
      '1/2 海に沈む夕日と古い灯台、油絵のように',
      '2/2 🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊🦊',
    ])
      expect(widthOf(barLine({ ...facts, name, columns }))).toBeLessThan(columns)
  })

  test('begins its bar in the column of the longest name', () => {
    const line = (name: string) => barLine({ ...facts, name, nameWidth: 12, columns: 100 })
    expect(new Set(['1/2 a', '2/2 abcdefgh'].map((name) => line(name).indexOf('█')))).toEqual(new Set([15]))
  })

  test('shows the state as long as there is any room', () => {
    expect(barLine({ ...facts, columns: 80 })).toMatch(/^ {2}0189\S+ [█▒░]{8,32} +12\.3 s {2}processing$/)
    expect(barLine({ ...facts, columns: 40 })).toMatch(/… [█▒░]{8} |… +12\.3 s {2}processing$/)
    expect(barLine({ ...facts, columns: 20 })).toBe('processing')
  })

  test('says behind the state how long it usually takes, where that leaves room for name and bar', () => {
    const note = 'usually 30 s'
    const line = (columns: number) => barLine({ ...facts, name: 'task1', note, columns })
    expect(line(80)).toMatch(/^ {2}task1 [█▒░]{32} +12\.3 s {2}processing, usually 30 s$/)
    expect(line(50)).toMatch(/ [█▒░]{8,} +12\.3 s {2}processing$/)
    const bars = ['', note].map((each) => barLine({ ...facts, note: each, noteWidth: 12, columns: 80 }))
    expect(new Set(bars.map((bar) => /[█▒░]+/.exec(bar)?.[0])).size).toBe(1)
  })

  test('draws what is under way as such, and guesses no percentage', () => {
    const bar = (share: number, shareAfter: number) =>
      /[█▒░]+/.exec(barLine({ ...facts, name: 'task1', share, shareAfter, columns: 120 }))?.[0]
    expect(bar(0, 0)).toBe('░'.repeat(32))
    expect(bar(0.25, 0.75)).toBe(`${'█'.repeat(8)}${'▒'.repeat(16)}${'░'.repeat(8)}`)
    expect(bar(1, 0)).toBe('█'.repeat(32))
  })
})
