import { describe, expect, test } from 'vitest'
import { accepted, body, type Call, historyOf, left, task } from './few-lines.ts'
import { findRefusalErrors } from './refusals.ts'

describe('refusals, with two open tasks, 100 for a key, and 60 of them a day', () => {
  const limits = { a: { openMax: 2, keyTotalMax: 100, keyDayMax: 60 } }
  const find = (...calls: readonly Call[]) => findRefusalErrors(historyOf(...calls), limits)
  const refused = (code: string) => accepted({ code })
  const polled = (id: string, status: string): Call => ['poll', 'ok', { account: 'a', task: id }, { status }]
  const both = [accepted({ task: '1' }), accepted({ task: '2' })]

  test('finds a refusal of an open task or of spending that cannot have been due', () => {
    expect(find(...both, refused('TOO_MANY_OPEN_TASKS'))).toEqual([])
    expect(find(...both, polled('1', 'SUCCEEDED'), refused('TOO_MANY_OPEN_TASKS'))).toHaveLength(1)
    expect(find(...both, refused('KEY_LIMIT_REACHED'), left([task('1'), task('2')]))).toEqual([])
    const refunded = [...both, polled('1', 'FAILED'), polled('2', 'CANCELLED'), refused('KEY_LIMIT_REACHED')]
    expect(find(...refunded, left([task('1'), task('2')]))).toHaveLength(1)
  })

  test('finds a refusal for a limit that an account does not have, or an input that was not given', () => {
    const of = (account: string, code: string): Call => {
      return ['accept', 'fail', { account, key: 'k', body, price: 40 }, { code }]
    }
    expect(find(...both, of('b', 'TOO_MANY_OPEN_TASKS'))).toHaveLength(1)
    expect(find(of('b', 'ASSET_NOT_USABLE'))).toHaveLength(1)
    expect(find(refused('ASSET_NOT_USABLE'))).toEqual([])
  })

  test('counts what was ordered on a day on that day alone', () => {
    const yesterday = task('1')
    const today = task('2', { acceptedAtMs: 86_400_000, account: 'b' })
    const others: Call = ['accept', 'ok', { account: 'b', key: 'k', body, price: 1 }, { task: '2' }]
    const late = [accepted({ task: '1' }), others, refused('KEY_LIMIT_REACHED')]
    expect(find(...late, left([yesterday, today]))).toHaveLength(1)
    expect(find(...late, left([yesterday, { ...today, acceptedAtMs: 0 }]))).toEqual([])
  })

  test('finds a balance that is said to be too low and is not', () => {
    const credit: Call = ['credit', 'ok', { account: 'a', amount: 79 }, null]
    expect(find(credit, accepted({ task: '1' }), refused('INSUFFICIENT_BALANCE'))).toEqual([])
    const more: Call = ['credit', 'ok', { account: 'a', amount: 1 }, null]
    expect(find(credit, more, accepted({ task: '1' }), refused('INSUFFICIENT_BALANCE'))).toHaveLength(1)
    const debit: Call = ['debit', 'info', { account: 'a', amount: 1 }, null]
    expect(find(credit, more, debit, accepted({ task: '1' }), refused('INSUFFICIENT_BALANCE'))).toEqual([])
    const back = (amount: number): Call => ['debit', 'fail', { account: 'a', amount }, { error: 'too low' }]
    expect(find(credit, accepted({ task: '1' }), back(40))).toEqual([])
    expect(find(credit, accepted({ task: '1' }), back(39))).toHaveLength(1)
  })
})
