import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { newRandomId, newTaskId, newUploadId } from '../../server/src/core/domain/ids.ts'
import type { Database, Tx } from '../../server/src/database/database.ts'
import { insertPermits } from '../../server/src/database/queue/permits.ts'
import { compareStorage } from '../../server/src/database/reconciliation/compare-storage.ts'
import {
  claimSweep,
  moveSweepPosition,
  readSweep,
  readSweepPosition,
  recordSweep,
  recordSweepPosition,
} from '../../server/src/database/sweep-runs.ts'
import { requeueTask } from '../../server/src/database/tasks/leases.ts'
import { findKeptUploads } from '../../server/src/database/uploads/kept-uploads.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { sweepObjects } from '../../server/src/use-cases/sweeps/sweep-objects.ts'
import {
  batchMax,
  inBatches,
  reconcileLedger,
  sweepUploads,
} from '../../server/src/use-cases/sweeps/sweeps.ts'
import { putFile } from '../support/account.ts'
import { startTestService, type TestAccount } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage, pollTask } from './support/tasks.ts'

const windowMs = 15 * 60_000
const hourMs = 3_600_000

async function reserveAndPut(account: TestAccount): Promise<string> {
  const { id, uploadUrl } = await account.reserve()
  expect((await putFile(uploadUrl, pngOf(40, 30))).status).toBe(200)
  return id
}

describe('the sweep of uploads', () => {
  test('marks expired uploads, deletes their bytes, and leaves everything else', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const ready = (await account.upload(pngOf(40, 30), 'image/png')).body
    const expired = await reserveAndPut(account)
    service.advance(windowMs - 60_000)
    const pending = await reserveAndPut(account)
    expect(await sweepUploads(service.run)).toBe(0)
    service.advance(60_000)
    expect(await sweepUploads(service.run)).toBe(1)
    expect(await sweepUploads(service.run)).toBe(0)

    const rows = await service.database.read((db) =>
      db.selectFrom('uploads').select(['id', 'status']).execute(),
    )
    expect(new Map(rows.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [ready.id, 'READY'],
        [expired, 'EXPIRED'],
        [pending, 'PENDING'],
      ]),
    )
    expect(
      (await service.storedKeys('inputs/', 'results/', 'uploads/')).filter((key) =>
        key.startsWith('uploads/'),
      ),
    ).toEqual([`uploads/${pending}`])
    expect((await account.call('GET', `/api/v1/uploads/${ready.id}`)).body).toEqual(ready)
  })

  test('changes nothing that a caller sees: an upload is EXPIRED before and after', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const id = await reserveAndPut(account)
    service.advance(windowMs)
    const before = await account.call('GET', `/api/v1/uploads/${id}`)
    await sweepUploads(service.run)
    const after = await account.call('GET', `/api/v1/uploads/${id}`)
    expect(after.body).toEqual(before.body)
    expect(after.body.status).toBe('EXPIRED')
  })

  test('run by several processes at once marks each upload once', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    for (let index = 0; index < 10; index += 1) await reserveAndPut(account)
    service.advance(windowMs)
    const counts = await Promise.all(Array.from({ length: 4 }, () => sweepUploads(service.run)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(10)
  })
})

