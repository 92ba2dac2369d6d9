import { describe, expect, test } from 'vitest'
import { newTaskId } from '../../domain/ids.js'
import { submittedAfter, uuidOf } from './task-id.js'

const now = Date.parse('2026-11-22T16:00:00Z')

describe('uuidOf', () => {
  test('gives every task a canonical UUID, the same one each time', () => {
    const taskId = newTaskId(now)
    expect(uuidOf(taskId)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(uuidOf(taskId)).toBe(uuidOf(taskId))
    expect(uuidOf(taskId)).not.toBe(uuidOf(newTaskId(now)))
  })

  test('leaves a UUID as it is', () => {
    expect(uuidOf('019c1f5e-7a4b-7c3d-8e9f-0a1b2c3d4e5f')).toBe('019c1f5e-7a4b-7c3d-8e9f-0a1b2c3d4e5f')
  })
})

describe('submittedAfter', () => {
  const aMinuteBefore = (ms: number) => new Date(ms - 60_000).toISOString()

  test.each([
    ['a task id', newTaskId(now - 5_000)],
    [
      'a UUID of version 7',
      `${(now - 5_000)
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}-7c3d-8e9f-0a1b2c3d4e5f`,
    ],
  ])('reads the time of %s', (_name, taskId) => {
    expect(submittedAfter(taskId, now).toISOString()).toBe(aMinuteBefore(now - 5_000))
  })

  test.each(['3f2504e0-4f89-41d3-9a0c-0305e82c3301', 'not-an-id', newTaskId(now + 3_600_000)])(
    'goes back a day for %s, whose time says nothing',
    (taskId) => {
      expect(submittedAfter(taskId, now).toISOString()).toBe(aMinuteBefore(now - 86_400_000))
    },
  )
})
