import { readFile } from 'node:fs/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { createFakeProvider, onePixelPng } from '../support/fake-provider.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { expectCharged, expectRefunded, pollTask, startWithImage } from './support/tasks.ts'

const kinds = ['once', 'idempotent'] as const

describe.each(kinds)('a job at an engine that takes it %s', (submission) => {
  test('is polled until it is done, through silence and pending, without being started again', async () => {
    const provider = createFakeProvider({ submission })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    const away = { kind: 'unavailable', message: 'time-out' } as const
    provider.mockPoll({ kind: 'pending' }, away, away, away, away, away, away, { kind: 'pending' })
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started).toHaveLength(1)
  })

  test.each(['INVALID_INPUT', 'GENERATION_FAILED'] as const)(
    'that fails with %s fails the task with the same code, refunded',
    async (code) => {
      const provider = createFakeProvider({ submission })
      const { service, account, id } = await startWithImage({ providers: [provider] })
      provider.mockPoll({ kind: 'failed', code, message: 'as the engine says' })
      await service.runQueue()
      await expectRefunded(account, id, code)
      expect((await pollTask(account, id)).error.message).toBe('as the engine says')
      expect(provider.started).toHaveLength(1)
      await service.expectBooksToAgree()
    },
  )
})

describe('a job that the engine has lost', () => {
  test('fails if the engine takes a job once: GENERATION_FAILED, refunded', async () => {
    const provider = createFakeProvider({ submission: 'once' })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockPoll({ kind: 'lost' })
    await service.runQueue()
    await expectRefunded(account, id, 'GENERATION_FAILED')
    expect(provider.started).toHaveLength(1)
  })

  test('is started again if the engine accepts our id', async () => {
    const provider = createFakeProvider({ submission: 'idempotent' })
    const { service, account, id } = await startWithImage({ providers: [provider] })
    provider.mockPoll({ kind: 'lost' }, { kind: 'lost' })
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started.map((job) => job.taskId)).toEqual([id, id, id])
  })

  test('because a worker handed the task back costs no attempt: the next worker starts it again', async () => {
    const provider = createFakeProvider({ submission: 'idempotent' })
    const { service, account, id } = await startWithImage({
      providers: [provider],
      runSettings: { attemptsMax: 1 },
    })
    const stop = new AbortController()
    provider.mockPoll(
      async () => {
        stop.abort(new Error('The worker is stopping.'))
        return { kind: 'pending' }
      },
      { kind: 'lost' },
    )
    const task = await service.claimOne()
    await runTask(service.run, task, stop.signal)
    await service.runQueue()
    await expectCharged(account, id)
    expect(provider.started.map((job) => job.taskId)).toEqual([id, id])
  })

  test('every time fails with WORKER_TIMEOUT after the allowed attempts, refunded', async () => {
    const provider = createFakeProvider({ submission: 'idempotent' })
    const { service, account, id } = await startWithImage({
      providers: [provider],
      runSettings: { attemptsMax: 2 },
    })
    provider.mockPoll(...Array(10).fill({ kind: 'lost' }))
    await service.runQueue()
    await expectRefunded(account, id, 'WORKER_TIMEOUT')
    expect(provider.started).toHaveLength(2)
  })
})