describe('the sweep of objects', () => {
  test('deletes old unreferenced objects, and keeps every result and every verified input', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const upload = (await account.upload(pngOf(40, 30), 'image/png')).body
    const id = await acceptImage(account)
    await service.runQueue()
    const kept = await service.storedKeys('inputs/', 'results/', 'uploads/')
    expect(kept).toHaveLength(2)

    const png = { contentType: 'image/png', bytes: pngOf(40, 30) }
    const orphans = [
      `inputs/${upload.id}-${'0'.repeat(32)}`,
      `inputs/${'f'.repeat(32)}-${'0'.repeat(32)}`,
      `results/${id}/99-0.png`,
      'results/0000000000000000000000aa/1-0.png',
      `uploads/${upload.id}`,
    ]
    for (const key of orphans) await service.parts.objectStore.put({ key, ...png })
    const folder = service.parts.config.objectStoreUrl.slice('file:'.length)
    await writeFile(join(folder, '.partial', 'of-a-process-that-died'), 'half of a pict')
    expect(await sweepObjects(service.parts)).toBe(0)
    expect(await service.storedKeys('inputs/', 'results/', 'uploads/')).toHaveLength(
      kept.length + orphans.length,
    )

    service.advance(3 * hourMs)
    expect(await sweepObjects(service.parts)).toBe(orphans.length + 1)
    expect(await service.storedKeys('inputs/', 'results/', 'uploads/')).toEqual(kept)
    expect(await readdir(join(folder, '.partial'))).toEqual([])
    service.advance(hourMs)
    expect(await sweepObjects(service.parts)).toBe(0)
    const { output } = await pollTask(account, id)
    expect((await fetch(output.images[0].url)).status).toBe(200)
  })

  test('keeps recent objects next to old ones', async () => {
    const service = await startTestService()
    const png = { contentType: 'image/png', bytes: pngOf(40, 30) }
    const [old, young] = [
      'results/0000000000000000000000aa/1-0.png',
      'results/0000000000000000000000bb/1-0.png',
    ]
    await service.parts.objectStore.put({ key: old, ...png })
    await service.parts.objectStore.put({ key: young, ...png })
    const folder = service.parts.config.objectStoreUrl.slice('file:'.length)
    const threeHoursAgo = new Date(Date.now() - 3 * hourMs)
    await utimes(join(folder, old), threeHoursAgo, threeHoursAgo)
    expect(await sweepObjects(service.parts)).toBe(1)
    expect(await service.storedKeys('inputs/', 'results/', 'uploads/')).toEqual([young])
  })

  test('is run by one process an hour, also if that process dies, and a look more often finds nothing due', async () => {
    const service = await startTestService()
    const swept = async () => {
      const runs = await Promise.all(Array.from({ length: 4 }, () => sweepObjects(service.parts)))
      return runs.filter((deleted) => deleted !== undefined).length
    }
    const dies = {
      ...service.parts.objectStore,
      deleteUnfinished: async () => Promise.reject(new Error('died')),
    }
    await expect(sweepObjects({ ...service.parts, objectStore: dies })).rejects.toThrow('died')
    expect(await swept()).toBe(0)
    service.advance(hourMs)
    expect(await swept()).toBe(1)
    expect(await swept()).toBe(0)
  })

  test('looks in each run at what began within hours, and in turn at all that is older, as many as it may', async () => {
    const service = await startTestService()
    const { database } = service
    const put = async (key: string) => {
      await service.parts.objectStore.put({ key, contentType: 'image/png', bytes: pngOf(40, 30) })
      return key
    }
    const nowMs = await database.nowMs()
    const young = [
      await put(`inputs/${newUploadId(nowMs)}-${'0'.repeat(32)}`),
      await put(`results/${newTaskId(nowMs)}/1-0.png`),
    ]
    for (let index = 0; index < 600; index += 1)
      await put(`inputs/f${newRandomId().slice(1)}-${'0'.repeat(32)}`)
    for (let index = 0; index < 600; index += 1) await put(`results/${newTaskId(1_000_000 + index)}/1-0.png`)
    const looked = async () => {
      service.advance(3 * hourMs)
      const before = (await service.storedKeys('inputs/', 'results/')).length
      const deleted = (await sweepObjects(service.parts, { inTurnMax: 500 })) ?? 0
      expect(await service.storedKeys('inputs/', 'results/')).toHaveLength(before - deleted)
      return deleted
    }
    const position = () => database.read((db) => readSweepPosition(db, 'sweep-objects'))
    expect(await looked()).toBe(500 + young.length)
    expect(await position()).toMatch(/^inputs\/f[\da-f]{16}$/)
    expect([await looked(), await looked()]).toEqual([600, 100])
    expect(await position()).toBe('')
  })

  test('goes on after the last batch of a run that has died, and leaves the rest to another that has gone on', async () => {
    const service = await startTestService()
    const { database } = service
    const move = (from: string, to: string) => moveSweepPosition(database, 'sweep-objects', { from, to })
    expect(await move('', 'inputs/5')).toBe(true)
    expect(await move('', 'inputs/7')).toBe(false)
    const png = { contentType: 'image/png', bytes: pngOf(40, 30) }
    const keys = ['inputs/4-0', 'inputs/5-0', 'inputs/6-0', 'results/1/1-0.png']
    for (const key of keys) await service.parts.objectStore.put({ key, ...png })
    service.advance(3 * hourMs)
    expect(await sweepObjects(service.parts)).toBe(3)
    expect(await service.storedKeys('inputs/', 'results/')).toEqual(['inputs/4-0'])
    service.advance(hourMs)
    expect(await sweepObjects(service.parts)).toBe(1)
  })

  test('beside a process of an older version, which looks at everything, keeps what is referred to', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    await account.upload(pngOf(40, 30), 'image/png')
    const [key = ''] = await service.storedKeys('inputs/')
    // As that version reads it: the upload's id ends at the first hyphen.
    const rows = await service.database.read((db) =>
      db
        .selectFrom('uploads')
        .select('object_key')
        .where('id', '=', key.slice('inputs/'.length).split('-')[0] ?? '')
        .execute(),
    )
    expect(rows).toEqual([{ object_key: key }])
  })
})

