import { describe, expect, test } from 'vitest'
import { newTaskId } from '../../../core/domain/ids.ts'
import { submittedAfter } from './submitted-after.ts'

const now = Date.parse('2026-11-22T16:00:00Z')

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
    'goes back a day for %s, which contains no usable time',
    (taskId) => {
      expect(submittedAfter(taskId, now).toISOString()).toBe(aMinuteBefore(now - 86_400_000))
    },
  )
})