describe('a job that takes longer than an attempt may', () => {
  const settings = { attemptMsMax: 600, attemptsMax: 2 }

  /** An engine whose jobs outlast an attempt at each poll, and that no longer knows a job once it is cancelled. */
  function startEndlessEngine(submission: 'once' | 'idempotent') {
    const provider = createFakeProvider({ submission })
    const poll = async () => {
      if (provider.cancelled.length > 0 && provider.cancelled.length === provider.started.length)
        return { kind: 'failed', code: 'GENERATION_FAILED', message: 'was cancelled' } as const
      await vi.advanceTimersByTimeAsync(settings.attemptMsMax)
      return { kind: 'pending' } as const
    }
    return { ...provider, poll }
  }

  /** Runs a task by a clock that only its engine moves. */
  async function runTimed({ run }: TestService, task: Task): Promise<void> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    await runTask(run, task, new AbortController().signal).finally(() => vi.useRealTimers())
  }

  test('is stopped at the engine, and the task fails with WORKER_TIMEOUT if the engine takes a job once', async () => {
    const provider = startEndlessEngine('once')
    const { service, account, id } = await startWithImage({ providers: [provider], runSettings: settings })
    await runTimed(service, await service.claimOne())
    await expectRefunded(account, id, 'WORKER_TIMEOUT')
    expect(provider.cancelled).toHaveLength(1)
  })

  test('is stopped and started again if the engine accepts our id, then WORKER_TIMEOUT', async () => {
    const provider = startEndlessEngine('idempotent')
    const { service, account, id } = await startWithImage({ providers: [provider], runSettings: settings })
    for (let tasks = await service.claim(); tasks.length > 0; tasks = await service.claim()) {
      for (const task of tasks) await runTimed(service, task)
    }
    await expectRefunded(account, id, 'WORKER_TIMEOUT')
    expect([provider.started.length, provider.cancelled.length]).toEqual([2, 2])
  })
})

describe('an object store that rejects the result', () => {
  /** Runs what waits with a store whose next `failures` writes fail. */
  async function runWithFailures(service: TestService, failures: number): Promise<{ puts: number }> {
    const { objectStore } = service.parts
    const seen = { puts: 0 }
    const put: typeof objectStore.put = async (object) => {
      seen.puts += 1
      if (seen.puts <= failures) throw new Error('the disk is full')
      await objectStore.put(object)
    }
    const run = { ...service.run, objectStore: { ...objectStore, put } }
    for (let tasks = await service.claim(); tasks.length > 0; tasks = await service.claim()) {
      for (const task of tasks) await runTask(run, task, new AbortController().signal)
    }
    return seen
  }

  test('for a moment is retried, and nothing is rendered twice', async () => {
    const { service, account, id } = await startWithImage()
    await runWithFailures(service, 15)
    await expectCharged(account, id)
    expect(service.provider.started).toHaveLength(1)
  })

  test('for longer costs an attempt; the next one uses the same job’s result', async () => {
    const { service, account, id } = await startWithImage()
    await runWithFailures(service, 25)
    await expectCharged(account, id)
    expect(service.provider.started).toHaveLength(1)
  })

  test('permanently ends in WORKER_TIMEOUT, refunded, with nothing stored', async () => {
    const { service, account, id } = await startWithImage()
    const { puts } = await runWithFailures(service, Number.POSITIVE_INFINITY)
    await expectRefunded(account, id, 'WORKER_TIMEOUT')
    expect(puts).toBe(20 * service.run.settings.attemptsMax)
    expect(await service.storedKeys('results/')).toEqual([])
  })
})

describe('a machine that has no room for the result', () => {
  /** Runs what waits at an engine whose results are finished here, on a disk that is full the first `failures` times. */
  async function runWithFailures(failures: number) {
    const provider = { ...createFakeProvider(), results: 'raw' } as const
    const accepted = await startWithImage({ providers: [provider] })
    const { run, claim } = accepted.service
    let finishes = 0
    const finish: typeof run.finisher.finish = async ({ path }) => {
      finishes += 1
      if (finishes <= failures) throw new Error('FFmpeg could not write the video: No space left on device.')
      const { byteLength: sizeBytes } = await readFile(path)
      return { kind: 'finished', media: { path, contentType: 'image/png', sizeBytes } }
    }
    const deps = { ...run, finisher: { ...run.finisher, finish } }
    for (let tasks = await claim(); tasks.length > 0; tasks = await claim())
      for (const task of tasks) await runTask(deps, task, new AbortController().signal)
    return { ...accepted, provider, finishes: () => finishes }
  }

  test('for a moment is waited for: nothing is generated twice, and the task is charged once', async () => {
    const { account, id, provider, finishes } = await runWithFailures(15)
    await expectCharged(account, id)
    expect([provider.started.length, finishes()]).toEqual([1, 16])
  })

  test('permanently ends in WORKER_TIMEOUT, refunded, and is not blamed on the engine', async () => {
    const { account, id, provider, service } = await runWithFailures(Number.POSITIVE_INFINITY)
    await expectRefunded(account, id, 'WORKER_TIMEOUT')
    expect(JSON.stringify(await pollTask(account, id))).not.toContain('No space')
    expect(await service.parts.breaker.isDown(provider.name)).toBe(false)
    await service.expectBooksToAgree()
  })
})