describe('the reconciliation', () => {
  const quarterMs = 15 * 60_000

  test('finds nothing in a consistent ledger', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    await acceptImage(account)
    await service.runQueue()
    await acceptImage(account)
    expect(await reconcileLedger(service.parts)).toEqual([])
  })

  test('is done by one process every quarter of an hour, and every process reports its findings', async () => {
    const service = await startTestService()
    const id = await acceptImage(await service.createAccount())
    const { database } = service
    const measured = async () => (await measureService(database)).reconciled
    expect(await measured()).toBeUndefined()
    const done = async () => {
      const runs = await Promise.all(Array.from({ length: 5 }, () => reconcileLedger(service.parts)))
      return runs.filter((run) => run !== undefined).length
    }
    expect(await done()).toBe(1)
    expect(await measured()).toMatchObject({ disagreements: 0 })
    await database.transaction((tx) => tx.db.deleteFrom('task_queue').where('task_id', '=', id).execute())
    service.advance(quarterMs - 2 * 60_000)
    expect(await done()).toBe(0)
    service.advance(2 * 60_000)
    expect(await done()).toBe(1)
    const { disagreements, endedAtMs = 0 } = (await measured()) ?? {}
    expect(disagreements).toBe(1)
    expect(Math.abs(endedAtMs - (await database.nowMs()))).toBeLessThan(60_000)
  })

  test('recounts an account’s miscounted uploads, and logs and counts them apart from what disagrees with the ledger', async () => {
    const lines: Record<string, unknown>[] = []
    const service = await startTestService({ onLogLine: (line) => lines.push(line) })
    const account = await service.createAccount()
    await account.upload(pngOf(40, 30), 'image/png')
    const taskId = await acceptImage(account)
    await service.database.transaction(async (tx: Tx) => {
      await tx.db.updateTable('upload_usage').set({ uploads_kept: 7n }).execute()
      await tx.db.deleteFrom('task_queue').where('task_id', '=', taskId).execute()
    })
    expect(await reconcileLedger(service.parts)).toMatchObject([{ kind: 'work', taskId }])
    const { accountId } = account
    const logged = lines.filter(({ msg }) => /disagreement|recounting/.test(String(msg)))
    expect(logged).toMatchObject([
      { msg: 'ledger disagreement', kind: 'work', taskId, accountId },
      { msg: 'storage miscounted; recounting', kind: 'storage', accountId },
    ])
    for (const sweep of ['reconcile-ledger', 'reconcile-storage'] as const)
      expect(await service.database.read((db) => readSweep(db, sweep))).toMatchObject({ found: 1 })
    const usage = await service.database.read((db) => findKeptUploads(db, account.accountId))
    expect(usage).toEqual({ uploadsKept: 1, bytesKept: 4096 })
    expect((await measureService(service.database)).uploadBytesKept).toBe(4096)
  })

  test('compares storage once a day', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    await account.upload(pngOf(40, 30), 'image/png')
    const kept = async () =>
      (await service.database.read((db) => findKeptUploads(db, account.accountId))).uploadsKept
    expect(await reconcileLedger(service.parts)).toEqual([])
    await service.database.transaction((tx) =>
      tx.db.updateTable('upload_usage').set({ uploads_kept: 7n }).execute(),
    )
    service.advance(quarterMs)
    expect(await reconcileLedger(service.parts)).toEqual([])
    expect(await kept()).toBe(7)
    service.advance(86_400_000)
    expect(await reconcileLedger(service.parts)).toEqual([])
    expect(await kept()).toBe(1)
  })

  test('adds up the results of accounts in turn, a part in each run, until all have been', async () => {
    const service = await startTestService()
    const accounts = [await service.createAccount(), await service.createAccount()]
    for (const account of accounts) for (let task = 0; task < 3; task += 1) await acceptImage(account)
    await service.runQueue()
    const bytes = () =>
      service.database.read(async (db) =>
        (await db.selectFrom('accounts').select('result_bytes').orderBy('id').execute()).map((row) =>
          Number(row.result_bytes),
        ),
      )
    const right = await bytes()
    await service.database.transaction((tx) =>
      tx.db.updateTable('accounts').set({ result_bytes: 1n }).execute(),
    )
    const run = () => reconcileLedger(service.parts, { storedResultsMax: 1 })
    await run()
    expect(await bytes()).toEqual([right[0], 1])
    service.advance(quarterMs)
    await run()
    expect(await bytes()).toEqual(right)
    const last = await service.database.read((db) => readSweep(db, 'reconcile-storage'))
    expect(last).toBeUndefined()
    service.advance(quarterMs)
    await run()
    expect(await service.database.read((db) => readSweep(db, 'reconcile-storage'))).toMatchObject({
      found: 0,
    })
  })

  test('adds once what an account lacks if another run begins, and finds it, meanwhile', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    await acceptImage(account)
    await service.runQueue()
    await service.database.transaction((tx) =>
      tx.db
        .updateTable('accounts')
        .set((row) => ({ result_bytes: row('result_bytes', '-', 7n) }))
        .execute(),
    )
    let storageRead = false
    const overtaken: Database = {
      ...service.database,
      async readLongRunning(work) {
        const read = await service.database.readLongRunning(work)
        const isStorage = inspect(read).includes('stored_bytes')
        if (isStorage && !storageRead) {
          storageRead = true
          service.advance(2 * 86_400_000)
          expect(await reconcileLedger(service.parts)).toEqual([])
        }
        return read
      },
    }
    expect(await reconcileLedger({ ...service.parts, database: overtaken })).toEqual([])
    expect(storageRead).toBe(true)
    await service.expectBooksToAgree()
  })

  test('takes no change of a large account for a difference while its results are added up', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    for (let task = 0; task < 3; task += 1) await acceptImage(account)
    await service.runQueue()
    const change = () =>
      service.database.transaction((tx) =>
        tx.db
          .updateTable('accounts')
          .set((row) => ({ result_bytes: row('result_bytes', '+', 1n) }))
          .execute(),
      )
    const found = async (database: Database) => {
      const all: unknown[] = []
      for await (const compared of compareStorage(database, { resultsPerStatement: 1 }))
        all.push(...compared.found)
      return all
    }
    expect(await found(service.database)).toEqual([])
    const changing: Database = {
      ...service.database,
      async readLongRunning(work) {
        const read = await service.database.readLongRunning(work)
        await change()
        return read
      },
    }
    expect(await found(changing)).toEqual([])
    expect(await found(service.database)).toMatchObject([{ accountId: account.accountId }])
  })

  test('deletes permits of tasks that have ended or that a worker of an older version holds, and no others', async () => {
    const service = await startTestService()
    const account = await service.createAccount()
    const ended = await acceptImage(account)
    await service.runQueue()
    const waiting = await acceptImage(account)
    const task = await service.claimOne()
    const limit = { accountId: account.accountId, tasksRunningMax: 1 }
    await createAdministration(service.database).setAccountLimits(limit)
    const held = await acceptImage(account)
    expect(await service.claim()).toEqual([])
    await service.database.transaction((tx) => requeueTask(tx, task, { countAttempt: true }))
    await service.database.transaction((tx) => insertPermits(tx, [ended, held]))
    expect(await reconcileLedger(service.parts)).toEqual([])
    const rows = await service.database.read((db) =>
      db.selectFrom('requeued_tasks').select('task_id').execute(),
    )
    expect(rows).toEqual([{ task_id: waiting }])
  })

  test('is due again in time even if its process died, or the clock was set back', async () => {
    const service = await startTestService()
    const claim = () =>
      service.database.transaction((tx) => claimSweep(tx, 'reconcile-ledger', quarterMs - 60_000))
    expect(await claim()).toBe(true)
    service.advance(quarterMs)
    expect(await claim()).toBe(true)
    service.advance(-4 * quarterMs)
    expect(await claim()).toBe(true)
  })
})

