import { describe, expect, test } from 'vitest'
import { linesWithoutVariable } from './env-file.ts'

describe('a line of .env', () => {
  test.each([
    'PORT=3000',
    '  PORT = 3000  # a comment',
    'export PORT=3000',
    'PORT=',
    '# PORT 3000',
    '',
    'KEY="a\nb c\nd"',
    "KEY='a\nb'\r\nPORT=3000\r\n",
  ])('is a setting, a comment or empty: %j', (text) => {
    expect(linesWithoutVariable(text)).toEqual([])
  })

  test.each(['PORT 3000', 'PORT: 3000', '=3000', '-PORT=3000', 'KEY="a\nb"\nPORT', 'KEY="a'])(
    'is refused by its number otherwise: %j',
    (text) => {
      const last = text.split('\n').length
      expect(linesWithoutVariable(text)).toEqual([last])
    },
  )
})
