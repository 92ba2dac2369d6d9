import { ServiceError } from '@mediagen/contract/errors'
import { describe, expect, test } from 'vitest'
import { claimTasks } from '../../server/src/database/tasks/claim-tasks.ts'
import { startTasks } from '../../server/src/database/tasks/task-moves.ts'
import { findTask } from '../../server/src/database/tasks/tasks.ts'
import { cancelTask } from '../../server/src/use-cases/tasks/cancel-task.ts'
import { wireTaskWatch } from '../../server/src/wiring/wire-task-watch.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { openServiceOfFile, type TestAccount } from '../support/service.ts'
import { afterStatements } from './support/after-statements.ts'
import { countRows } from './support/row-counts.ts'

const service = await openServiceOfFile()

async function accept(account: TestAccount): Promise<string> {
  return (await account.call('POST', '/api/v1/images/generations', { prompt: 'a lighthouse' })).body.id
}
const cancel = (account: TestAccount, id: string, requestId = 'fixed') =>
  account.call('POST', `/api/v1/tasks/${id}/cancel`, undefined, { 'X-Request-Id': requestId })
const poll = async (account: TestAccount, id: string) =>
  (await account.call('GET', `/api/v1/tasks/${id}`)).body

test('cancelling a task that is scrubbed meanwhile gets the response of an unknown one', async () => {
  const account = await service.createAccount('1.00')
  const id = await accept(account)
  await service.runQueue()
  const database: typeof service.database = {
    ...service.database,
    transaction: (work) =>
      service.database.transaction((tx) => {
        const scrub = () =>
          tx.db
            .updateTable('tasks')
            .set({ scrubbed_at: BigInt(tx.nowMs) })
            .where('id', '=', id)
            .execute()
        return work(afterStatements(tx, 1, scrub))
      }),
  }
  const cancelling = cancelTask({ database, taskWatch: { wake: () => undefined } }, account.accountId, id)
  await expect(cancelling).rejects.toMatchObject({ code: 'TASK_NOT_FOUND' })
})

describe('cancelling a queued task', () => {
  test('ends it as CANCELLED, refunds it in full and takes it from the queue', async () => {
    const account = await service.createAccount('1.00')
    const id = await accept(account)
    expect(await cancel(account, id)).toMatchObject({ status: 200, body: { id, status: 'CANCELLED' } })
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
    expect(await service.claim(100)).toEqual([])
    const task = await poll(account, id)
    expect(task).toMatchObject({ status: 'CANCELLED', startedAt: null, output: null, error: null })
    expect(task.completedAt).not.toBeNull()
    await service.expectBooksToAgree()
  })

  test('again returns the identical response, and refunds nothing more', async () => {
    const account = await service.createAccount('1.00')
    const id = await accept(account)
    const first = await cancel(account, id)
    const before = await countRows(service.database)
    const again = await cancel(account, id)
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(await countRows(service.database)).toEqual(before)
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
  })

  test('20 times at once refunds it once', async () => {
    const account = await service.createAccount('1.00')
    const id = await accept(account)
    const responses = await Promise.all(Array.from({ length: 20 }, () => cancel(account, id)))
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
    await service.expectBooksToAgree()
  })
})

describe('a task that has started is not cancelled: 409, and nothing changes', () => {
  test('while it is PROCESSING', async () => {
    const account = await service.createAccount('1.00')
    const id = await accept(account)
    const [task] = await service.claim()
    const before = [await poll(account, id), await account.money(), await countRows(service.database)]
    expect(await cancel(account, id)).toMatchObject({ status: 409, body: { code: 'TASK_NOT_CANCELLABLE' } })
    expect([await poll(account, id), await account.money(), await countRows(service.database)]).toEqual(
      before,
    )
    if (task !== undefined) await runTask(service.run, task, new AbortController().signal)
    expect((await poll(account, id)).status).toBe('SUCCEEDED')
  })

  test('while it waits to be taken over from a silent worker; it still runs', async () => {
    const account = await service.createAccount('1.00')
    const id = await accept(account)
    await service.claim()
    service.advance(31_000)
    await recoverLeases(service.run)
    expect((await cancel(account, id)).status).toBe(409)
    expect((await poll(account, id)).status).toBe('PROCESSING')
    await service.runQueue()
    expect((await poll(account, id)).status).toBe('SUCCEEDED')
    await service.expectBooksToAgree()
  })

  test('after it SUCCEEDED', async () => {
    const account = await service.createAccount('1.00')
    const id = await accept(account)
    await service.runQueue()
    const money = await account.money()
    expect((await cancel(account, id)).status).toBe(409)
    expect((await poll(account, id)).status).toBe('SUCCEEDED')
    expect(await account.money()).toEqual(money)
  })

  test('after it FAILED', async () => {
    const account = await service.createAccount('1.00')
    const id = await accept(account)
    service.provider.mockStart({ kind: 'rejected', message: 'no' })
    await service.runQueue()
    expect((await cancel(account, id)).status).toBe(409)
    expect(await poll(account, id)).toMatchObject({ status: 'FAILED', error: { code: 'INVALID_INPUT' } })
    expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
  })
})