describe('a sweep', () => {
  test('is due at the millisecond that was set, and early only where a clock must have been set back', async () => {
    const { database } = await startTestService()
    const claims = await database.transaction(async (tx) => {
      const claim = (everyMs: number) => claimSweep(tx, 'reconcile-ledger', everyMs)
      return [await claim(0), await claim(2_000), await claim(1_000), await claim(999)]
    })
    expect(claims).toEqual([true, true, false, true])
  })

  test('leaves its findings and its position to itself, and no position goes back', async () => {
    const { database } = await startTestService()
    for (const position of ['5', '7', '6']) await recordSweepPosition(database, 'scrub-tasks', position)
    await database.transaction((tx) => recordSweep(tx, 'scrub-tasks', 3))
    const read = (sweep: 'scrub-tasks' | 'expire-results') =>
      database.read(async (db) => [await readSweepPosition(db, sweep), (await readSweep(db, sweep))?.found])
    expect(await read('scrub-tasks')).toEqual(['7', 3])
    expect(await read('expire-results')).toEqual(['', undefined])
  })

  test('goes on until a batch is not full, and for a thousand batches at most', async () => {
    const batches = [batchMax, batchMax, 3, 1]
    expect(await inBatches(async () => batches.shift() ?? 0)).toBe(2 * batchMax + 3)
    expect(await inBatches(async () => batchMax)).toBe(1_000 * batchMax)
  })
})
