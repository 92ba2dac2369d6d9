import { expect, test } from 'vitest'
import { checkerNames } from './checker-names.ts'
import { Recorder } from './history.ts'
import { judge } from './judge.ts'

test('a history is held against the guarantees that it names, and no others', () => {
  const recorder = new Recorder()
  const terms = { limits: {}, keysRememberedMs: 10, resultsKeptMs: 10 }
  recorder.note('terms', { ...terms, guarantees: ['responses', 'liveness'] })
  recorder.note('respond', { method: 'GET', path: '/api/v1/tasks/1', status: 500 })
  recorder.note('submit', { engine: 'once', task: '1' })
  recorder.note('submit', { engine: 'once', task: '1' })
  recorder.note('stuck', 'task 1 is still QUEUED')
  expect(judge(recorder.lines)).toEqual({
    responses: ['GET /api/v1/tasks/1: 500: operation 2'],
    liveness: ['task 1 is still QUEUED'],
  })
})

test.each(['fail', 'info'] as const)(
  'calls that end with %s say nothing of what they asked for',
  async (type) => {
    const recorder = new Recorder()
    const terms = { limits: {}, keysRememberedMs: 10, resultsKeptMs: 10, guarantees: checkerNames }
    recorder.note('terms', terms)
    const task = { account: 'a', task: '1' }
    const order = { account: 'a', key: 'k', body: 'a lake under k', price: 40 }
    const calls = [
      ...(['poll', 'list', 'cancel', 'fetch'] as const).map((f) => [f, task] as const),
      ['accept', order],
      ['upload', { account: 'a', sha256: 'bytes' }],
      ['credit', { account: 'a', amount: 5 }],
      ['issue', { isReadOnly: false }],
      ...(['rotate', 'restrict', 'revoke'] as const).map((f) => [f, { key: 'k' }] as const),
      ['use', { account: 'a', key: 'k', does: 'read', sentAtMs: 1 }],
    ] as const
    for (const [f, asked] of calls)
      await recorder.record(f, asked, async () => ({ type, value: { code: 'AWAY' } }))
    await recorder.record('read', null, async () => ({ type, value: 'Error: the database is away' }))
    await recorder.record('final', null, async () => ({
      type: 'ok',
      value: { nowMs: 20, tasks: [], resultsLost: [], keys: [] },
    }))
    expect(judge(recorder.lines)).toEqual(Object.fromEntries(checkerNames.map((name) => [name, []])))
  },
)

test('a history without terms cannot be judged', () => {
  expect(() => judge([])).toThrow('no terms')
})
