import { describe, expect, test } from 'vitest'
import { newTaskId } from '../../core/domain/ids.ts'
import { uuidOf } from './task-uuid.ts'

const now = Date.parse('2026-11-22T16:00:00Z')

describe('uuidOf', () => {
  test('maps every task id to a canonical UUID, always the same one', () => {
    const taskId = newTaskId(now)
    expect(uuidOf(taskId)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(uuidOf(taskId)).toBe(uuidOf(taskId))
    expect(uuidOf(taskId)).not.toBe(uuidOf(newTaskId(now)))
  })

  test('leaves a UUID unchanged', () => {
    expect(uuidOf('019c1f5e-7a4b-7c3d-8e9f-0a1b2c3d4e5f')).toBe('019c1f5e-7a4b-7c3d-8e9f-0a1b2c3d4e5f')
  })
})
