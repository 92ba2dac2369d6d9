import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../server/src/database/database.ts'
import { readSweep, readSweepPosition } from '../../server/src/database/sweep-runs.ts'
import { listStoredTasksOfAccount } from '../../server/src/database/tasks/stored-results.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewTaskHistory } from '../../server/src/operator/task-views.ts'
import {
  expireResults,
  removeTaskResults,
  scrubOldTasks,
} from '../../server/src/use-cases/sweeps/retention.ts'
import { sweepObjects } from '../../server/src/use-cases/sweeps/sweep-objects.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { acceptImage, pollTask } from './support/tasks.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const keptMs = 30 * dayMs

let service: TestService
let account: TestAccount
beforeEach(async () => {
  service = await startTestService()
  account = await service.createAccount()
})

const expire = () => expireResults(service.parts, keptMs)
const scrub = () => scrubOldTasks(service.parts, keptMs)
const results = () => service.storedKeys('results/')
const linkOf = async (id: string): Promise<string> => (await pollTask(account, id)).output.images[0].url

async function makeImage(prompt?: string): Promise<string> {
  const id = await acceptImage(account, prompt)
  await service.runQueue()
  return id
}

/** What happens once the leases of a dead worker have run out. */
async function recoverAndRun(): Promise<void> {
  await recoverLeases(service.run)
  await service.runQueue()
}

