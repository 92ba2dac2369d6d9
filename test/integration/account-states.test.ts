import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import type { Database } from '../../server/src/database/database.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { wireUseCases } from '../../server/src/wiring/wire.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { apiKeyParts } from '../support/api-key-parts.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { sumLedgerOf } from './support/ledger-totals.ts'
import { acceptImage, pollTask } from './support/tasks.ts'

let account: TestAccount
const service = await openServiceOfFile()
beforeEach(async () => {
  account = await service.createAccount('10.00')
})
afterEach(() => service.expectBooksToAgree())

const operator = (database: Database = service.database) => createAdministration(database, { actor: 'ada' })
const stateOf = async () => (await operator().showAccount(account.accountId)).account.state

/** The status of a new order: 200, or the code that refuses it. */
async function order(): Promise<string> {
  const { status, body } = await account.call('POST', '/api/v1/images/generations', { prompt: 'a fox' })
  return status === 200 ? '200' : body.code
}

async function taskStatuses(): Promise<string[]> {
  const { tasks } = await operator().listTasks({ accountId: account.accountId, limit: 200 })
  return tasks.map(({ status }) => status)
}

async function actions(): Promise<string[]> {
  const entries = await operator().listAuditEntries({ accountId: account.accountId, limit: 100 })
  return entries.map(({ action }) => action).reverse()
}

describe('suspending an account', () => {
  test('accepts none of a hundred simultaneous orders after it has returned', async () => {
    const { accountId } = account
    // Two API processes, each with its own writer of orders.
    const processes = [0, 1].map(() => wireUseCases(service.parts, { onAccepted: () => undefined }))
    const request = { accountId, product: 'image.generate' as const, parameters: { prompt: 'a fox' } }
    const send = (count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, (_, index) => processes[index % 2]?.acceptGeneration(request)),
      )
    const early = send(50)
    const suspended = operator().suspendAccount({ accountId, reason: 'does not pay' })
    const meanwhile = send(25)
    await suspended
    const accepted = (await taskStatuses()).length
    for (const outcome of await send(25))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ACCOUNT_NOT_ACTIVE' } })
    await Promise.all([early, meanwhile])
    expect(await taskStatuses()).toHaveLength(accepted)
    await service.runQueue()
  })

  test('leaves everything else: tasks run to their end, and polls, lists, cancels and GET /me work', async () => {
    const { accountId } = account
    const [running, waiting] = [await acceptImage(account), await acceptImage(account)]
    const [task] = await service.claim(1)
    await operator().suspendAccount({ accountId })
    expect(await order()).toBe('ACCOUNT_NOT_ACTIVE')
    const upload = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    expect(upload.body.code).toBe('ACCOUNT_NOT_ACTIVE')
    if (task !== undefined) await runTask(service.run, task, new AbortController().signal)
    expect((await pollTask(account, task?.id ?? '')).status).toBe('SUCCEEDED')
    const other = task?.id === running ? waiting : running
    expect((await account.call('POST', `/api/v1/tasks/${other}/cancel`)).status).toBe(200)
    expect((await account.call('GET', '/api/v1/me')).status).toBe(200)
    expect((await account.call('GET', '/api/v1/tasks')).body.tasks).toHaveLength(2)
  })

  test('is undone by resuming, and each is recorded once with its reason, however often it is repeated', async () => {
    const { accountId } = account
    for (let count = 0; count < 2; count += 1)
      await operator().suspendAccount({ accountId, reason: 'does not pay' })
    expect(await order()).toBe('ACCOUNT_NOT_ACTIVE')
    for (let count = 0; count < 2; count += 1) await operator().resumeAccount({ accountId })
    expect(await order()).toBe('200')
    const entries = await operator().listAuditEntries({ accountId, limit: 2 })
    expect(entries).toMatchObject([
      { actor: 'ada', action: 'resume-account', subject: accountId, details: {} },
      { actor: 'ada', action: 'suspend-account', subject: accountId, details: { reason: 'does not pay' } },
    ])
    await service.runQueue()
  })

  test('of one that does not exist is an error', async () => {
    const request = { accountId: 'nobody' }
    for (const action of ['suspendAccount', 'resumeAccount', 'closeAccount'] as const)
      await expect(operator()[action](request)).rejects.toThrow('There is no account nobody.')
  })
})

