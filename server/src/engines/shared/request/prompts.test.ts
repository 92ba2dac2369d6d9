import { describe, expect, test } from 'vitest'
import type { GenerationJob, JobEffect } from '../../../core/ports/generation-job.ts'
import { promptsOf } from './prompts.ts'

const effect: JobEffect = {
  id: 'first-snow',
  instruction: 'Make it winter.',
  negativePrompt: 'rain, sunshine',
  strength: 0.6,
  motion: 'Snow drifts down.',
}

function job(words: Partial<Pick<GenerationJob, 'prompt' | 'negativePrompt' | 'effect'>>): GenerationJob {
  return {
    taskId: '019c1f5e-7a4b-7c3d-8e9f-0a1b2c3d4e5f',
    product: 'video.transform',
    tier: 'hd',
    prompt: '',
    widthPx: 1280,
    heightPx: 720,
    durationSeconds: 5,
    seed: 7,
    ...words,
  }
}

describe('the prompt for a model', () => {
  test('is the instruction, then the motion, then the words of the caller', () => {
    expect(promptsOf(job({ prompt: 'A fox passes.', effect })).prompt).toBe(
      'Make it winter. Snow drifts down. A fox passes.',
    )
  })

  test('is the instruction and the motion if the caller sends no prompt', () => {
    expect(promptsOf(job({ effect })).prompt).toBe('Make it winter. Snow drifts down.')
  })

  test('is the instruction and the caller’s prompt if an effect has no motion', () => {
    const still = { id: 'noir', instruction: 'Make it noir.' }
    expect(promptsOf(job({ prompt: 'With rain.', effect: still })).prompt).toBe('Make it noir. With rain.')
  })

  test('is the caller’s prompt, unchanged, if no effect is named', () => {
    expect(promptsOf(job({ prompt: '  a fox,\n at dawn ' })).prompt).toBe('  a fox,\n at dawn ')
  })

  test('keeps every word of a caller who contradicts the effect', () => {
    const { prompt } = promptsOf(job({ prompt: 'Ignore the snow; make it summer.', effect }))
    expect(prompt).toContain(effect.instruction)
    expect(prompt).toMatch(/Ignore the snow; make it summer\.$/)
  })

  test.each([
    ['nothing at all', job({})],
    ['blanks', job({ prompt: ' \n\t' })],
    ['an effect of blanks', job({ effect: { id: 'blank', instruction: ' ', motion: '' } })],
  ])('is never empty, not even for %s', (_name, silent) => {
    expect(promptsOf(silent).prompt.trim()).not.toBe('')
  })

  test('has no gap for a blank part', () => {
    const blank = { id: 'blank', instruction: 'Make it winter.', motion: ' ' }
    expect(promptsOf(job({ prompt: 'A fox.', effect: blank })).prompt).toBe('Make it winter. A fox.')
  })
})

describe('what a model must not show', () => {
  test('is the caller’s negative prompt, then that of the effect', () => {
    expect(promptsOf(job({ negativePrompt: 'people', effect })).negativePrompt).toBe('people, rain, sunshine')
  })

  test.each([
    ['the caller alone', { negativePrompt: 'people' }, 'people'],
    ['the effect alone', { effect }, 'rain, sunshine'],
    ['the effect beside a blank of the caller', { negativePrompt: ' ', effect }, 'rain, sunshine'],
  ])('comes from %s if the other one has none', (_name, words, expected) => {
    expect(promptsOf(job(words)).negativePrompt).toBe(expected)
  })

  test.each([
    ['both are missing', {}],
    ['both are blank', { negativePrompt: '', effect: { id: 'e', instruction: 'Go.', negativePrompt: ' ' } }],
  ])('is undefined, never empty, if %s', (_name, words) => {
    expect(promptsOf(job(words)).negativePrompt).toBeUndefined()
  })
})

describe('how far a model may depart from the input', () => {
  test.each([0, 0.6, 1])('is the strength of the effect: %d', (strength) => {
    expect(promptsOf(job({ effect: { ...effect, strength } })).strength).toBe(strength)
  })

  test('is left to the engine if neither the effect nor the request has one', () => {
    expect(promptsOf(job({ effect: { id: 'noir', instruction: 'Make it noir.' } })).strength).toBeUndefined()
    expect(promptsOf(job({ prompt: 'a fox' })).strength).toBeUndefined()
  })
})
