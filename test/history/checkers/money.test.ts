import { describe, expect, test } from 'vitest'
import type { AccountState, Entry } from '../service-history.ts'
import { findBankErrors } from './bank.ts'
import { findEngineErrors } from './engines.ts'
import { accepted, body, type Call, historyOf, left, task } from './few-lines.ts'
import { findIsolationErrors } from './isolation.ts'
import { findRefusalErrors } from './refusals.ts'

describe('bank', () => {
  const find = (...calls: readonly Call[]) => findBankErrors(historyOf(...calls))
  const entry = (kind: Entry['kind'], amount: number, task: string | null = '1'): Entry => {
    return { id: kind, task, kind, amount, day: 0 }
  }
  const paidIn = entry('credit', 100, null)
  const read = (entries: readonly Entry[], state: Partial<AccountState>): Call => {
    const account = { balance: 100, reserved: 0, open: {}, entries: [paidIn, ...entries], ...state }
    return ['read', 'ok', null, { a: account }]
  }
  const reserved = read([entry('reserve', 40)], { balance: 60, reserved: 40, open: { QUEUED: 1 } })

  test('lets a task be reserved for at its price, and refunded in full', () => {
    const refunded = read([entry('reserve', 40), entry('refund', 40)], {})
    expect(find(accepted({ task: '1' }), reserved, refunded)).toEqual([])
  })

  test('finds another price, half a refund, and a task that is open or reserved for alone', () => {
    const cheaper = read([entry('reserve', 30)], { balance: 70, reserved: 30, open: { QUEUED: 1 } })
    expect(find(accepted({ task: '1' }), cheaper)).toHaveLength(1)
    const half = read([entry('reserve', 40), entry('refund', 20)], { balance: 80, reserved: 20 })
    expect(find(accepted({ task: '1' }), half)).toHaveLength(1)
    const ended = read([entry('reserve', 40)], { balance: 60, reserved: 40 })
    expect(find(accepted({ task: '1' }), ended)).toHaveLength(1)
  })

  test('finds money that comes or goes without an entry, and an account below zero', () => {
    expect(find(read([], { balance: 101 }))).toHaveLength(1)
    expect(find(read([entry('debit', 101, null)], { balance: -1 }))).toHaveLength(1)
    expect(find(read([entry('credit', -20, null)], { balance: 80 }))).toHaveLength(1)
  })
})

describe('engines', () => {
  const submit = (engine: string): Call => ['submit', 'ok', { engine, task: '1' }, null]
  const find = (...calls: readonly Call[]) => findEngineErrors(historyOf(...calls))

  test('finds a task that an engine that charges has, and another gets as well', () => {
    expect(find(submit('idempotent'), submit('idempotent'), submit('once'))).toEqual([])
    expect(find(submit('once'), submit('once'))).toHaveLength(1)
    expect(find(submit('once'), submit('idempotent'))).toHaveLength(1)
  })
})

describe('isolation', () => {
  const find = (what: string, status: number) =>
    findIsolationErrors(historyOf(['trespass', 'ok', { account: 'a', what, id: '1' }, { status }]))

  test('finds a poll or a cancellation by another account that is not answered with 404, and a use that is not refused', () => {
    for (const [what, status] of [
      ['poll', 404],
      ['cancel', 404],
      ['use', 400],
    ] as const)
      expect(find(what, status)).toEqual([])
    for (const [what, status] of [
      ['poll', 200],
      ['cancel', 409],
      ['use', 200],
    ] as const)
      expect(find(what, status)).toHaveLength(1)
  })
})

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
