import { expect, test } from 'vitest'
import { listArchives } from '../../../server/src/database/archive/task-archives.ts'
import { archiveTasks } from '../../../server/src/use-cases/archive/archive-tasks.ts'
import { compareArchives } from '../../../server/src/use-cases/archive/compare-archives.ts'
import { scrubOldTasks } from '../../../server/src/use-cases/sweeps/retention.ts'
import { reconcileLedger } from '../../../server/src/use-cases/sweeps/sweeps.ts'
import { acceptImage } from '../../integration/support/tasks.ts'
import type { TestAccount } from '../../support/service.ts'
import { faultServiceOfFile } from '../service/fault-service.ts'

const current = faultServiceOfFile()
/** Longer than the claim of a process that has died. The processes have the machine's clock, which is behind. */
const claimMs = 6 * 60_000
const dayMs = 24 * 3_600_000

/** The steps of a process that archives two tasks. */
const steps = [
  ['look for what is unfinished', 'before COMMIT'],
  ['look for what is unfinished', 'after COMMIT'],
  ['row of the archive', 'before COMMIT'],
  ['row of the archive', 'after COMMIT'],
  ['file', 'before put'],
  ['file', 'after put'],
  ['manifest', 'before put'],
  ['manifest', 'after put'],
  ['file read back', 'before COMMIT'],
  ['file read back', 'after COMMIT'],
  ['tasks deleted', 'before COMMIT'],
  ['tasks deleted', 'after COMMIT'],
  ['end of the archive', 'before COMMIT'],
  ['end of the archive', 'after COMMIT'],
] as const

const makeDue = () =>
  current().database.transaction(({ db }) => db.updateTable('sweep_runs').set({ due_at: 0n }).execute())

/** Two tasks that have ended, are scrubbed, and are in closed periods of the ledger. */
async function tradeLongAgo(account: TestAccount): Promise<readonly string[]> {
  const service = current()
  const ids = [await acceptImage(account), await acceptImage(account)]
  await service.runQueue()
  for (let run = 0; run < 2; run += 1) {
    await makeDue()
    expect(await reconcileLedger(service.parts, { entriesPerPeriod: 1 })).toEqual([])
  }
  await makeDue()
  await scrubOldTasks(service.parts, 0)
  return ids
}

const present = (ids: readonly string[]) =>
  current().database.read((db) => db.selectFrom('tasks').select('id').where('id', 'in', ids).execute())

test('the steps of an archiving are those at which the test below kills it', async () => {
  await tradeLongAgo(await current().createAccount('10.00'))
  const run = current().start('archive', { crashAt: 0 })
  expect(await run.ended).toBeNull()
  expect(run.steps).toEqual(steps.map(([, step]) => step))
})

test.each(steps.map(([what, when], index) => ({ what, when, crashAt: index + 1 })))(
  'an archiving that is killed at $what, $when: loses no task and no cent, and the next one does the rest',
  async ({ crashAt }) => {
    const service = current()
    const account = await service.createAccount('10.00')
    const ids = await tradeLongAgo(account)
    const money = await account.money()
    const run = service.start('archive', { crashAt, endedMs: -dayMs })
    expect(await run.ended).toBe('SIGKILL')

    expect(await present(ids)).toHaveLength(crashAt < 12 ? 2 : 0)
    expect(await service.brokenPromises()).toEqual([])
    service.advance(claimMs)
    expect(await archiveTasks(service.parts, { endedMs: 0 })).toMatchObject({ kind: 'archived' })
    expect(await present(ids)).toEqual([])
    expect(await account.money()).toEqual(money)
    expect(await service.brokenPromises()).toEqual([])
    expect(await compareArchives(service.parts)).toEqual({
      disagreements: [],
      unreadable: [],
      withoutManifest: [],
    })
    const archives = await service.database.read(listArchives)
    expect(archives.every(({ state }) => state === 'ARCHIVED')).toBe(true)
    expect(await service.storedKeys('archive/')).toHaveLength(2 * archives.length)
  },
)
