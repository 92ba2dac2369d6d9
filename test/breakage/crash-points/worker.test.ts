import { beforeEach, describe, expect, test } from 'vitest'
import { listGateChecks } from '../../../server/src/database/gate-checks.ts'
import { pollTask } from '../../integration/support/tasks.ts'
import type { TestAccount } from '../../support/service.ts'
import { untilHolds } from '../../support/until-holds.ts'
import { type FaultService, faultServiceOfFile } from '../service/fault-service.ts'

/**
 * Every step of a worker's first attempt with a gate, and how often the gate has been asked in the end before and after an
 * engine that must not be started twice: if never after it, the task is not given to the engine again.
 */
const gatedAttempt = [
  ['first heartbeat', 'before COMMIT', 1, 1],
  ['first heartbeat', 'after COMMIT', 1, 1],
  ['claim', 'before COMMIT', 1, 1],
  ['claim', 'after COMMIT', 1, 1],
  ['record of the request before the engine', 'before COMMIT', 1, 1],
  ['record of the request before the engine', 'after COMMIT', 1, 1],
  ['gate before the engine', 'before ask', 1, 1],
  ['gate before the engine', 'after ask', 2, 1],
  ['intent', 'before COMMIT', 1, 1],
  ['intent', 'after COMMIT', 1, 0],
  ['start', 'before start', 1, 0],
  ['start', 'after start', 1, 0],
  ['job id', 'before COMMIT', 1, 0],
  ['job id', 'after COMMIT', 1, 1],
  ['poll', 'before poll', 1, 1],
  ['poll', 'after poll', 1, 1],
  ['store', 'before put', 1, 1],
  ['store', 'after put', 1, 1],
  ['record of the request after the engine', 'before COMMIT', 1, 1],
  ['record of the request after the engine', 'after COMMIT', 1, 1],
  ['gate after the engine', 'before ask', 1, 1],
  ['gate after the engine', 'after ask', 1, 2],
  ['settle', 'before COMMIT', 1, 1],
  ['settle', 'after COMMIT', 1, 1],
] as const
const attempt = gatedAttempt.filter(([what]) => !/gate|record/.test(what))

/** By how often an engine of theirs may be asked to start a task. */
const paths = { once: '/api/v1/images/generations', idempotent: '/api/v1/videos/generations' } as const
type Kind = keyof typeof paths

async function order(account: TestAccount, kind: Kind): Promise<string> {
  const { status, body } = await account.call('POST', paths[kind], { prompt: 'a lake' })
  expect(status).toBe(200)
  return body.id
}

/**
 * Has another worker end the task of one that was killed. MySQL rolls back, and gives locks free, once it notices that a
 * connection is gone; until then a worker passes by what is locked.
 */
function takenOver(service: FaultService, account: TestAccount, id: string) {
  return untilHolds(async () => {
    await service.recoverNow()
    await service.runQueue()
    const task = await pollTask(account, id)
    expect(task.status).not.toMatch(/^(QUEUED|PROCESSING)$/)
    return task
  })
}

/** The only task that an account has ordered is in its usage once, however often a worker has tried to end it. */
async function expectCountedOnce(account: TestAccount, charged: string): Promise<void> {
  const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  const { body } = await account.call('GET', `/api/v1/usage?from=${dateIn(-1)}&to=${dateIn(30)}`)
  expect(body.charged).toBe(charged)
  const ended = charged === '0.00' ? { succeeded: 0, failed: 1 } : { succeeded: 1, failed: 0 }
  expect(body.days).toMatchObject([{ ...ended, cancelled: 0, charged }])
}

/** How often the gate was asked about a task, and what the database knows of that. */
async function expectAsked({ gate, database }: FaultService, id: string, before: number, after: number) {
  expect(gate?.requests.get(`before ${id}`)).toBe(before)
  expect(gate?.requests.get(`after ${id}`) ?? 0).toBe(after)
  const checks = await database.read((db) => listGateChecks(db, id))
  // Every request was on record before it was sent, and the one without a verdict is recognised.
  expect(checks.length).toBeGreaterThanOrEqual(before + after)
  expect(checks.filter(({ verdict }) => verdict === 'allowed')).toHaveLength(after === 0 ? 1 : 2)
}

