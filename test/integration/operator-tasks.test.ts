import { beforeEach, describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewTaskHistory } from '../../server/src/operator/task-views.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { openServiceOfFile, startTestService, type TestAccount } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage, expectCharged, expectRefunded, failTasks, pollTask } from './support/tasks.ts'

let account: TestAccount
const service = await openServiceOfFile()
beforeEach(async () => {
  account = await service.createAccount()
})

const operatorOf = ({ database }: Pick<typeof service, 'database'>) =>
  createAdministration(database, { actor: 'ada@desk' })
const operator = () => operatorOf(service)
const never = () => new AbortController().signal

async function auditOf(accountId: string, action: string) {
  const entries = await operator().listAuditEntries({ accountId, limit: 100 })
  return entries.filter((entry) => entry.action === action)
}

/** A task that has failed and was refunded. */
async function failedTask(): Promise<string> {
  const id = await acceptImage(account)
  await failTasks(service.database, await service.claim())
  return id
}

describe("an operator's cancellation", () => {
  test('of a waiting task refunds it once, although three operators and its owner cancel at once', async () => {
    const id = await acceptImage(account)
    const cancel = () => operator().cancelTask({ taskId: id, reason: 'asked by telephone' })
    const own = account.call('POST', `/api/v1/tasks/${id}/cancel`)
    const [response, ...ended] = await Promise.all([own, cancel(), cancel(), cancel()])
    expect(response).toMatchObject({ status: 200, body: { status: 'CANCELLED' } })
    for (const one of ended) expect(one).toMatchObject({ taskId: id, status: 'CANCELLED' })
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    expect((await auditOf(account.accountId, 'cancel-task')).length).toBeLessThanOrEqual(1)
    await service.expectBooksToAgree()
  })

  test('is recorded with who and why, and told by the history of the task', async () => {
    const id = await acceptImage(account)
    await operator().cancelTask({ taskId: id, reason: 'asked by telephone' })
    expect(viewTaskHistory(await operator().showTask(id))).toMatchObject({
      cancelledBy: 'operator',
      endedBy: { actor: 'ada@desk', reason: 'asked by telephone' },
      events: expect.arrayContaining([
        expect.objectContaining({ what: 'CANCELLED: by an operator (ada@desk: asked by telephone)' }),
      ]),
    })
    expect(await auditOf(account.accountId, 'cancel-task')).toMatchObject([
      { actor: 'ada@desk', subject: id, details: { reason: 'asked by telephone' } },
    ])
  })

  test('of a running task fails it with a refund, and has its worker stop the job', async () => {
    const engine = createFakeProvider()
    const own = await startTestService({ providers: [engine] })
    const customer = await own.createAccount()
    const id = await acceptImage(customer)
    engine.mockStart({ kind: 'started', job: { id: 'j1' } })
    const leaseLost = new AbortController()
    engine.mockPoll(async () => {
      expect(await operatorOf(own).cancelTask({ taskId: id })).toMatchObject({
        status: 'FAILED',
        engine: 'fake',
      })
      // As the next heartbeat does.
      leaseLost.abort()
      return { kind: 'pending' }
    })
    await runTask(own.run, await own.claimOne(), leaseLost.signal)
    await expectRefunded(customer, id, 'GENERATION_FAILED')
    expect(engine.cancelled).toEqual([{ id: 'j1' }])
    await own.runQueue()
    expect(engine.started).toHaveLength(1)
    await own.expectBooksToAgree()
  })

  test('of a task that waits for another attempt takes it out of the queue', async () => {
    const id = await acceptImage(account)
    await service.claim()
    service.advance(31_000)
    await recoverLeases(service.run)
    const ended = await operator().cancelTask({ taskId: id, reason: 'it never ends' })
    expect(ended).toMatchObject({ status: 'FAILED' })
    await service.runQueue()
    await expectRefunded(account, id, 'GENERATION_FAILED')
    expect(viewTaskHistory(await operator().showTask(id))).toMatchObject({
      cancelledBy: null,
      endedBy: { actor: 'ada@desk', reason: 'it never ends' },
    })
    await service.expectBooksToAgree()
  })

  test('that races with settlements and claims ends each task once, with its money settled once', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => acceptImage(account)))
    const claimed = await service.claim(6)
    const cancellations = ids.map((taskId) =>
      operator()
        .cancelTask({ taskId })
        .then(({ status }) => status)
        .catch((error: { code?: string }) => error.code),
    )
    const runs = claimed.map((task) => runTask(service.run, task, never()))
    const more = service
      .claim(6, 'another')
      .then((tasks) => Promise.all(tasks.map((task) => runTask(service.run, task, never()))))
    const outcomes = await Promise.all(cancellations)
    await Promise.all([...runs, more])
    await service.runQueue()
    const statuses = await Promise.all(ids.map(async (id) => (await pollTask(account, id)).status))
    expect(statuses.map((status) => (status === 'SUCCEEDED' ? 'TASK_ENDED' : status))).toEqual(outcomes)
    await service.expectBooksToAgree()
  })

  test('of a task that has ended is refused, and changes nothing', async () => {
    const id = await acceptImage(account)
    await service.runQueue()
    const money = await account.money()
    await expect(operator().cancelTask({ taskId: id })).rejects.toMatchObject({ code: 'TASK_ENDED' })
    expect(await account.money()).toEqual(money)
    await expectCharged(account, id)
    const failed = await failedTask()
    await expect(operator().cancelTask({ taskId: failed })).rejects.toMatchObject({ code: 'TASK_ENDED' })
  })
})

