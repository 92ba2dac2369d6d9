import { describe, expect, test } from 'vitest'
import { type Call, historyOf, left, task } from './few-lines.ts'
import { findIsolationErrors } from './isolation.ts'
import { findRegisterErrors } from './task-register.ts'

const asked = { account: 'a', key: 'k', body: 'a lake under k', price: 40 }
const acceptedAs = (id: string): Call => ['accept', 'ok', asked, { task: id }]
const shows = (ids: readonly string[], isLast = true, status = 'SUCCEEDED') => ({
  tasks: ids.map((id) => ({ task: id, status })),
  isLast,
})
const page = (found: object): Call => ['list', 'ok', { account: 'a' }, found]
const byIds = (ids: readonly string[], found: object): Call => ['list', 'ok', { account: 'a', ids }, found]
const end = left([task('1', { acceptedAtMs: 1 }), task('2', { acceptedAtMs: 2 })])

describe('the task register of lists', () => {
  const find = (...calls: readonly Call[]) => findRegisterErrors(historyOf(...calls))
  const both = [acceptedAs('1'), acceptedAs('2')]

  test('takes what a list shows for what a poll shows', () => {
    expect(find(...both, page(shows(['2', '1'])), end)).toEqual([])
    expect(find(...both, page(shows(['2', '1'])), page(shows(['2', '1'], true, 'QUEUED')), end)).toHaveLength(
      2,
    )
  })

  test('finds a task that the last page lacks, and one that is newer than the last of another page', () => {
    const ids = Array.from({ length: 22 }, (_, at) => String(at + 1))
    const tasks = left(ids.map((id) => task(id, { acceptedAtMs: Number(id) })))
    const all = ids.map(acceptedAs)
    const findIn = (shown: readonly string[], isLast: boolean) =>
      find(...all, page(shows(shown, isLast)), tasks)
    expect(findIn(ids, true)).toEqual([])
    expect(findIn(ids.slice(2), false)).toEqual([])
    expect(findIn(ids.slice(1), true)).toHaveLength(1)
    expect(findIn(ids.slice(1, 21), false)).toHaveLength(1)
    // Fewer than a page has are the last ones.
    expect(findIn(ids.slice(3), false)).toHaveLength(3)
  })

  test('lets a page lack what was accepted later', () => {
    expect(find(acceptedAs('1'), page(shows(['1'])), acceptedAs('2'), end)).toEqual([])
  })

  test('finds one that a list by ids lacks, although it is the account’s', () => {
    expect(find(...both, byIds(['1', '3'], shows(['1'])), end)).toEqual([])
    expect(find(...both, byIds(['1', '2'], shows(['1'])), end)).toHaveLength(1)
  })
})

test('isolation finds a task of another account in a list', () => {
  const other: Call = ['list', 'ok', { account: 'b', ids: ['1'] }, shows(['1'])]
  expect(findIsolationErrors(historyOf(acceptedAs('1'), page(shows(['1']))))).toEqual([])
  expect(findIsolationErrors(historyOf(acceptedAs('1'), other))).toEqual([
    'account b: the list has 1, of another account: operation 2',
  ])
})
