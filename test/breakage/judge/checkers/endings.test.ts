import { describe, expect, test } from 'vitest'
import type { FinalTask } from '../service-history.ts'
import { findEndingErrors } from './endings.ts'
import { accepted, body, type Call, historyOf, left, task } from './few-lines.ts'
import { findRegisterErrors } from './task-register.ts'

const submitted = (fails = false): Call => ['submit', 'ok', { engine: 'once', task: '1', fails }, null]
const cancelled = (isGranted: boolean, isFound = true): Call => {
  return ['cancel', 'ok', { account: 'a', task: '1' }, { isGranted, isFound }]
}
/** Due 5 s after its acceptance. */
const urgent: Call = [
  'accept',
  'ok',
  { account: 'a', key: 'k', body, price: 40, cancelAfter: 5 },
  { task: '1' },
]
const ended = (more: Partial<FinalTask>): Call => left([task('1', more)])

describe('endings', () => {
  const find = (...calls: readonly Call[]) => findEndingErrors(historyOf(...calls))

  test('finds a task that succeeded and that no engine got', () => {
    expect(find(accepted({ task: '1' }), submitted(), ended({}))).toEqual([])
    expect(find(accepted({ task: '1' }), ended({}))).toHaveLength(1)
  })

  test('finds a failure that neither the engine nor a gate caused', () => {
    const failed = ended({ status: 'FAILED', error: 'GENERATION_FAILED' })
    const refused: Call = ['judge', 'ok', { stage: 'after', id: '1', verdict: 'refuse' }, null]
    expect(find(submitted(true), failed)).toEqual([])
    expect(find(submitted(), refused, failed)).toEqual([])
    expect(find(submitted(), failed)).toHaveLength(1)
    expect(find(submitted(), ended({ status: 'FAILED', error: 'NO_PROVIDER_CONFIGURED' }))).toHaveLength(1)
  })

  test('finds a start after the deadline, and a cancellation before it that no client asked for', () => {
    expect(find(urgent, submitted(), ended({ startedAtMs: 5_000 }))).toEqual([])
    expect(find(urgent, submitted(), ended({ startedAtMs: 5_001 }))).toHaveLength(1)
    const overdue = (endedAtMs: number) => ended({ status: 'CANCELLED', startedAtMs: null, endedAtMs })
    expect(find(urgent, overdue(5_000))).toEqual([])
    expect(find(urgent, overdue(4_999))).toHaveLength(1)
    expect(find(urgent, cancelled(true), overdue(4_999))).toEqual([])
    expect(find(accepted({ task: '1' }), cancelled(false), overdue(4_999))).toHaveLength(1)
  })
})

describe('the task register, which is looked at once more in the end', () => {
  const find = (...calls: readonly Call[]) => findRegisterErrors(historyOf(accepted({ task: '1' }), ...calls))

  test('finds a task that was cancelled and ends otherwise, or is cancelled and nobody did it', () => {
    expect(find(cancelled(true), ended({ status: 'CANCELLED' }))).toEqual([])
    expect(find(cancelled(true), ended({ status: 'FAILED' }))).toHaveLength(1)
    expect(find(ended({ status: 'CANCELLED' }))).toHaveLength(1)
  })

  test('finds a cancellation that says that the task is not there', () => {
    expect(find(submitted(), cancelled(false))).toEqual([])
    expect(find(submitted(), cancelled(false, false))).toHaveLength(1)
  })
})