function killAtEachStep(
  current: () => FaultService,
  steps: readonly (typeof gatedAttempt)[number][],
  kind: Kind,
): void {
  test('passes the steps at which it is killed below', async () => {
    const account = await current().createAccount()
    const id = await order(account, 'once')
    const worker = current().start('worker')
    await worker.passed(steps.length)
    await worker.kill()
    expect(worker.steps).toEqual(steps.map(([, step]) => step))
    expect((await pollTask(account, id)).status).toBe('SUCCEEDED')
  })

  const cases = steps.map(([what, when, before, after], at) => ({
    what,
    when,
    before,
    after,
    crashAt: at + 1,
  }))
  test.each(cases)(
    'killed at $what, $when: another one ends the task, settles it once and submits nothing twice',
    async ({ before, after, crashAt }) => {
      const service = current()
      const account = await service.createAccount('10.00')
      const id = await order(account, kind)
      const { reserved } = await account.money()
      await service.killAt(crashAt, 'worker')

      const task = await takenOver(service, account, id)
      const isRefunded = kind === 'once' && after === 0
      expect(task.error?.code ?? task.status).toBe(isRefunded ? 'PROVIDER_SUBMIT_AMBIGUOUS' : 'SUCCEEDED')
      await expectCountedOnce(account, isRefunded ? '0.00' : reserved)
      const money = await account.money()
      expect(money.reserved).toBe('0.00')
      expect(Number(money.balance)).toBeCloseTo(10 - (isRefunded ? 0 : Number(reserved)), 6)
      if (service.gate !== undefined) await expectAsked(service, id, before, after)
      expect(await service.brokenPromises()).toEqual([])
    },
  )
}

describe('a worker whose engine may be asked again', () => {
  const current = faultServiceOfFile()
  killAtEachStep(current, attempt, 'idempotent')

  test('that was frozen while its task was taken over resumes, writes nothing, and deletes its bytes', async () => {
    const service = current()
    const account = await service.createAccount('10.00')
    const id = await order(account, 'once')
    const beforeSettle = attempt.findIndex(([what]) => what === 'settle')
    const zombie = service.start('worker', { crashAt: beforeSettle, crashSignal: 'SIGSTOP' })
    await zombie.passed(beforeSettle)
    await service.recoverNow()
    await service.runQueue()
    const done = await pollTask(account, id)
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
    const after = await pollTask(account, id)
    expect({ ...after, output: undefined }).toEqual({ ...done, output: undefined })
    expect((await fetch(after.output.images[0].url)).status).toBe(200)
    expect(await account.money()).toEqual(money)
    expect(await service.brokenPromises()).toEqual([])
  })
})

describe('a worker with a gate, whose engine must not be asked again', () => {
  const current = faultServiceOfFile({ withGate: true })
  beforeEach(() => current().gate?.refuse())
  killAtEachStep(current, gatedAttempt, 'once')

  test.each([
    ['before', 'after ask', 8, 0],
    ['before', 'after its verdict was written', 9, 0],
    ['after', 'after ask', 22, 1],
    ['after', 'after its verdict was written', 23, 1],
  ] as const)(
    'killed while the gate %s refuses, %s: the task is refunded once, and nothing is left',
    async (stage, _when, crashAt, submissions) => {
      const service = current()
      service.gate?.refuse(stage)
      const account = await service.createAccount('10.00')
      const id = await order(account, 'idempotent')
      await service.killAt(crashAt, 'worker')
      expect((await takenOver(service, account, id)).error?.code).toBe('INVALID_INPUT')
      expect(service.engine.submissions.get(`idempotent ${id}`) ?? 0).toBe(submissions)
      expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
      expect(await service.brokenPromises()).toEqual([])
    },
  )
})
