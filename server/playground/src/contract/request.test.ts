import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readForms } from './read-forms.ts'
import { effectiveValue, problemsOf, requestOf } from './request.ts'

const contractFile = new URL('../../../../openapi/generated/openapi.json', import.meta.url)
const forms = readForms(JSON.parse(readFileSync(contractFile, 'utf8')))
const [imageForm, transformForm, , animateForm] = forms
if (!imageForm || !transformForm || !animateForm) throw new Error('the contract has four forms')

const effect = {
  id: 'push-in',
  name: 'Push in',
  description: '',
  surface: 'video',
  defaults: { durationSeconds: 8 },
} as const

describe('a request', () => {
  test('has what was entered for its form, and no value of another product', () => {
    const values = {
      prompt: 'a fox',
      resolution: '720p',
      aspectRatio: '3:2',
      effectId: 'linocut',
      negativePrompt: '',
    }
    expect(requestOf(imageForm, values)).toEqual({ prompt: 'a fox', aspectRatio: '3:2' })
  })

  test('leaves to the service what nobody chose, though the form shows what that comes to', () => {
    const field = animateForm.fields.find(({ name }) => name === 'durationSeconds')
    if (field === undefined) throw new Error('no durationSeconds')
    expect(effectiveValue(field, {}, undefined)).toBe(5)
    expect(effectiveValue(field, {}, effect)).toBe(8)
    expect(effectiveValue(field, { durationSeconds: 5 }, effect)).toBe(5)
    expect(requestOf(animateForm, {})).toEqual({})
  })
})

describe('the problems of a request', () => {
  test('name each missing field', () => {
    expect([...problemsOf(imageForm, {}).keys()]).toEqual(['prompt'])
    expect([...problemsOf(animateForm, {}).keys()]).toEqual(['assetId', 'effectId'])
    expect(problemsOf(animateForm, { assetId: 'a', effectId: 'push-in' }).size).toBe(0)
  })

  test('name one field of two of which one is enough, until there is one', () => {
    expect([...problemsOf(transformForm, { assetId: 'a' }).keys()]).toEqual(['effectId'])
    expect(problemsOf(transformForm, { assetId: 'a', prompt: 'at night' }).size).toBe(0)
  })

  test('count characters as the contract does', () => {
    expect(problemsOf(imageForm, { prompt: '🦊'.repeat(2000) }).size).toBe(0)
    expect(problemsOf(imageForm, { prompt: '🦊'.repeat(2001) }).get('prompt')).toContain('2001')
  })
})
