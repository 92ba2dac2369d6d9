import { describe, expect, test } from 'vitest'
import { accepted, type Call, historyOf, left, task } from './few-lines.ts'
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

  test('finds a task that a page lacks, unless it is older than the last one there, or accepted later', () => {
    expect(find(...both, page(shows(['2'], false)), end)).toEqual([])
    expect(find(...both, page(shows(['2'])), end)).toHaveLength(1)
    expect(find(...both, page(shows(['1'], false)), end)).toHaveLength(1)
    expect(find(acceptedAs('1'), page(shows(['1'])), acceptedAs('2'), end)).toEqual([])
    const withInput = [accepted({ task: '1' }), page(shows([])), left([task('1')])]
    expect(find(...withInput)).toEqual([])
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
