import { describe, expect, test } from 'vitest'
import { taskStatuses } from '../../core/domain/tasks/task-states.ts'
import type { PolledState } from '../../use-cases/tasks/get-task.ts'
import { acceptedTag, entityTagOf, seenBy } from './entity-tags.ts'

describe('the tag of a task’s state', () => {
  test('differs in each state of an unfinished task, and is the same for an order and the first poll', () => {
    const states: PolledState[] = [
      { status: 'QUEUED' },
      { status: 'PROCESSING' },
      { status: 'PROCESSING', progress: 0 },
      { status: 'PROCESSING', progress: 40 },
    ]
    expect(new Set(states.map(entityTagOf)).size).toBe(states.length)
    for (const state of states) {
      const hasSeen = seenBy(entityTagOf(state))
      expect(states.filter((other) => hasSeen?.(other))).toEqual([state])
    }
    expect(acceptedTag).toBe(entityTagOf({ status: 'QUEUED' }))
  })

  test('is missing from a finished task, whose next poll has fresh links', () => {
    for (const status of ['SUCCEEDED', 'FAILED', 'CANCELLED'] as const)
      expect(entityTagOf({ status })).toBeUndefined()
  })
})

describe('If-None-Match', () => {
  const seen = (header: string) => taskStatuses.filter((status) => seenBy(header)?.({ status }))

  test.each([
    ['W/"QUEUED"', ['QUEUED']],
    ['"QUEUED"', ['QUEUED']],
    ['W/"PROCESSING"', ['PROCESSING']],
    [' W/"other" ,W/"PROCESSING"', ['PROCESSING']],
    ['"a, b", W/"QUEUED", "PROCESSING"', ['QUEUED', 'PROCESSING']],
    ['*', ['QUEUED', 'PROCESSING']],
    [' * ', ['QUEUED', 'PROCESSING']],
    ['W/"queued"', []],
    ['W/"SUCCEEDED"', []],
    ['"*"', []],
    ['""', []],
    ['"anything"', []],
  ])('%s names %j and never a finished task', (header, statuses) => {
    expect(seenBy(header)).toBeTypeOf('function')
    expect(seen(header)).toEqual(statuses)
  })

  test.each([undefined, '', 'QUEUED', 'W/QUEUED', 'W/"QUEUED', "'QUEUED'", '*, *', ',,'])(
    '%s holds no tag, and counts as absent',
    (header) => {
      expect(seenBy(header)).toBeUndefined()
    },
  )

  test('takes no longer for a header of 16 KB that is made to be slow', () => {
    const started = process.threadCpuUsage()
    for (const text of [
      '"'.repeat(16_000),
      '"" '.repeat(5_000),
      `"${'a'.repeat(16_000)}`,
      '" '.repeat(8_000),
    ])
      seenBy(text)?.({ status: 'QUEUED' })
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(100)
  })
})