describe('an object store that cannot read the input', () => {
  /**
   * Runs a transformation at an engine that reads its input, with a store whose first `failures` reads fail.
   */
  async function runWithFailures(failures: number): Promise<{ account: TestAccount; id: string }> {
    const provider = createFakeProvider()
    const start: typeof provider.start = async (job, options) => {
      await job.input?.bytes()
      return provider.start(job, options)
    }
    const service = await startTestService({ providers: [{ ...provider, start }] })
    const account = await service.createAccount()
    const { body: upload } = await account.upload(pngOf(64, 48), 'image/png')
    const body = { assetId: upload.id, prompt: 'at night' }
    const { id } = (await account.call('POST', '/api/v1/images/transformations', body)).body
    const { objectStore } = service.parts
    let reads = 0
    const read: typeof objectStore.read = async (key) => {
      reads += 1
      if (reads <= failures) throw new Error('too many open files')
      return objectStore.read(key)
    }
    const task = await service.claimOne()
    const run = { ...service.run, objectStore: { ...objectStore, read } }
    await runTask(run, task, new AbortController().signal)
    return { account, id }
  }

  test('for a moment is retried within the same attempt', async () => {
    const { account, id } = await runWithFailures(15)
    await expectCharged(account, id)
  })

  test('for longer makes the task wait, because nothing was submitted, and costs no attempt', async () => {
    const { account, id } = await runWithFailures(45)
    await expectCharged(account, id)
  })
})

test.each(['at once', 'from a job'] as const)(
  'a result that an engine delivers %s is kept and charged though the attempt ends while it is fetched',
  async (when) => {
    const attemptMsMax = 1_000
    async function* stream(signal: AbortSignal) {
      yield onePixelPng.subarray(0, 20)
      await vi.advanceTimersByTimeAsync(attemptMsMax * 0.6)
      vi.useRealTimers()
      signal.throwIfAborted()
      yield onePixelPng.subarray(20)
    }
    const provider = { ...createFakeProvider(), results: 'raw' } as const
    const deliver = async () => {
      await vi.advanceTimersByTimeAsync(attemptMsMax * 0.6)
      return { kind: 'succeeded', outputs: [{ stream }] } as const
    }
    if (when === 'at once') provider.mockStart(deliver)
    else provider.mockPoll(deliver)
    const { service, account, id } = await startWithImage({
      providers: [provider],
      runSettings: { attemptMsMax },
    })
    const task = await service.claimOne()
    onTestFinished(() => void vi.useRealTimers())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    await runTask(service.run, task, new AbortController().signal)
    await expectCharged(account, id)
    expect(provider.started).toHaveLength(1)
  },
)

test('every medium of a result is stored and linked, in the order of the engine', async () => {
  const { service, account, id } = await startWithImage()
  const outputs = [
    { contentType: 'image/png', bytes: onePixelPng },
    { contentType: 'image/webp', bytes: Buffer.from('second') },
  ] as const
  service.provider.mockPoll({ kind: 'succeeded', outputs: [...outputs] })
  await service.runQueue()
  const { output } = await pollTask(account, id)
  expect(output.images).toMatchObject([
    { contentType: 'image/png', sizeBytes: expect.any(Number) },
    { contentType: 'image/webp', sizeBytes: 6 },
  ])
  const second = await fetch(output.images[1].url)
  expect([second.headers.get('content-type'), await second.text()]).toEqual(['image/webp', 'second'])
})

test('an engine that fails with a very long message fails the task with the beginning of it', async () => {
  const { service, account, id } = await startWithImage()
  const message = `<html>${'\u{1f63a} '.repeat(50_000)}`
  service.provider.mockPoll({ kind: 'failed', code: 'GENERATION_FAILED', message })
  await service.runQueue()
  await expectRefunded(account, id, 'GENERATION_FAILED')
  const task = await pollTask(account, id)
  expect([...task.error.message]).toHaveLength(2_000)
  expect(task.error.message).toMatch(/^<html>/)
})
