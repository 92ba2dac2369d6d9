import { describe, expect, test } from 'vitest'
import { redactPrompts } from './redact-prompts.ts'

const prompt =
  'Ada Lovelace, in a "red" dress, by the Seine: naïve style, oil on canvas, number 4711, at night'
const negativePrompt = 'no hats, no umbrellas'
const redact = (text: string) => redactPrompts(text, { prompt, negativePrompt })

describe('what an engine said of a task has in the log', () => {
  test.each([
    ['repeated as it is', prompt],
    ['escaped as in JSON', JSON.stringify({ prompt }).replaceAll('ï', '\\u00ef')],
    ['percent-encoded', encodeURIComponent(prompt)],
    ['in upper case', prompt.toUpperCase().replace('Ï', 'ï')],
    ['cut at its end', `${prompt.slice(0, 40)}...`],
    ['cut at its beginning', prompt.slice(-40)],
    ['cut at both ends', prompt.slice(20, 60)],
    ['beside the negative one', `${negativePrompt}`],
  ])('no prompt that is %s', (_, said) => {
    const logged = redact(`400: The prompt "${said}" was rejected`)
    expect(logged).toMatch(/^400: The prompt ".*\[prompt\].* was rejected$/)
    for (const word of ['lovelace', 'seine', 'canvas', '4711', 'umbrellas'])
      expect(logged.toLowerCase()).not.toContain(word.toLowerCase())
  })

  test('no prompt of a word or two', () => {
    expect(redactPrompts('The prompt "A fox" was rejected', { prompt: 'a fox' })).toBe(
      'The prompt "[prompt]" was rejected',
    )
  })

  test('everything else, also of a task without a prompt', () => {
    const said = '503: GPU fell off the bus at 10.0.0.7, try again'
    expect(redact(said)).toBe(said)
    expect(redactPrompts(said, { prompt: '' })).toBe(said)
    expect(redactPrompts(said, { prompt: 'a' })).toBe(said)
  })

  test('no prompt of the greatest length, wherever it is cut, within a moment', () => {
    const long = Array.from({ length: 400 }, (_, index) => `w${(index * 7919) % 9973}`).join(' ')
    for (const at of [0, 7, 101, 1_000]) {
      const said = long.slice(at, at + 120)
      expect(redactPrompts(`no: ${said}`, { prompt: long }).length).toBeLessThan(60)
    }
  })
})
