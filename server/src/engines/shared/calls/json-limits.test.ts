import { describe, expect, test } from 'vitest'
import { CostlyJsonError, createJsonCheck } from './json-limits.ts'

/** Whether JSON passes, arriving in parts of that size. */
function passes(text: string, partBytes = 64 * 1024): boolean {
  const check = createJsonCheck()
  const bytes = Buffer.from(text)
  try {
    for (let from = 0; from < bytes.length; from += partBytes) check(bytes.subarray(from, from + partBytes))
    return true
  } catch (error) {
    if (error instanceof CostlyJsonError) return false
    throw error
  }
}

const nested = (levels: number, inside = '') => `${'[{"a":'.repeat(levels / 2)}${inside}`

describe('the check of JSON before it is parsed', () => {
  test('admits 64 levels and refuses more', () => {
    expect(passes(nested(64))).toBe(true)
    expect(passes(nested(66))).toBe(false)
  })

  test.each([1, 2, 3, 7])('does not count brackets within strings, in parts of %i bytes', (partBytes) => {
    const strings = ['[[[', '{"', '\\', '\\\\"[', '"]', 'ä"\\', '\\"'.repeat(40)]
    const text = JSON.stringify(Array(100).fill({ strings, [strings.join('[')]: '['.repeat(100) }))
    expect(passes(text, partBytes)).toBe(true)
    expect(passes(`${text.slice(0, -1)},${nested(64)}`, partBytes)).toBe(false)
  })

  test('counts what is closed only once', () => {
    expect(passes(`[${'[[]],'.repeat(1000)}[]]`)).toBe(true)
  })

  test('is not deceived by white space and marks before the body', () => {
    expect(passes(`${' \n'.repeat(100_000)}${nested(66)}`)).toBe(false)
    expect(passes(`\ufeff${nested(66)}`)).toBe(false)
  })

  test('refuses more than 4 MiB besides texts, and no text for its length', () => {
    expect(passes(`[${'[],'.repeat(1_500_000)}[]]`)).toBe(false)
    expect(passes(JSON.stringify({ image: 'x'.repeat(20_000_000) }))).toBe(true)
  })

  test('lets web pages pass, which nobody parses', () => {
    expect(passes(`<script>${nested(200)}</script>`)).toBe(true)
  })
})