describe("an operator's retry", () => {
  test('orders a failed task again as a new one with the same request, price and owner, and leaves the old one as it is', async () => {
    const id = await failedTask()
    const before = await pollTask(account, id)
    const { taskId, ...retried } = await operator().retryTask({ taskId: id, reason: 'the engine was ill' })
    expect(retried).toMatchObject({ retryOf: id, isRepeated: false })
    expect(await account.money()).toMatchObject({ reserved: retried.reserved.toString() })
    await service.runQueue()
    await expectCharged(account, taskId)
    expect(await pollTask(account, id)).toEqual(before)
    const [old, now] = [await operator().showTask(id), await operator().showTask(taskId)]
    expect(now.task.parameters).toEqual(old.task.parameters)
    expect(now.task.apiKeyId).toBe(old.task.apiKeyId)
    expect([old.retries, now.retries]).toEqual([
      { retryOf: undefined, retriedAs: taskId },
      { retryOf: id, retriedAs: undefined },
    ])
    expect(await auditOf(account.accountId, 'retry-task')).toMatchObject([
      { actor: 'ada@desk', subject: id, details: { reason: 'the engine was ill', retriedAs: taskId } },
    ])
    await service.expectBooksToAgree()
  })

  test('makes one new task, although four operators retry at once, and one of them again', async () => {
    const id = await failedTask()
    const retry = () => operator().retryTask({ taskId: id })
    const retried = await Promise.all([retry(), retry(), retry(), retry()])
    expect(new Set([...retried, await retry()].map(({ taskId }) => taskId)).size).toBe(1)
    expect(retried.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1)
    expect(await account.money()).toMatchObject({ reserved: retried[0].reserved.toString() })
    expect(await auditOf(account.accountId, 'retry-task')).toHaveLength(1)
    await service.expectBooksToAgree()
  })

  test('is refused and reserves nothing while the balance is below the price, and works once it is not', async () => {
    const id = await failedTask()
    const { balance } = await account.money()
    const { accountId } = account
    await operator().debitAccount({ accountId, amount: Usd.parse(balance) })
    const refused = { code: 'TASK_NOT_RETRYABLE', message: expect.stringContaining('balance') }
    await expect(operator().retryTask({ taskId: id })).rejects.toMatchObject(refused)
    expect(await account.money()).toEqual({ balance: '0.00', reserved: '0.00' })
    await operator().creditAccount({ accountId, amount: Usd.parse('1') })
    expect(await operator().retryTask({ taskId: id })).toMatchObject({ isRepeated: false })
    await service.expectBooksToAgree()
  })

  test('is refused like any order while the product is paused, and reserves nothing', async () => {
    const id = await failedTask()
    const money = await account.money()
    const product = { kind: 'product', name: 'image.generate' } as const
    await operator().pause(product, 'a repair')
    const refused = {
      code: 'TASK_NOT_RETRYABLE',
      message: expect.stringContaining('image.generate is paused'),
    }
    await expect(operator().retryTask({ taskId: id })).rejects.toMatchObject(refused)
    expect(await account.money()).toEqual(money)
    await operator().resume(product)
    expect(await operator().retryTask({ taskId: id })).toMatchObject({ isRepeated: false })
    await service.expectBooksToAgree()
  })

  test('is refused for a task that has not failed, and for an account that is not active', async () => {
    const id = await acceptImage(account)
    const refused = { code: 'TASK_NOT_RETRYABLE' }
    await expect(operator().retryTask({ taskId: id })).rejects.toMatchObject(refused)
    await service.runQueue()
    await expect(operator().retryTask({ taskId: id })).rejects.toMatchObject(refused)
    const failed = await failedTask()
    await operator().suspendAccount({ accountId: account.accountId })
    await expect(operator().retryTask({ taskId: failed })).rejects.toMatchObject(refused)
    await service.expectBooksToAgree()
  })

  test('says that the input has been deleted, and that the request has been erased, unless it is a repetition', async () => {
    const assetId = (await account.upload(pngOf(40, 30), 'image/png')).body.id
    const order = { prompt: 'a', assetId }
    const { body } = await account.call('POST', '/api/v1/images/transformations', order)
    await failTasks(service.database, await service.claim())
    expect(await operator().retryTask({ taskId: body.id })).toMatchObject({ isRepeated: false })
    await failTasks(service.database, await service.claim())
    const { body: second } = await account.call('POST', '/api/v1/images/transformations', order)
    await failTasks(service.database, await service.claim())
    expect((await account.call('DELETE', `/api/v1/uploads/${assetId}`)).status).toBe(200)
    const gone = { code: 'TASK_NOT_RETRYABLE', message: expect.stringContaining('input image') }
    await expect(operator().retryTask({ taskId: second.id })).rejects.toMatchObject(gone)

    const retried = await operator().retryTask({ taskId: body.id })
    expect(retried).toMatchObject({ retryOf: body.id, isRepeated: true })

    const erased = await failedTask()
    await service.database.transaction((tx) =>
      tx.db
        .updateTable('tasks')
        .set({ scrubbed_at: BigInt(tx.nowMs), parameters: '{}' })
        .where('id', '=', erased)
        .execute(),
    )
    const refused = { code: 'TASK_NOT_RETRYABLE', message: expect.stringContaining('erased') }
    await expect(operator().retryTask({ taskId: erased })).rejects.toMatchObject(refused)
  })
})

describe.each(['cancelTask', 'retryTask'] as const)('%s', (action) => {
  test.each(['0'.repeat(24), "' OR 1=1 --", '', '😀', 'a'.repeat(5_000), '../../admin'])(
    'of the unknown task %s is refused',
    async (taskId) => {
      await expect(operator()[action]({ taskId })).rejects.toMatchObject({ code: 'UNKNOWN_ID' })
    },
  )
})