test('a claim races a cancellation: exactly one wins, and the ledger agrees', async () => {
  const account = await service.createAccount('10.00')
  const { database } = service
  const taskWatch = wireTaskWatch(service.parts)
  for (let round = 0; round < 50; round += 1) {
    const id = await accept(account)
    const claim = () =>
      service.database.transaction((tx) => claimTasks(tx, { worker: 'racer', limit: 5, leaseMs: 30_000 }))
    const cancelling = () =>
      cancelTask({ database, taskWatch }, account.accountId, id).catch((error: unknown) => {
        if (error instanceof ServiceError) return error.code
        throw error
      })
    // The claim begins first, or some turns of the event loop later, so that the two race at every stage.
    const early = round % 2 === 0 ? claim() : undefined
    const cancellation = cancelling()
    for (let turn = 0; early === undefined && turn < round; turn += 1) await new Promise(setImmediate)
    const [{ tasks: claimed }, result] = await Promise.all([early ?? claim(), cancellation])
    const { status } = await poll(account, id)
    if (status === 'CANCELLED') {
      expect([claimed, result]).toEqual([[], { id, status: 'CANCELLED' }])
    } else {
      expect([claimed.map((task) => task.id), result]).toEqual([[id], 'TASK_NOT_CANCELLABLE'])
      expect(status).toBe('PROCESSING')
    }
    for (const task of claimed) await runTask(service.run, task, new AbortController().signal)
  }
  const { reserved } = await account.money()
  expect(reserved).toBe('0.00')
  await service.expectBooksToAgree()
})

test('a cancellation wakes those who wait for the task, a refused one wakes nobody', async () => {
  const account = await service.createAccount('1.00')
  const [waiting, started] = [await accept(account), await accept(account)].toSorted()
  const woken: string[] = []
  const deps = { database: service.database, taskWatch: { wake: (id: string) => void woken.push(id) } }
  await cancelTask(deps, account.accountId, waiting ?? '')
  const [task] = await service.claim()
  await expect(cancelTask(deps, account.accountId, started ?? '')).rejects.toMatchObject({
    code: 'TASK_NOT_CANCELLABLE',
  })
  expect(woken).toEqual([waiting])
  if (task !== undefined) await runTask(service.run, task, new AbortController().signal)
})

test('a task that was cancelled since a worker read it is not started, and stays refunded', async () => {
  const account = await service.createAccount('1.00')
  const id = await accept(account)
  const task = await service.database.read((db) => findTask(db, account.accountId, id))
  if (task === undefined) throw new Error('An accepted task is not there.')
  await cancel(account, id)
  const starting = service.database.transaction((tx) => startTasks(tx, [task]))
  await expect(starting).rejects.toThrow('is not QUEUED')
  expect(await poll(account, id)).toMatchObject({ status: 'CANCELLED', startedAt: null })
  expect(await account.money()).toEqual({ balance: '1.00', reserved: '0.00' })
})

test('another account’s task gets byte for byte the response of an unknown one', async () => {
  const [owner, other] = [await service.createAccount(), await service.createAccount()]
  const id = await accept(owner)
  const bytes = async (method: string, path: string) => {
    const response = await fetch(`${service.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${other.apiKey}`, 'X-Request-Id': 'same' },
    })
    const headers = [...response.headers].filter(([name]) => name !== 'date')
    return JSON.stringify([response.status, headers, await response.text()])
  }
  const never = '0000000000000000000000aa'
  expect(await bytes('POST', `/api/v1/tasks/${id}/cancel`)).toBe(
    await bytes('POST', `/api/v1/tasks/${never}/cancel`),
  )
  expect(await bytes('POST', `/api/v1/tasks/${id}/cancel`)).toMatch(/^\[404,/)
  expect(await bytes('GET', `/api/v1/tasks/${id}`)).toBe(await bytes('GET', `/api/v1/tasks/${never}`))
  expect(await bytes('GET', `/api/v1/tasks/${id}`)).toMatch(/^\[404,/)
  expect((await poll(owner, id)).status).toBe('QUEUED')
})
