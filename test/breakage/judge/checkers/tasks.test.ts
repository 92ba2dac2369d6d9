import { describe, expect, test } from 'vitest'
import { accepted, body, type Call, historyOf, left, task } from './few-lines.ts'
import { findFileErrors } from './files.ts'
import { findGateErrors } from './gates.ts'
import { findIdempotenceErrors } from './idempotence.ts'
import { findLedgerAnomalies } from './ledger.ts'

describe('idempotence, with keys that are remembered for 10 ms', () => {
  const find = (...calls: readonly Call[]) => findIdempotenceErrors(historyOf(...calls), { rememberedMs: 10 })

  test('lets a key make another task once it is forgotten', () => {
    const twice = [accepted({ task: '1' }), accepted({ task: '2' })]
    expect(find(...twice, left([task('1'), task('2', { acceptedAtMs: 10 })]))).toEqual([])
    expect(find(...twice, left([task('1'), task('2', { acceptedAtMs: 9 })]))).toEqual([
      'key a k: tasks 1 and 2 within 9 ms',
    ])
  })

  test('allows a call without a response one task, and a refused one none', () => {
    expect(find(accepted(null), left([]))).toEqual([])
    expect(find(accepted(null), left([task('1')]))).toEqual([])
    expect(find(accepted({ code: 'INSUFFICIENT_BALANCE' }), left([task('1')]))).toEqual([
      `key a k: every request for ${body} was refused, or got another task than 1`,
    ])
  })

  test('finds a task that is lost, or that belongs to another body', () => {
    expect(find(accepted({ task: '1' }), left([]))).toEqual(['key a k: task 1 is lost'])
    const other = task('1', { body: 'a hill under k' })
    expect(find(accepted({ task: '1' }), left([other]))).toEqual([
      `key a k: task 1 for a hill under k was returned to ${body}`,
    ])
  })
})

describe('files, with results that are kept for 10 ms', () => {
  const find = (...calls: readonly Call[]) => findFileErrors(historyOf(...calls), { resultsKeptMs: 10 })
  const uploaded: Call = ['upload', 'ok', { account: 'a', sha256: 'bytes' }, { upload: 'u' }]
  const known = [uploaded, accepted({ task: '1' })]

  test('finds an engine that gets other bytes than were uploaded, or none', () => {
    const submitted = (input?: string): Call => ['submit', 'ok', { engine: 'once', task: '1', input }, null]
    expect(find(...known, submitted('bytes'))).toEqual([])
    expect(find(...known, submitted('others'))).toHaveLength(1)
    expect(find(...known, submitted())).toHaveLength(1)
  })

  test('finds a task that fails because its input is gone, unless a gate refused it', () => {
    const failed = left([task('1', { status: 'FAILED', error: 'INVALID_INPUT' })])
    expect(find(...known, failed)).toEqual(['task 1 failed because its input is gone'])
    expect(
      find(...known, ['judge', 'ok', { stage: 'before', id: '1', verdict: 'refuse' }, null], failed),
    ).toEqual([])
  })

  test('finds a result that is of another task, not there although its task says so, or removed too early', () => {
    const fetched = (found: unknown): Call => ['fetch', 'ok', { account: 'a', task: '1' }, found]
    expect(find(fetched({ of: '1', isRemoved: false, ageMs: 5 }))).toEqual([])
    expect(find(fetched({ of: '2', isRemoved: false, ageMs: 5 }))).toHaveLength(1)
    expect(find(fetched({ of: null, isRemoved: true, ageMs: 10 }))).toEqual([])
    expect(find(fetched({ of: null, isRemoved: true, ageMs: 9 }))).toHaveLength(1)
    expect(find(fetched({ of: null, isRemoved: false, ageMs: 10 }))).toHaveLength(1)
    expect(find(left([], { resultsLost: ['1'] }))).toHaveLength(1)
  })
})

describe('gates', () => {
  const find = (...calls: readonly Call[]) => findGateErrors(historyOf(...calls))
  const judged = (stage: string, verdict: string, id = '1'): Call => [
    'judge',
    'ok',
    { stage, id, verdict },
    null,
  ]
  const refusals = (stage: string): Call[][] => [[], [judged(stage, 'refuse')], [judged(stage, 'none')]]

  test('lets a task be submitted once the gate has allowed it', () => {
    const submitted: Call = ['submit', 'ok', { engine: 'once', task: '1' }, null]
    expect(find(judged('before', 'none'), judged('before', 'allow'), submitted)).toEqual([])
    for (const before of [...refusals('before'), [judged('after', 'allow')]])
      expect(find(...before, submitted, judged('before', 'allow'))).toHaveLength(1)
  })

  test('finds a result that is shown, or a task that succeeds, without a verdict', () => {
    const polled: Call = ['poll', 'ok', { account: 'a', task: '1' }, { status: 'SUCCEEDED' }]
    const allowed = [judged('before', 'allow'), judged('after', 'allow')]
    expect(find(...allowed, polled, left([task('1')]))).toEqual([])
    for (const before of refusals('after'))
      expect(find(judged('before', 'allow'), ...before, polled, left([task('1')]))).toHaveLength(2)
    expect(find(left([task('1')]))).toHaveLength(2)
    expect(find(left([task('1', { status: 'FAILED' })]))).toEqual([])
  })

  test('finds an upload that is ready, or the input of a task, without a verdict', () => {
    const uploaded: Call = ['upload', 'ok', { account: 'a', sha256: 'bytes' }, { upload: 'u' }]
    const calls = [uploaded, accepted({ task: '1' })]
    expect(find(judged('upload', 'allow', 'u'), ...calls)).toEqual([])
    for (const verdict of ['refuse', 'none'])
      expect(find(judged('upload', verdict, 'u'), ...calls)).toHaveLength(2)
    const lost = [accepted(null), left([task('1', { status: 'FAILED' })])]
    expect(find(judged('upload', 'allow', 'u'), ...lost)).toEqual([])
    expect(find(judged('upload', 'refuse', 'u'), ...lost)).toHaveLength(1)
    const refused: Call = ['upload', 'fail', { account: 'a', sha256: 'bytes' }, { code: 'c', upload: 'u' }]
    expect(find(refused, accepted({ code: 'UPLOAD_NOT_READY' }))).toEqual([])
  })
})

describe('payments in the ledger', () => {
  const find = (...calls: readonly Call[]) => findLedgerAnomalies(historyOf(...calls)).map(({ kind }) => kind)
  const paid = (type: 'ok' | 'fail' | 'info'): Call => ['credit', type, { account: 'a', amount: 5 }, null]
  const read = (amounts: readonly number[]): Call => {
    const entries = amounts.map((amount, id) => ({
      id: String(id),
      task: null,
      kind: 'credit',
      amount,
      day: 0,
    }))
    return ['read', 'ok', null, { a: { balance: 0, reserved: 0, entries, open: {} } }]
  }

  test('holds each payment that was answered once, and one without an answer once or not at all', () => {
    expect(find(paid('ok'), read([5]))).toEqual([])
    expect(find(paid('info'), paid('ok'), read([5]))).toEqual([])
    expect(find(paid('info'), read([5]))).toEqual([])
    expect(find(paid('info'), read([]))).toEqual([])
  })

  test('finds one that is lost, doubled, or made although it was refused', () => {
    expect(find(paid('ok'), read([]))).not.toEqual([])
    expect(find(paid('ok'), read([5, 5]))).toContain('duplicate-elements')
    expect(find(paid('fail'), read([5]))).toContain('G1a')
    expect(find(read([5]))).toContain('garbage-read')
  })
})
