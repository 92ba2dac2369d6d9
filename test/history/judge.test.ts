import { expect, test } from 'vitest'
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

test('a history without terms cannot be judged', () => {
  expect(() => judge([])).toThrow('no terms')
})
