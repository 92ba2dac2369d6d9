import { describe, expect, test } from 'vitest'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import type { Database } from '../../server/src/database/database.ts'
import { compareStorage } from '../../server/src/database/reconciliation/compare-storage.ts'
import type { Disagreement } from '../../server/src/database/reconciliation/disagreement.ts'
import { readSweep } from '../../server/src/database/sweep-runs.ts'
import { removeTaskResults } from '../../server/src/use-cases/sweeps/retention.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { testDialect } from '../support/test-database.ts'
import { acceptImage } from './support/tasks.ts'

const hourMs = 3_600_000

/** An account whose tasks are so old, and so far apart, that each may be a part of its own; those in `open` still run. */
async function startWithResults(count: number, open: readonly number[] = []) {
  const lines: Record<string, unknown>[] = []
  const service = await startTestService({ onLogLine: (line) => lines.push(line) })
  const account = await service.createAccount('100.00')
  for (let index = 0; index < count; index += 1) {
    await acceptImage(account)
    service.advance(1_000)
  }
  const tasks = await service.claim(count)
  const settle = async (task: Task) => {
    const sizeBytes = 2 ** tasks.indexOf(task)
    const output = [{ key: `results/${task.id}/1-0.png`, contentType: 'image/png' as const, sizeBytes }]
    await service.run.settleWriter.write({ task, move: 'succeed', output })
  }
  for (const [index, task] of tasks.entries()) if (!open.includes(index)) await settle(task)
  service.advance(3 * hourMs)
  return { service, account, tasks, settle, lines }
}

async function compare(database: Database, rows = 1): Promise<readonly Disagreement[]> {
  const all: Disagreement[] = []
  for await (const { found } of compareStorage(database, { resultsPerStatement: rows, inTurn: true }))
    all.push(...found)
  return all
}

const remove = ({ database }: TestService, { id }: Task) =>
  removeTaskResults({ database }, [id], 'RESULT_DELETED')

async function miscount({ database }: TestService): Promise<void> {
  await database.transaction((tx) =>
    tx.db
      .updateTable('accounts')
      .set((row) => ({ result_bytes: row('result_bytes', '+', 7n) }))
      .execute(),
  )
}

/** As before there was a sum. */
async function removeUncounted({ database }: TestService, { id }: Task): Promise<void> {
  await database.transaction(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable('tasks')
      .set({ output: '[]', removed_at: BigInt(tx.nowMs), removed_code: 'RESULT_EXPIRED' })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(numUpdatedRows).toBe(1n)
    await tx.db
      .updateTable('accounts')
      .set((row) => ({ result_bytes: row('result_bytes', '-', 1n) }))
      .execute()
  })
}

/** Differences that have been found once. */
async function missingBefore({ database }: TestService) {
  const rows = await database.read((db) =>
    db.selectFrom('compared_results').select('missing_bytes').execute(),
  )
  return rows.flatMap(({ missing_bytes }) => missing_bytes ?? [])
}

/** Does each step of the database within `around`. */
function stepwise(database: Database, around: <T>(step: () => Promise<T>) => Promise<T>): Database {
  return {
    ...database,
    transaction: (work) => around(() => database.transaction(work)),
    read: (work) => around(() => database.read(work)),
    autocommit: (statement) => around(() => database.autocommit(statement)),
    readLongRunning: (work) => around(() => database.readLongRunning(work)),
    nowMs: () => around(() => database.nowMs()),
  }
}