/** Everything that is stored of a task. */
const rowOf = (id: string) =>
  service.database.read((db) =>
    db.selectFrom('tasks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )

/** Every row from which an account's money is explained. */
async function books() {
  return service.database.read(async (db) => ({
    ledger: await db.selectFrom('ledger_entries').selectAll().orderBy('id').execute(),
    usage: await db.selectFrom('usage_days').selectAll().orderBy('day').execute(),
    accounts: await db.selectFrom('accounts').selectAll().orderBy('id').execute(),
  }))
}

describe('results of tasks that ended longer ago than results are kept', () => {
  test('are gone with their bytes, and the poll says since when and why', async () => {
    const id = await makeImage()
    const before = await pollTask(account, id)
    service.advance(keptMs + 1)
    const url = await linkOf(id)
    expect(await expire()).toBe(1)

    expect(await results()).toEqual([])
    const after = await pollTask(account, id)
    expect(after).toEqual({
      ...before,
      output: { images: [], removed: { code: 'RESULT_EXPIRED', removedAt: expect.any(String) } },
    })
    const nowMs = await service.database.nowMs()
    expect(Math.abs(Date.parse(after.output.removed.removedAt) - nowMs)).toBeLessThan(60_000)
    expect((await fetch(url)).status).toBe(404)
    await service.expectBooksToAgree()
  })

  test('take nothing from younger ones, whose links go on working', async () => {
    const old = await makeImage()
    service.advance(keptMs)
    const young = await makeImage()
    service.advance(1)
    expect(await expire()).toBe(1)
    expect((await pollTask(account, old)).output.images).toEqual([])
    expect((await fetch(await linkOf(young))).status).toBe(200)
    expect(await results()).toHaveLength(1)
  })

  test('count from the end of the task, however long it waited, and delay no others', async () => {
    const late = await acceptImage(account)
    const [claimed] = await service.claim()
    expect(claimed?.id).toBe(late)
    const early = await makeImage()
    service.advance(keptMs + dayMs)
    expect(await expire()).toBe(1)
    expect((await pollTask(account, early)).output.images).toEqual([])
    expect((await pollTask(account, late)).status).toBe('PROCESSING')
    await recoverAndRun()
    service.advance(hourMs)
    expect((await pollTask(account, late)).output.images).toHaveLength(1)
    service.advance(keptMs - 2 * hourMs)
    expect(await expire()).toBe(0)
    service.advance(2 * hourMs)
    expect(await expire()).toBe(1)
    expect((await pollTask(account, late)).output.removed.code).toBe('RESULT_EXPIRED')
  })

  test('leave failed, cancelled and unfinished tasks as they are', async () => {
    const cancelled = await acceptImage(account)
    expect((await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)).status).toBe(200)
    const waiting = await acceptImage(account)
    const before = [await pollTask(account, cancelled), await pollTask(account, waiting)]
    service.advance(keptMs + dayMs)
    expect(await expire()).toBe(0)
    expect([await pollTask(account, cancelled), await pollTask(account, waiting)]).toEqual(before)
    await service.runQueue()
    expect((await pollTask(account, waiting)).output.images).toHaveLength(1)
  })

  test('are removed once if several processes sweep at once, and once an hour', async () => {
    for (let count = 0; count < 5; count += 1) await makeImage()
    service.advance(keptMs + 1)
    const counts = await Promise.all(Array.from({ length: 4 }, expire))
    expect(counts.filter((count) => count !== undefined)).toEqual([5])
    expect(await expire()).toBeUndefined()
    service.advance(hourMs)
    expect(await expire()).toBe(0)
    const sweep = await service.database.read((db) => readSweep(db, 'expire-results'))
    expect(sweep?.found).toBe(0)
  })

  test('are removed once even by two processes that hold the same tasks', async () => {
    const ids = [await makeImage(), await makeImage(), await makeImage()]
    const remove = () => removeTaskResults(service.parts, ids, 'RESULT_DELETED')
    const removed = (await Promise.all([remove(), remove(), remove()])).flat()
    expect(removed.map(({ taskId }) => taskId).sort()).toEqual([...ids].sort())
    for (const { accountId, sizeBytes, keys } of removed) {
      expect({ accountId, files: keys.length }).toEqual({ accountId: account.accountId, files: 1 })
      expect(sizeBytes).toBeGreaterThan(0)
    }
    expect(await remove()).toEqual([])
    expect((await pollTask(account, ids[0] ?? '')).output.removed.code).toBe('RESULT_DELETED')
  })
})

describe('a result that is removed while its owner', () => {
  test('polls is shown with its file or with the reason, never with neither', async () => {
    const id = await makeImage()
    const polls = Array.from({ length: 30 }, () => pollTask(account, id))
    const removal = removeTaskResults(service.parts, [id], 'RESULT_DELETED')
    polls.push(...Array.from({ length: 30 }, () => pollTask(account, id)))
    for (const { status, output } of await Promise.all(polls)) {
      expect(status).toBe('SUCCEEDED')
      expect(output.images.length === 1).toBe(output.removed === undefined)
    }
    await removal
    expect((await pollTask(account, id)).output.removed.code).toBe('RESULT_DELETED')
  })

  test('downloads it arrives whole from the folder store, and is then gone', async () => {
    const id = await makeImage()
    const response = await fetch(await linkOf(id))
    await removeTaskResults(service.parts, [id], 'RESULT_DELETED')
    const { byteLength } = await response.arrayBuffer()
    expect(String(byteLength)).toBe(response.headers.get('Content-Length'))
    expect((await fetch(response.url)).status).toBe(404)
  })
})

describe('an operator who looks at a task', () => {
  const show = async (id: string) =>
    viewTaskHistory(await createAdministration(service.database).showTask(id))

  test('sees since when its result is removed, and since when it is scrubbed', async () => {
    const id = await makeImage('the secret harbour')
    expect(await show(id)).toMatchObject({ removed: null, scrubbedAt: null, prompt: 'the secret harbour' })
    service.advance(keptMs + 1)
    await expire()
    expect(await show(id)).toMatchObject({
      removed: { code: 'RESULT_EXPIRED' },
      scrubbedAt: null,
      output: [],
    })
    await scrub()
    const scrubbed = await show(id)
    expect(scrubbed).toMatchObject({
      removed: { code: 'RESULT_EXPIRED' },
      scrubbedAt: expect.any(String),
      prompt: '',
      cost: '0.02',
      status: 'SUCCEEDED',
    })
    expect(scrubbed.ledger.map(({ kind }) => kind)).toEqual(['reserve', 'charge'])
    const events = scrubbed.events.map(({ what }) => what).join('; ')
    expect(events).toContain('Result removed: RESULT_EXPIRED')
    expect(events).toContain('Scrubbed')
    expect(events).not.toContain('not confirmed')
  })
})

describe('a list of tasks by their ids', () => {
  test('has another tag once a result in it is removed, so that no 304 hides that', async () => {
    const done = await makeImage()
    const waiting = await acceptImage(account)
    const path = `/api/v1/tasks?id=${done}&id=${waiting}`
    const before = await account.call('GET', path)
    const seen = { 'If-None-Match': before.headers.get('ETag') ?? '' }
    expect((await account.call('GET', path, undefined, seen)).status).toBe(304)
    await removeTaskResults(service.parts, [done], 'RESULT_DELETED')
    for (const headers of [seen, { ...seen, Prefer: 'wait=30' }]) {
      const after = await account.call('GET', path, undefined, headers)
      expect(after.status).toBe(200)
      expect(after.headers.get('ETag')).not.toBe(before.headers.get('ETag'))
      const shown = after.body.tasks.find(({ id }: { id: string }) => id === done)
      expect(shown.output).toMatchObject({ images: [], removed: { code: 'RESULT_DELETED' } })
    }
  })
})

describe('a list of all tasks', () => {
  test('ends where all older tasks are scrubbed, and not before one that ended late', async () => {
    const late = await acceptImage(account)
    await service.claim()
    const old = await makeImage()
    service.advance(keptMs + 2 * hourMs)
    await recoverAndRun()
    const young = await makeImage()
    expect(await scrub()).toBe(1)
    const list = async (query = '') => (await account.call('GET', `/api/v1/tasks${query}`)).body
    const ids = ({ tasks }: { tasks: { id: string }[] }) => tasks.map(({ id }) => id)
    expect(ids(await list())).toEqual([young, late])
    expect((await account.call('GET', `/api/v1/tasks/${old}`)).status).toBe(404)
    const first = await list('?limit=1')
    expect(ids(await list(`?limit=1&cursor=${first.nextCursor}`))).toEqual([late])
  })
})

describe('a sweep of old tasks', () => {
  test('goes on where the last one got to, and stays before a task that still runs', async () => {
    const position = () => service.database.read((db) => readSweepPosition(db, 'expire-results'))
    const first = await makeImage()
    const running = await acceptImage(account)
    await service.claim()
    const last = await makeImage()
    service.advance(keptMs + dayMs)
    expect(await expire()).toBe(2)
    expect(await position()).toBe(first)
    await recoverAndRun()
    service.advance(keptMs + dayMs)
    expect(await expire()).toBe(1)
    expect(await position()).toBe(last)
    expect(running < last).toBe(true)
  })

  test('deals with more tasks than one statement reads', async () => {
    const id = await makeImage()
    const template = await rowOf(id)
    const copies = Array.from({ length: 1_200 }, (_, index) => ({
      ...template,
      id: id.slice(0, 9) + String(index).padStart(15, '0'),
    }))
    for (let from = 0; from < copies.length; from += 200)
      await service.database.transaction((tx) =>
        tx.db
          .insertInto('tasks')
          .values(copies.slice(from, from + 200))
          .execute(),
      )
    service.advance(keptMs + 1)
    expect(await expire()).toBe(1_201)
    const pages = await service.database.read((db) =>
      listStoredTasksOfAccount(db, { accountId: account.accountId, limit: 2_000 }),
    )
    expect(pages.every(({ isRemoved, isScrubbed }) => isRemoved && !isScrubbed)).toBe(true)
    expect(pages).toHaveLength(1_201)
  })
})

describe('a task that ended longer ago than tasks are kept', () => {
  test('is scrubbed: no prompt, message, job or trace is left of it, and its result is gone', async () => {
    const id = await makeImage('the secret harbour')
    service.advance(keptMs + 1)
    expect(await scrub()).toBe(1)
    const row = await rowOf(id)
    expect(
      JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('harbour')
    expect(row).toMatchObject({ provider_job: null, error_message: null, traceparent: null, output: '[]' })
    expect(row).toMatchObject({ account_id: account.accountId, status: 'SUCCEEDED', type: 'image.generate' })
    expect(await results()).toEqual([])
  })

  test('is unknown to its owner in every operation, exactly like one that never was', async () => {
    const id = await makeImage()
    service.advance(keptMs + 1)
    const kept = await makeImage()
    await scrub()
    const unknown = '0mmq4g51x7fq3n8w5z1v6yek'
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/cancel'],
    ] as const) {
      const scrubbed = await account.call(method, `/api/v1/tasks/${id}${path}`)
      const never = await account.call(method, `/api/v1/tasks/${unknown}${path}`)
      expect(scrubbed.status).toBe(404)
      expect({ ...scrubbed.body, requestId: '' }).toEqual({ ...never.body, requestId: '' })
    }
    const listed = await account.call('GET', '/api/v1/tasks')
    expect(listed.body.tasks.map((task: { id: string }) => task.id)).toEqual([kept])
    const byId = await account.call('GET', `/api/v1/tasks?id=${id}&id=${kept}`)
    expect(byId.body.tasks.map((task: { id: string }) => task.id)).toEqual([kept])
  })

  test('leaves ledger, usage, balances and the spending of keys as they were', async () => {
    const spare = await acceptImage(account)
    await account.call('POST', `/api/v1/tasks/${spare}/cancel`)
    await makeImage()
    const before = await books()
    service.advance(keptMs + 1)
    expect(await scrub()).toBe(2)
    const accounts = before.accounts.map((row) => ({ ...row, result_bytes: 0n }))
    expect(await books()).toEqual({ ...before, accounts })
    await service.expectBooksToAgree()
  })

  test('is scrubbed once by several processes, and never while it is unfinished', async () => {
    const waiting = await acceptImage(account, 'still wanted')
    service.advance(2 * keptMs)
    const counts = await Promise.all([scrub(), scrub(), scrub()])
    expect(counts.filter((count) => count !== undefined)).toEqual([0])
    await service.runQueue()
    expect((await pollTask(account, waiting)).status).toBe('SUCCEEDED')
    service.advance(keptMs + 1)
    expect(await scrub()).toBe(1)
    expect((await account.call('GET', `/api/v1/tasks/${waiting}`)).status).toBe(404)
  })

  test('does not stop the order of the same idempotency key, which is forgotten by then', async () => {
    const order = () =>
      account.call(
        'POST',
        '/api/v1/images/generations',
        { prompt: 'a lighthouse' },
        { 'Idempotency-Key': 'k-1' },
      )
    const first = await order()
    await service.runQueue()
    service.advance(dayMs + 1)
    expect(await scrubOldTasks(service.parts, dayMs)).toBe(1)
    const second = await order()
    expect(second.status).toBe(200)
    expect(second.body.id).not.toBe(first.body.id)
  })
})

describe('bytes of removed results that a crash or an absent store has left', () => {
  const broken = { delete: async () => Promise.reject(new Error('The store is away.')) }

  test('are unreachable for customers at once, and deleted by the sweep of objects', async () => {
    const id = await makeImage()
    service.advance(keptMs + 1)
    await expect(expireResults({ database: service.database, objectStore: broken }, keptMs)).rejects.toThrow(
      'The store is away.',
    )
    expect(await results()).toHaveLength(1)
    expect((await pollTask(account, id)).output).toMatchObject({
      images: [],
      removed: { code: 'RESULT_EXPIRED' },
    })
    expect(await sweepObjects(service.parts)).toBe(1)
    expect(await results()).toEqual([])
  })

  test('are deleted by the process itself if only the response to its COMMIT was lost', async () => {
    const id = await makeImage()
    const database: Database = {
      ...service.database,
      async transaction(work) {
        await service.database.transaction(work)
        return service.database.transaction((tx) => work({ ...tx, mayHaveCommitted: true }))
      },
    }
    const removed = await removeTaskResults(
      { database, objectStore: service.parts.objectStore },
      [id],
      'RESULT_DELETED',
    )
    expect(removed).toHaveLength(1)
    expect(await results()).toEqual([])
  })
})
