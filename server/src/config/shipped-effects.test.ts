import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findRequestViolations } from '../wiring/find-request-violations.ts'
import { loadCatalogue } from './load-catalogue.ts'

const folder = fileURLToPath(new URL('../../catalogue', import.meta.url))
const { effects } = await loadCatalogue(folder, findRequestViolations)
const named = effects.map((effect) => [effect.id, effect] as const)

/** Encoders of 77 tokens must have space left for the caller's words. */
const imageWordsMax = 50

function wordsOf(text: string): number {
  return text.split(/\s+/).length
}

describe('the shipped effects', () => {
  test.each(named)('%s lists what a model must not show, as nouns separated by commas', (_id, effect) => {
    const nouns = (effect.negativePrompt ?? '').split(', ')
    expect(nouns.length).toBeGreaterThan(2)
    expect(new Set(nouns).size).toBe(nouns.length)
    for (const noun of nouns) {
      expect(noun, effect.negativePrompt).toMatch(/^[\w' -]+$/)
      expect(noun, 'a model reads a negated noun as the noun').not.toMatch(/^(no|not|without|added) /)
      expect(wordsOf(noun), noun).toBeLessThanOrEqual(5)
    }
  })

  test.each(named)('%s states how far a result may depart from its input', (_id, { strength }) => {
    expect(strength).toBeGreaterThan(0)
    expect(strength).toBeLessThan(1)
  })

  test.each(named.filter(([, { surface, studioOnly }]) => surface === 'video' && studioOnly !== true))(
    '%s states how its video moves',
    (_id, { motion }) => {
      expect(motion).toMatch(/^[A-Z].*\.$/)
    },
  )

  test.each(named)('%s describes to a model what is visible, not what is missing', (_id, effect) => {
    expect(effect.instruction).toMatch(/^[A-Z].*\.$/)
    expect(effect.instruction).not.toMatch(/\b(no|without|never|nothing)\b/i)
  })

  test.each(named.filter(([, { surface }]) => surface === 'image'))(
    '%s leaves space for the words of the caller',
    (_id, { instruction }) => {
      expect(wordsOf(instruction)).toBeLessThanOrEqual(imageWordsMax)
    },
  )

  test('are for the studio alone exactly if the README says why', async () => {
    const readme = await readFile(join(folder, 'README.md'), 'utf8')
    const [, section = ''] = readme.split('### Effects only in the studio\n')
    const explained = [...(section.split('\n#')[0] ?? '').matchAll(/^\| `([a-z-]+)` \|/gm)].map(
      ([, id]) => id,
    )
    const studioOnly = effects.filter((effect) => effect.studioOnly === true).map(({ id }) => id)
    expect(explained.sort()).toEqual(studioOnly.sort())
  })
})
