import { expect, test } from 'vitest'
import { readPrompt } from './read-prompt.js'

test('medium, weather, light and palette are told apart, each in the order of the words', () => {
  expect(readPrompt('A Blue night in the SNOW, as an oil painting')).toEqual({
    medium: 'oil-painting',
    weather: ['snowfall'],
    grades: ['blue', 'night'],
  })
})

test('of two media the first one counts, and the longer phrase where both begin alike', () => {
  expect(readPrompt('watercolour over a pencil sketch').medium).toBe('watercolour')
  expect(readPrompt('stained glass').medium).toBe('stained-glass')
  expect(readPrompt('pixel art painting').medium).toBe('pixel-art')
})

test('a word inside another word does not count', () => {
  expect(readPrompt('a waterfall, a redwood and a boiling inkwell')).toEqual({
    medium: undefined,
    weather: [],
    grades: [],
  })
})

test('what is denied is left out, and only that', () => {
  const reading = readPrompt('no snow, without the rain, but blue')
  expect(reading).toEqual({ medium: undefined, weather: [], grades: ['blue'] })
  expect(readPrompt('without any snow whatsoever it should look golden').weather).toEqual(['golden-hour'])
})

test('however many words there are, only a few grades are laid on', () => {
  expect(readPrompt('red green blue pink purple brown teal vivid dark').grades).toHaveLength(4)
})

test('a prompt of 2000 characters is read at once', () => {
  const started = process.threadCpuUsage()
  readPrompt('no '.repeat(666))
  readPrompt('x'.repeat(2000))
  expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(500)
})
