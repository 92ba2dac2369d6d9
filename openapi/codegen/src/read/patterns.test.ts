import { expect, test } from 'vitest'
import { checkedPattern } from './patterns.ts'

test.each([
  ['^a+$', '^a+$'],
  ['^[a-zA-Z0-9\\-\\_]', '^[a-zA-Z0-9\\-_]'],
  ['^[a-zA-Z0-9_\\-\\:]+$', '^[a-zA-Z0-9_\\-:]+$'],
  ['^[\\w-.]+$', '^[\\w\\-.]+$'],
  ['a\\-b', 'a-b'],
  ['\\@\\"', '@"'],
  ['(?i)a', undefined],
  ['[', undefined],
])('the pattern %s is run as %s', (pattern, expected) => {
  expect(checkedPattern(pattern)).toBe(expected)
})
