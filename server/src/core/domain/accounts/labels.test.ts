import { expect, test } from 'vitest'
import { parseAccountName, parseAccountSearch, parseReference } from './labels.ts'

const joined = ['\u{1f469}\u200d\u{1f680} Studio', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645']

test.each(joined)('the name %j keeps its joiners and is found by them; a reference has none', (name) => {
  expect(parseAccountName(name)).toBe(name)
  expect(parseAccountSearch(name)).toBe(name)
  expect(() => parseReference(name)).toThrow(RangeError)
})

test.each([
  '\u200d',
  '\u200d\u200d\u200d',
  'a\u200d',
  '\u200ca',
  '\u3164',
  'a\u3164',
  '\u115f',
  'a\u200bb',
  'a\u202eb',
])('the label %j is refused, because people cannot see what it is', (label) => {
  for (const parse of [parseAccountName, parseAccountSearch, parseReference])
    expect(() => parse(label)).toThrow(RangeError)
})
