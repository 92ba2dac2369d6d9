import type { Task } from '@mediagen/sdk'
import type { ListedGeneration } from '@mediagen/sdk/react'
import { describe, expect, test } from 'vitest'
import type { JobDetails } from '../kept/made-here.ts'
import { factsOf, isEnded, isWorthOpening, jobOf, jobOfTask, moneyOf, statusOf, titleOf } from './job.ts'

const listed: ListedGeneration<JobDetails> = {
  key: 'k1',
  order: { product: 'image.generate', prompt: 'a fox' },
  orderedAt: '2026-01-01T00:00:00.000Z',
  details: { key: 'page key', price: '0.02 USD' },
  state: 'submitting',
  isOffline: false,
  lastError: undefined,
  progress: '',
  taskId: undefined,
  task: undefined,
  result: undefined,
  cost: undefined,
  error: undefined,
  cancel: async () => undefined,
  retry: () => undefined,
  remove: () => undefined,
}

const task = (status: Task['status']): Task => Object({ id: 't1', type: 'image.generate', status })

test.each<[string, Partial<ListedGeneration<JobDetails>>, object]>([
  ['sending', {}, { kind: 'sending', money: undefined, isEnded: false }],
  [
    'an order without a response',
    { error: new Error('lost') },
    { kind: 'refused', canAsk: true, says: 'Not known whether accepted', isEnded: true },
  ],
  [
    'a refused order',
    { state: 'failed', error: new Error('no') },
    { kind: 'refused', canAsk: false, says: 'Not accepted', isEnded: true },
  ],
  [
    'accepted, and not read yet',
    { state: 'waiting', taskId: 't1' },
    { kind: 'accepted', status: 'QUEUED', money: '0.02 USD reserved', isEnded: false },
  ],
  [
    'in progress, and the service is away',
    { state: 'waiting', taskId: 't1', task: task('PROCESSING'), error: new Error('away') },
    { kind: 'accepted', status: 'PROCESSING', problem: { message: 'away' }, isEnded: false },
  ],
  [
    'done',
    { state: 'succeeded', taskId: 't1', task: task('SUCCEEDED') },
    { kind: 'accepted', problem: undefined, money: '0.02 USD charged', isEnded: true },
  ],
  [
    'cancelled',
    { state: 'cancelled', taskId: 't1', task: task('CANCELLED') },
    { kind: 'accepted', money: 'Not charged: 0.02 USD refunded', isEnded: true },
  ],
])('a job says what is true of a generation that is %s', (_what, changes, expected) => {
  const job = jobOf({ ...listed, ...changes })
  expect({ ...job.state, money: moneyOf(job), says: statusOf(job), isEnded: isEnded(job) }).toMatchObject(
    expected,
  )
  expect([job.key, job.product, job.request, titleOf(job)]).toEqual([
    'page key',
    'image.generate',
    { prompt: 'a fox' },
    'a fox',
  ])
})

describe('a task that the service lists', () => {
  const listedTask: Task = Object({
    ...task('SUCCEEDED'),
    createdAt: '2026-01-01T10:00:00.000Z',
    cost: { amount: '0.05', currency: 'USD', state: 'charged' },
  })
  const actions = {
    cancel: async () => undefined,
    retry: () => undefined,
    deleteResult: async () => undefined,
  }

  test('has the request that the service tells, and the name in the page that this device kept of it', () => {
    const made = { key: 'page key', taskId: 't1' }
    const request = { prompt: 'a fox', resolution: '1k' }
    const job = jobOfTask({ ...listedTask, request }, made, undefined, actions)
    expect([job.key, titleOf(job), job.request]).toEqual(['page key', 'a fox', request])
    expect(moneyOf(job)).toBe('0.05 USD charged')
  })

  test('says its product, size and time where its request is deleted, and has no settings', () => {
    const job = jobOfTask(listedTask, undefined, undefined, actions)
    expect([job.key, job.request, moneyOf(job)]).toEqual(['t1', undefined, '0.05 USD charged'])
    expect(titleOf(job)).toBe('Text to image')
    expect(factsOf(job, { width: 1024, height: 576 })).toMatch(
      /^Text\sto\simage · 1024\s×\s576 · 1\sJan\s2026,\s\d\d:00$/,
    )
    expect(isEnded(job)).toBe(true)
  })

  test('is what a page opens on while it runs and while it has a result', () => {
    const isOpened = (status: Task['status'], output: Task['output'] = null) =>
      isWorthOpening(jobOfTask(Object({ ...listedTask, status, output }), undefined, undefined, actions))
    const removed = { code: 'RESULT_EXPIRED', removedAt: '2026-01-02T10:00:00.000Z' } as const
    expect([isOpened('QUEUED'), isOpened('PROCESSING'), isOpened('SUCCEEDED', { images: [] })]).toEqual([
      true,
      true,
      true,
    ])
    expect([
      isOpened('CANCELLED'),
      isOpened('FAILED'),
      isOpened('SUCCEEDED', { images: [], removed }),
    ]).toEqual([false, false, false])
  })

  test('has the size that was asked for until its own is known, and the effect beside a prompt', () => {
    const request = { prompt: 'a fox', effectId: 'push-in', resolution: '720p', durationSeconds: 8 }
    const ordered = { ...listedTask, type: 'video.transform', request } as const
    const job = { ...jobOfTask(ordered, undefined, undefined, actions), effectName: 'Push in' }
    expect(factsOf(job, undefined)).toMatch(/^Image\sto\svideo · Push\sin · 720p · 8\ss · 1\sJan\s2026/)
    const size = { width: 1280, height: 720, seconds: 8.04 }
    expect(factsOf(job, size)).toMatch(/^Image\sto\svideo · Push\sin · 1280\s×\s720 · 8\ss · 1\sJan\s2026/)
  })
})