describe('the results of a large account, added up in several runs', () => {
  test('are what was counted, or the difference is found and corrected', async () => {
    const { service, account, lines } = await startWithResults(5)
    await miscount(service)
    const ended = () => service.database.read((db) => readSweep(db, 'reconcile-storage'))
    let runs = 0
    for (; (await ended()) === undefined; runs += 1) {
      await reconcileLedger(service.parts, { storedResultsMax: 1 })
      service.advance(hourMs / 4)
    }
    expect(runs).toBeGreaterThan(2 * 5)
    const found = lines.filter(({ msg }) => msg === 'storage miscounted; recounting')
    expect(found).toMatchObject([{ accountId: account.accountId, missingBytes: -7 }])
    await service.expectBooksToAgree()
  })

  test.each([0, 5, 10, 15])(
    'come and go between any two steps without a difference, from the change %i on',
    async (first) => {
      const open = [0, 3, 7, 11, 18, 23]
      const { service, tasks, settle } = await startWithResults(24, open)
      const changes = tasks.flatMap((task, index) => [
        ...(open.includes(index) ? [() => settle(task)] : []),
        ...(index % 2 === 1 ? [() => remove(service, task)] : []),
      ])
      const left = [...changes.slice(first), ...changes.slice(0, first)]
      let steps = 0
      const changing = stepwise(service.database, async (step) => {
        const result = await step()
        steps += 1
        if (steps % 2 === first % 2) await left.shift()?.()
        // Or the second time would find that there is none.
        expect(await missingBefore(service)).toEqual([])
        return result
      })
      expect(await compare(changing, 3)).toEqual([])
      expect(left).toEqual([])
      await service.expectBooksToAgree()
    },
  )

  test('that go from a part before and after it is read are subtracted once', async () => {
    const { service, tasks } = await startWithResults(6)
    const changes: [string, Task][] = ['begun', 'read'].map((when, index) => [when, tasks[index] as Task])
    const removeWhen = async (when: string) => {
      if (changes[0]?.[0] !== when) return
      const [, task] = changes.shift() as [string, Task]
      await remove(service, task)
    }
    const changing: Database = {
      ...service.database,
      async autocommit(statement) {
        const result = await service.database.autocommit(statement)
        await removeWhen('begun')
        return result
      },
      async readLongRunning(work) {
        const result = await service.database.readLongRunning(work)
        await removeWhen('read')
        expect(await missingBefore(service)).toEqual([])
        return result
      },
    }
    expect(await compare(changing, 3)).toEqual([])
    expect(changes).toEqual([])
    expect(await missingBefore(service)).toEqual([])
  })

  test('are added up to the end, and a difference is found, whichever step is the last of a process', async () => {
    const { service } = await startWithResults(2)
    await miscount(service)
    for (let lastStep = 1, died = true; died; lastStep += 1)
      for (const when of ['before', 'after']) {
        let steps = 0
        const dying = stepwise(service.database, async (step) => {
          steps += 1
          if (steps === lastStep && when === 'before') throw new Error('died')
          const result = await step()
          if (steps === lastStep) throw new Error('died')
          return result
        })
        const before = await compare(dying).catch((error: Error) => {
          expect(error.message).toBe('died')
          return []
        })
        died = steps >= lastStep
        const found = died ? [...before, ...(await compare(service.database))] : before
        expect(found.map(({ missingBytes }) => missingBytes)).toEqual([-7])
      }
  })

  test('are added up by two processes at once without a difference that is not there', async () => {
    for (const planted of [false, true]) {
      const { service } = await startWithResults(6)
      if (planted) await miscount(service)
      const found = (await Promise.all([compare(service.database), compare(service.database)])).flat()
      expect(new Set(found.map(({ missingBytes }) => missingBytes))).toEqual(new Set(planted ? [-7] : []))
    }
  })

  test('that a process of an older version removes meanwhile are no difference', async () => {
    const { service, tasks } = await startWithResults(4)
    let steps = 0
    const once: bigint[] = []
    const changing = stepwise(service.database, async (step) => {
      const result = await step()
      steps += 1
      if (steps === 20) await removeUncounted(service, tasks[0] as Task)
      once.push(...(await missingBefore(service)))
      return result
    })
    expect(await compare(changing)).toEqual([])
    expect(new Set(once)).toEqual(new Set([1n]))
    await service.expectBooksToAgree()
  })

  test.skipIf(testDialect() === 'sqlite')(
    'that are removed by a transaction which is still open are subtracted when it ends',
    async () => {
      const { service, tasks } = await startWithResults(4)
      await compare(service.database)
      const ids = [tasks[1], tasks[3]].map((task) => task?.id ?? '')
      const results = compareStorage(service.database, { resultsPerStatement: 1, inTurn: true })
      await removeTaskResults(service, ids, 'RESULT_DELETED', async () => {
        for (let part = 0; part < 2; part += 1) await results.next()
      })
      for await (const { found } of results) {
        expect(found).toEqual([])
        expect(await missingBefore(service)).toEqual([])
      }
      await service.expectBooksToAgree()
    },
  )
})
