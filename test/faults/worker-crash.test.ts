import { describe, expect, test } from 'vitest'
import { startServiceProcess } from '../support/processes/service-process.ts'
import type { TestAccount } from '../support/service.ts'
import { faultServiceOfFile } from './support/fault-service.ts'

const current = faultServiceOfFile()

/**
 * Every step of a worker's first attempt, and how an engine that must not be started twice handles a death
 * at that step.
 */
const attempt = [
  ['first heartbeat', 'before COMMIT', 'SUCCEEDED'],
  ['first heartbeat', 'after COMMIT', 'SUCCEEDED'],
  ['claim', 'before COMMIT', 'SUCCEEDED'],
  ['claim', 'after COMMIT', 'SUCCEEDED'],
  ['intent', 'before COMMIT', 'SUCCEEDED'],
  ['intent', 'after COMMIT', 'PROVIDER_SUBMIT_AMBIGUOUS'],
  ['start', 'before start', 'PROVIDER_SUBMIT_AMBIGUOUS'],
  ['start', 'after start', 'PROVIDER_SUBMIT_AMBIGUOUS'],
  ['job id', 'before COMMIT', 'PROVIDER_SUBMIT_AMBIGUOUS'],
  ['job id', 'after COMMIT', 'SUCCEEDED'],
  ['poll', 'before poll', 'SUCCEEDED'],
  ['poll', 'after poll', 'SUCCEEDED'],
  ['store', 'before put', 'SUCCEEDED'],
  ['store', 'after put', 'SUCCEEDED'],
  ['settle', 'before COMMIT', 'SUCCEEDED'],
  ['settle', 'after COMMIT', 'SUCCEEDED'],
] as const

const orders = {
  once: { path: '/api/v1/images/generations', body: { prompt: 'a lake' }, cost: '0.02' },
  idempotent: { path: '/api/v1/videos/generations', body: { prompt: 'a lake' }, cost: undefined },
}

async function order(account: TestAccount, kind: keyof typeof orders): Promise<string> {
  const { status, body } = await account.call('POST', orders[kind].path, orders[kind].body)
  expect(status).toBe(200)
  return body.id
}

/** The only task that an account has ordered is in its usage once, however often a worker has tried to end it. */
async function expectCountedOnce(account: TestAccount, charged: string): Promise<void> {
  const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const { body } = await account.call('GET', `/api/v1/usage?from=${dateIn(-1)}&to=${dateIn(30)}`)
  expect(body.charged).toBe(charged)
  const ended = charged === '0.00' ? { succeeded: 0, failed: 1 } : { succeeded: 1, failed: 0 }
  expect(body.days).toMatchObject([{ ...ended, cancelled: 0, charged }])
}

function startWorker(options: { crashAt?: number; crashSignal?: 'SIGSTOP' } = {}) {
  const { environment, engine } = current()
  return startServiceProcess({ role: 'worker', environment, engineUrl: engine.url, ...options })
}

test('the steps of an attempt are those at which the tests below kill a worker', async () => {
  const account = await current().createAccount()
  const id = await order(account, 'once')
  const worker = startWorker()
  await worker.passed(attempt.length)
  await worker.kill()
  expect(worker.steps).toEqual(attempt.map(([, step]) => step))
  expect((await account.call('GET', `/api/v1/tasks/${id}`)).body.status).toBe('SUCCEEDED')
})

describe.each(['once', 'idempotent'] as const)(
  'a worker that is killed, with an engine started %s',
  (kind) => {
    test.each(attempt.map(([what, when, outcome], index) => ({ what, when, outcome, crashAt: index + 1 })))(
      '$what, $when: another worker ends the task, settles it once and submits nothing twice',
      async ({ crashAt, when, outcome }) => {
        const service = current()
        const account = await service.createAccount('10.00')
        const id = await order(account, kind)
        const { reserved } = await account.money()
        const worker = startWorker({ crashAt })
        expect(await worker.ended).toBe('SIGKILL')
        expect(worker.steps.slice(crashAt)).toEqual([])

        await service.recoverNow()
        await service.runQueue()
        const { body: task } = await account.call('GET', `/api/v1/tasks/${id}`)
        const expected = kind === 'once' ? outcome : 'SUCCEEDED'
        expect(task.error?.code ?? task.status, when).toBe(expected)
        await expectCountedOnce(account, expected === 'SUCCEEDED' ? reserved : '0.00')
        const money = await account.money()
        expect(money.reserved).toBe('0.00')
        expect(Number(money.balance)).toBeCloseTo(10 - (expected === 'SUCCEEDED' ? Number(reserved) : 0), 6)
        expect(await service.brokenPromises()).toEqual([])
      },
    )
  },
)

test('a worker that was frozen while its task was taken over resumes, writes nothing, and deletes its bytes', async () => {
  const service = current()
  const account = await service.createAccount('10.00')
  const id = await order(account, 'once')
  const beforeSettle = attempt.findIndex(([what]) => what === 'settle')
  const zombie = startWorker({ crashAt: beforeSettle, crashSignal: 'SIGSTOP' })
  await zombie.passed(beforeSettle)
  await service.recoverNow()
  await service.runQueue()
  const { body: done } = await account.call('GET', `/api/v1/tasks/${id}`)
  expect(done.status).toBe('SUCCEEDED')
  const money = await account.money()

  zombie.signal('SIGCONT')
  // It tries to settle, is rejected, and deletes what it stored.
  await zombie.passed(beforeSettle + 4)
  expect(zombie.steps.slice(beforeSettle)).toEqual([
    'before COMMIT',
    'after COMMIT',
    'before delete',
    'after delete',
  ])
  await zombie.kill()
  const { body: after } = await account.call('GET', `/api/v1/tasks/${id}`)
  expect({ ...after, output: undefined }).toEqual({ ...done, output: undefined })
  expect((await fetch(after.output.images[0].url)).status).toBe(200)
  expect(await account.money()).toEqual(money)
  expect(await service.brokenPromises()).toEqual([])
})