describe('closing an account', () => {
  test('cancels and refunds what waits, and says how many tasks are still running, which end normally', async () => {
    for (let count = 0; count < 3; count += 1) await acceptImage(account)
    const other = await service.createAccount('1.00')
    const untouched = await acceptImage(other)
    const claimed = await service.claim(1)
    const closed = await operator().closeAccount({ accountId: account.accountId, reason: 'leaves' })
    const [task] = claimed
    const isOwn = task?.accountId === account.accountId
    expect(closed).toMatchObject({
      account: { state: 'CLOSED' },
      cancelled: isOwn ? 2 : 3,
      running: isOwn ? 1 : 0,
    })
    expect(await order()).toBe('ACCOUNT_NOT_ACTIVE')
    const upload = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    expect(upload.body.code).toBe('ACCOUNT_NOT_ACTIVE')
    for (const task of claimed) await runTask(service.run, task, new AbortController().signal)
    expect((await account.money()).reserved).toBe('0.00')
    expect((await account.call('GET', '/api/v1/me')).status).toBe(200)
    await service.runQueue()
    expect((await pollTask(other, untouched)).status).toBe('SUCCEEDED')
  })

  test('refunds each waiting task once while workers claim them', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, () => acceptImage(account)))
    const work = async (worker: string) => {
      for (
        let tasks = await service.claim(2, worker);
        tasks.length > 0;
        tasks = await service.claim(2, worker)
      )
        for (const task of tasks) await runTask(service.run, task, new AbortController().signal)
    }
    const { accountId } = account
    const closings = [operator().closeAccount({ accountId }), operator().closeAccount({ accountId })]
    const [one] = await Promise.all([...closings, work('one'), work('two')])
    const statuses = await taskStatuses()
    expect(statuses).toHaveLength(ids.length)
    const [cancelled, succeeded] = ['CANCELLED', 'SUCCEEDED'].map(
      (status) => statuses.filter((each) => each === status).length,
    )
    expect((cancelled ?? 0) + (succeeded ?? 0)).toBe(ids.length)
    expect(one).toMatchObject({ account: { state: 'CLOSED' } })
    const { account: after } = await operator().showAccount(accountId)
    const ledger = await sumLedgerOf(service, accountId)
    expect(after.reserved.toString()).toBe('0.00')
    expect(after.balance.plus(ledger.charged).toString()).toBe('10.00')
    expect(ledger.refunded.micros + ledger.charged.micros).toBe(ledger.reserved.micros)
    expect((await actions()).filter((action) => action === 'close-account')).toHaveLength(1)
  })

  test('also cancels the tasks that are blocked because the account runs as many as it may', async () => {
    const { accountId } = account
    await service.database.transaction((tx) =>
      tx.db.updateTable('accounts').set({ tasks_running_max: 1n }).where('id', '=', accountId).execute(),
    )
    for (let count = 0; count < 4; count += 1) await acceptImage(account)
    const [task] = await service.claim(10)
    const { blocked } = await service.database.read((db) =>
      db
        .selectFrom('held_tasks')
        .select((row) => row.fn.countAll<bigint>().as('blocked'))
        .executeTakeFirstOrThrow(),
    )
    expect(Number(blocked)).toBe(3)
    expect(await operator().closeAccount({ accountId })).toMatchObject({ cancelled: 3, running: 1 })
    if (task !== undefined) await runTask(service.run, task, new AbortController().signal)
    expect((await taskStatuses()).sort()).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED', 'SUCCEEDED'])
    expect((await account.money()).reserved).toBe('0.00')
  })

  test('that broke off is finished by a repetition', async () => {
    for (let count = 0; count < 4; count += 1) await acceptImage(account)
    let left = 3
    const dying: Database = {
      ...service.database,
      transaction: (work) => {
        left -= 1
        if (left < 0) throw new Error('the process dies')
        return service.database.transaction(work)
      },
    }
    const { accountId } = account
    await expect(operator(dying).closeAccount({ accountId })).rejects.toThrow('dies')
    expect((await taskStatuses()).filter((status) => status === 'QUEUED')).toHaveLength(2)
    expect(await order()).toBe('ACCOUNT_NOT_ACTIVE')
    expect(await operator().closeAccount({ accountId })).toMatchObject({ cancelled: 2, running: 0 })
    expect(await account.money()).toEqual({ balance: '10.00', reserved: '0.00' })
    expect(await operator().closeAccount({ accountId })).toMatchObject({ cancelled: 0, running: 0 })
    expect((await actions()).filter((action) => action === 'close-account')).toHaveLength(1)
  })

  test('is undone by resuming; until then it gets no key, and cannot be suspended', async () => {
    const { accountId } = account
    const { keyId } = apiKeyParts(account.apiKey)
    await operator().closeAccount({ accountId })
    const refused = [
      operator().issueApiKey(accountId),
      operator().rotateApiKey(keyId, { overlapMs: 0 }),
      operator().suspendAccount({ accountId }),
    ]
    for (const outcome of await Promise.allSettled(refused))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { name: 'AccountClosedError' } })
    await operator().debitAccount({ accountId, amount: Usd.parse('10') })
    await operator().resumeAccount({ accountId })
    expect(await stateOf()).toBe('ACTIVE')
    expect(await order()).toBe('INSUFFICIENT_BALANCE')
    expect((await operator().issueApiKey(accountId)).accountId).toBe(accountId)
  })
})
