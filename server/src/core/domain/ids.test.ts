import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { newAccountId, newTaskId, newUploadId, taskIdTimeMs, uploadIdFrom } from './ids.ts'

const many = 2_000

describe('a task id', () => {
  test('is 24 lowercase alphanumerics, never the same twice in one millisecond', () => {
    const ids = Array.from({ length: many }, () => newTaskId(1_800_000_000_000))
    expect(ids.every((id) => /^[0-9a-z]{24}$/.test(id))).toBe(true)
    expect(new Set(ids).size).toBe(many)
    expect(newAccountId(0)).toMatch(/^0{9}[0-9a-z]{15}$/)
  })

  test('sorts as text by its time of creation, which it contains', () => {
    const timeMs = fc.integer({ min: 0, max: 36 ** 9 - 1 })
    fc.assert(
      fc.property(timeMs, timeMs, (a, b) => {
        const [first, second] = [newTaskId(a), newTaskId(b)]
        expect(taskIdTimeMs(first)).toBe(a)
        if (a < b) expect(first < second).toBe(true)
      }),
    )
  })

  test('uses the whole alphabet at every random position', () => {
    const seen = Array.from({ length: 15 }, () => new Set<string>())
    for (let index = 0; index < many; index += 1) {
      for (const [place, character] of [...newTaskId(0).slice(9)].entries()) seen[place]?.add(character)
    }
    expect(seen.map((characters) => characters.size)).toEqual(Array(15).fill(36))
  })
})

test('an upload id is 32 hex digits, never the same twice in one millisecond, and sorts by its time of creation', () => {
  const ids = Array.from({ length: many }, () => newUploadId(1_800_000_000_000))
  expect(newUploadId(1_799_999_999_999) < uploadIdFrom(1_800_000_000_000)).toBe(true)
  expect(
    ids.every((id) => uploadIdFrom(1_800_000_000_000) < id && id < uploadIdFrom(1_800_000_000_001)),
  ).toBe(true)
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true)
  expect(new Set(ids).size).toBe(many)
})
