import type { Task, TaskPage } from '@mediagen/sdk'
import { describe, expect, test } from 'vitest'
import {
  emptyList,
  listed,
  type TaskList,
  withKnown,
  withNewestPage,
  withOlderPage,
  withRenewed,
} from './task-list.ts'

/** The task of a second, which ends as `t5` for the fifth. */
const task = (second: number, status: Task['status'] = 'SUCCEEDED', link = 'a'): Task =>
  Object({
    id: `t${second}`,
    status,
    createdAt: `2026-01-01T00:00:0${second}.000Z`,
    output: status === 'SUCCEEDED' ? { images: [{ url: link }] } : null,
  })
const page = (seconds: readonly number[], nextCursor: string | null): TaskPage => ({
  tasks: seconds.map((second) => task(second)),
  nextCursor,
})
const idsOf = (list: TaskList) => listed(list).map(({ id }) => id)
const linkOf = ({ known }: TaskList, id: string) => known.get(id)?.task.output?.images?.[0]?.url

describe('the list of the tasks that were read', () => {
  test('grows backwards page by page, to its end', () => {
    const first = withNewestPage(emptyList, page([9, 8], 'older'), 0)
    const both = withOlderPage(first, page([7, 6], null), 0)
    expect([idsOf(emptyList), idsOf(first), idsOf(both)]).toEqual([
      [],
      ['t9', 't8'],
      ['t9', 't8', 't7', 't6'],
    ])
    expect([emptyList.cursor, first.cursor, both.cursor]).toEqual([undefined, 'older', null])
  })

  test('keeps what was read of its past when its newest page is read again', () => {
    const both = withOlderPage(withNewestPage(emptyList, page([5, 4], 'a'), 0), page([3, 2], 'b'), 0)
    const again = withNewestPage(both, page([6, 5], 'c'), 0)
    expect(idsOf(again)).toEqual(['t6', 't5', 't4', 't3', 't2'])
    expect(again.cursor).toBe('b')
  })

  test('shows no list with a gap: after more than a page of new tasks it begins anew', () => {
    const before = withNewestPage(emptyList, page([3, 2], 'a'), 0)
    const after = withNewestPage(before, page([8, 7], 'b'), 0)
    expect([idsOf(after), after.cursor]).toEqual([['t8', 't7'], 'b'])
    expect(idsOf(withOlderPage(after, page([6, 3], 'c'), 0))).toEqual(['t8', 't7', 't6', 't3'])
  })

  test('has single older tasks beside it, and shows them once it reaches back to them', () => {
    const list = withKnown(withNewestPage(emptyList, page([5, 4], 'a'), 0), [task(2)], 0)
    expect([idsOf(list), list.known.has('t2')]).toEqual([['t5', 't4'], true])
    expect(idsOf(withOlderPage(list, page([3], null), 0))).toEqual(['t5', 't4', 't3', 't2'])
  })
})

describe('a task that is read again', () => {
  const ended = withNewestPage(emptyList, page([1], null), 0)

  test('takes no step back when responses overtake each other', () => {
    const late = withKnown(ended, [task(1, 'PROCESSING')], 0)
    expect(late.known.get('t1')?.task.status).toBe('SUCCEEDED')
    const next = withKnown(withKnown(emptyList, [task(1, 'QUEUED')], 0), [task(1, 'PROCESSING')], 0)
    expect(next.known.get('t1')?.task.status).toBe('PROCESSING')
  })

  test('keeps its links for as long as they are good, so that nothing is loaded twice', () => {
    const other = [task(1, 'SUCCEEDED', 'b')]
    expect(linkOf(withKnown(ended, other, 60_000), 't1')).toBe('a')
    expect(linkOf(withKnown(ended, other, 31 * 60_000), 't1')).toBe('b')
    expect(linkOf(withRenewed(ended, task(1, 'SUCCEEDED', 'b'), 60_000), 't1')).toBe('b')
  })

  test('loses its result at once where the service has removed it', () => {
    const removed: Task = Object({
      ...task(1),
      output: { images: [], removed: { code: 'RESULT_DELETED', removedAt: '2026-01-02T00:00:00.000Z' } },
    })
    expect(linkOf(withKnown(ended, [removed], 1), 't1')).toBeUndefined()
  })
})
