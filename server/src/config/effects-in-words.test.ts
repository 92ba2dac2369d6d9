import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { GenerationJob, JobEffect } from '../core/ports/generation-job.ts'
import { promptsOf } from '../engines/shared/request/prompts.ts'
import { findRequestViolations } from '../wiring/find-request-violations.ts'
import { loadCatalogue } from './load-catalogue.ts'

const folder = fileURLToPath(new URL('../../catalogue', import.meta.url))
const { effects } = await loadCatalogue(folder, findRequestViolations)
const named = effects.map((effect) => [effect.id, effect] as const)
const pictures = named.filter(([, { surface }]) => surface === 'image')

const order =
  /^(Repaint|Redraw|Turn|Rebuild|Make|Relight|Move|Bring|Show|Reveal) the (picture|scene|portrait) /

function jobWith(effect: JobEffect, prompt = ''): GenerationJob {
  const size = { widthPx: 1280, heightPx: 960 }
  return { taskId: 'task', product: 'image.transform', tier: 'hd', prompt, seed: 1, ...size, effect }
}

test('there are 37 effects, each with its own words', () => {
  expect(named).toHaveLength(37)
  for (const style of ['instruction', 'description'] as const)
    expect(new Set(effects.map((effect) => promptsOf(jobWith(effect), style).prompt)).size).toBe(37)
})

describe('an effect on a model that follows instructions', () => {
  test.each(named)('%s is an instruction about the uploaded image', (_id, effect) => {
    expect(promptsOf(jobWith(effect)).prompt).toMatch(order)
  })
})

describe('an effect on a model that matches a description', () => {
  test.each(pictures)(
    '%s is a list of what is visible, with a strength and no instruction',
    (_id, effect) => {
      const { prompt, strength } = promptsOf(jobWith(effect), 'description')
      expect(prompt).not.toMatch(order)
      expect(prompt).not.toMatch(/\b(keep|picture|turn|make|no|without)\b/i)
      expect(prompt.split(', ').length).toBeGreaterThan(3)
      expect(prompt).not.toMatch(/\.$/)
      // Encoders of 77 tokens must have space left for the caller's words.
      expect(prompt.split(/\s+/).length).toBeLessThanOrEqual(30)
      expect(strength).toBeGreaterThan(0)
    },
  )

  test('precedes the words of the caller', () => {
    const effect = {
      id: 'oil',
      instruction: 'Repaint the picture in oil.',
      look: 'oil painting, thick paint',
    }
    expect(promptsOf(jobWith(effect, 'a fox'), 'description').prompt).toBe('oil painting, thick paint, a fox')
    expect(promptsOf(jobWith(effect, 'a fox')).prompt).toBe('Repaint the picture in oil. a fox')
  })

  test('uses its instruction if it has no description', () => {
    const effect = { id: 'oil', instruction: 'Repaint the picture in oil.' }
    expect(promptsOf(jobWith(effect, 'A fox.'), 'description').prompt).toBe(
      'Repaint the picture in oil. A fox.',
    )
  })
})
