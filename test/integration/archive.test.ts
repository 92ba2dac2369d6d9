import { zstdDecompressSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { runAdmin } from '../../server/src/commands/operator/run-admin.ts'
import { Usd } from '../../server/src/core/domain/money/usd.ts'
import type { ObjectStore } from '../../server/src/core/ports/object-store.ts'
import { listArchives } from '../../server/src/database/archive/task-archives.ts'
import type { Database, Tx } from '../../server/src/database/database.ts'
import { recountOpenTasks } from '../../server/src/database/money/ledger-totals.ts'
import { sumEngineCosts } from '../../server/src/database/operator/engine-costs.ts'
import {
  findDisagreements,
  findDueDisagreements,
} from '../../server/src/database/reconciliation/reconcile-ledger.ts'
import { recountUsage } from '../../server/src/database/reconciliation/recount-usage.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import {
  ArchiveUnreadableError,
  archiveKeyOf,
  manifestKeyOf,
} from '../../server/src/use-cases/archive/archive-file.ts'
import { archiveTasks, sweepOldTasks } from '../../server/src/use-cases/archive/archive-tasks.ts'
import { ArchivesChangedError, compareArchives } from '../../server/src/use-cases/archive/compare-archives.ts'
import type { ArchiveDependencies } from '../../server/src/use-cases/archive/move-tasks.ts'
import { restoreArchive } from '../../server/src/use-cases/archive/restore-archive.ts'
import { scrubOldTasks } from '../../server/src/use-cases/sweeps/retention.ts'
import { sweepObjects } from '../../server/src/use-cases/sweeps/sweep-objects.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { accountWith } from '../support/account.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { acceptImage } from './support/tasks.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const retentionMs = 30 * dayMs
const endedMs = 90 * dayMs
/** Longer than a claim. */
const claimMs = 6 * 60_000
const entriesPerPeriod = 4
const secret = 'a lighthouse that nobody else may know of'

let service: TestService
let account: TestAccount
let other: TestAccount
beforeEach(async () => {
  service = await startTestService()
  account = await service.createAccount('5.00')
  other = await service.createAccount('5.00')
})

/** A succeeded, a failed and a cancelled task of the first account, and a succeeded one of the second. */
async function trade(): Promise<void> {
  await acceptImage(account, secret)
  await acceptImage(other)
  await service.runQueue()
  await acceptImage(account, secret)
  service.provider.mockStart({ kind: 'rejected', message: 'no' })
  await service.runQueue()
  await account.call('POST', `/api/v1/tasks/${await acceptImage(account, secret)}/cancel`)
}

/** What a worker's run finds a quarter of an hour after the one before. */
async function reconcile() {
  service.advance(hourMs / 4)
  return reconcileLedger(service.parts, { entriesPerPeriod })
}

/** Closes the ledger, and lets all of it become old. */
async function close(): Promise<void> {
  expect(await reconcile()).toEqual([])
  expect(await reconcile()).toEqual([])
  service.advance(endedMs + dayMs)
}

const scrub = () => scrubOldTasks(service.parts, retentionMs)

async function tradeLongAgo(): Promise<void> {
  await trade()
  await trade()
  await close()
  await scrub()
}

interface Parts {
  readonly database?: Database
  readonly objectStore?: ArchiveDependencies['objectStore']
}

const archive = (parts: Parts = {}, tasksPerArchive?: number) =>
  archiveTasks({ ...service.parts, ...parts }, { endedMs, tasksPerArchive })
const archives = () => service.database.read(listArchives)
const change = (fault: (tx: Tx) => Promise<unknown>) => service.database.transaction(fault)
const disagreements = () => findDisagreements(service.database)
const kindsOf = (found: readonly { readonly kind: string }[]) => found.map(({ kind }) => kind)
const rows = () =>
  service.database.read(async (db) => ({
    tasks: await db.selectFrom('tasks').selectAll().orderBy('id').execute(),
    entries: await db.selectFrom('ledger_entries').selectAll().orderBy('id').execute(),
  }))
/** All that accounts and operators are told of the past. */
async function sums() {
  const { database } = service
  const ordered = <Row>(list: Row[]) => list.map((row) => Object.values(row as object).join(' ')).sort()
  const days = await database.read((db) => db.selectFrom('usage_days').selectAll().execute())
  const costs = []
  for (const day of new Set(days.map((row) => Number(row.day))))
    costs.push(await database.read((db) => sumEngineCosts(db, day)))
  const administration = createAdministration(database)
  const statements = [account, other].map(({ accountId }) => administration.showAccount(accountId))
  return {
    usage: ordered(days),
    costs,
    totals: (await Promise.all(statements)).map(({ account, totals }) => ({ account, totals })),
  }
}

async function tasksInFiles(): Promise<string[]> {
  const lines: string[] = []
  for (const key of await service.storedKeys('archive/')) {
    if (!key.endsWith('.zst')) continue
    const text = zstdDecompressSync((await service.parts.objectStore.read(key)) ?? '').toString()
    lines.push(...text.split('\n').filter(Boolean))
  }
  return lines
}

describe('archived tasks', () => {
  test('leave with their entries, and every sum stays what it was', async () => {
    await tradeLongAgo()
    const before = { sums: await sums(), rows: await rows() }
    const done = await archive()
    const after = await rows()
    const left = before.rows.tasks.length - after.tasks.length
    expect(left).toBeGreaterThan(0)
    expect(done).toEqual({ kind: 'archived', archives: 1, tasks: left })
    expect(before.rows.entries.length - after.entries.length).toBe(2 * left)
    expect(before.rows.tasks).toEqual(expect.arrayContaining(after.tasks))
    expect(await sums()).toEqual(before.sums)
    expect(await disagreements()).toEqual([])
  })

  test('are counted again with the others', async () => {
    await tradeLongAgo()
    const before = await sums()
    await archive()
    for (const { accountId } of [account, other]) {
      await recountUsage(service.database, accountId)
      await recountOpenTasks(service.database, accountId)
    }
    expect(await sums()).toEqual(before)
  })

  test('stay in what a key with limits has spent', async () => {
    const administration = createAdministration(service.database)
    const properties = { dayLimit: Usd.parse('1'), totalLimit: Usd.parse('1') }
    const { apiKey } = await administration.issueApiKey(account.accountId, { properties })
    await accountWith(service.fetch, apiKey).call('POST', '/api/v1/images/generations', { prompt: secret })
    await service.runQueue()
    await tradeLongAgo()
    await archive()
    expect(await disagreements()).toEqual([])
    const spent = await service.database.read((db) =>
      db.selectFrom('archived_spending').selectAll().execute(),
    )
    expect(spent).toHaveLength(1)
  })

  test('are none of the customer’s any more: no poll, list or file has them or their prompts', async () => {
    await tradeLongAgo()
    const { tasks } = await rows()
    await archive()
    for (const { id } of tasks) expect((await account.call('GET', `/api/v1/tasks/${id}`)).status).toBe(404)
    expect((await account.call('GET', '/api/v1/tasks')).body).toEqual({ tasks: [], nextCursor: null })
    const lines = await tasksInFiles()
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).not.toContain('lighthouse')
  })

  test('do not keep an account from deleting its data, or from ordering', async () => {
    await tradeLongAgo()
    await archive()
    await trade()
    const administration = createAdministration(service.database, service.parts)
    await administration.closeAccount({ accountId: account.accountId })
    const { endedAtMs } = await administration.deleteAccountData(account.accountId)
    expect(endedAtMs).toBeDefined()
    expect(await disagreements()).toEqual([])
  })

  test('come back as they were, whatever has happened since, and once', async () => {
    await tradeLongAgo()
    const before = { sums: await sums(), rows: await rows() }
    await archive({}, 2)
    const made = await archives()
    expect(made.length).toBeGreaterThan(1)
    for (const { id, tasks } of made) {
      expect(await restoreArchive(service.parts, id)).toEqual({ kind: 'restored', tasks })
      expect(await restoreArchive(service.parts, id)).toEqual({ kind: 'restored', tasks: 0 })
      expect(await disagreements()).toEqual([])
    }
    expect(await rows()).toEqual(before.rows)
    expect(await sums()).toEqual(before.sums)
    expect(await archive()).toMatchObject({ tasks: made.reduce((sum, { tasks }) => sum + tasks, 0) })
    expect(await disagreements()).toEqual([])
  })

  test('are found by the reconciliation where a sum of them, or what is left, is wrong', async () => {
    await tradeLongAgo()
    await archive({}, 2)
    const due = () => findDueDisagreements(service.database, { endedSinceMs: 0 })
    expect(await due()).toEqual([])
    await change((tx) =>
      tx.db
        .updateTable('archived_usage')
        .set((row) => ({ charged: row('charged', '+', 1n) }))
        .where('account_id', '=', other.accountId)
        .execute(),
    )
    expect(kindsOf(await disagreements())).toEqual(['closing'])
    const found: string[] = []
    for (let run = 0; run < 3; run += 1) found.push(...kindsOf(await due()))
    expect(found).toContain('closing')
  })
})

describe('nothing is archived', () => {
  test('that is not scrubbed, whatever its age', async () => {
    await trade()
    await close()
    expect(await archive()).toMatchObject({ archives: 0 })
  })

  test('that ended too recently', async () => {
    await tradeLongAgo()
    const done = await archiveTasks(service.parts, { endedMs: 400 * dayMs })
    expect(done).toMatchObject({ archives: 0 })
  })

  test('whose entries are in no closed period', async () => {
    await trade()
    service.advance(endedMs + dayMs)
    await scrub()
    expect(await archive()).toMatchObject({ archives: 0 })
  })

  test('that disagrees with its books, nor of a period in which something disagrees', async () => {
    await tradeLongAgo()
    const first = (await rows()).tasks[0]
    await change((tx) =>
      tx.db
        .updateTable('tasks')
        .set((row) => ({ cost: row('cost', '+', 1n) }))
        .where('id', '=', first?.id ?? '')
        .execute(),
    )
    await archive()
    expect((await rows()).tasks[0]?.id).toBe(first?.id)
    await change((tx) => tx.db.updateTable('ledger_periods').set({ checked_at: 0n }).execute())
    expect(await archive()).toMatchObject({ archives: 0 })
  })

  test('of which the row has changed since the file was written', async () => {
    await tradeLongAgo()
    const { put, ...store } = service.parts.objectStore
    const [first] = (await rows()).tasks
    const isFirst = (tx: Tx) => tx.db.updateTable('tasks').where('id', '=', first?.id ?? '')
    const objectStore: Parts['objectStore'] = {
      ...store,
      async put(object, signal) {
        await put(object, signal)
        await change((tx) => isFirst(tx).set({ attempt: 7n }).execute())
      },
    }
    await archive({ objectStore })
    expect((await rows()).tasks[0]).toMatchObject({ id: first?.id, attempt: 7n })
    expect(await disagreements()).toEqual([])
  })
})

describe('a store that', () => {
  const readRange: ObjectStore['readRange'] = (key, range) => service.parts.objectStore.readRange(key, range)
  const changed = (bytes: Uint8Array | undefined, byte: number) => {
    const copy = Uint8Array.from(bytes ?? [])
    copy[byte] = (copy[byte] ?? 0) ^ 1
    return copy
  }
  test.each<[string, Partial<ObjectStore>]>([
    ['is away', { put: () => Promise.reject(new Error('away')) }],
    ['goes away', { head: () => Promise.reject(new Error('away')) }],
    ['has lost the file', { head: async () => undefined }],
    ['loses the file', { readRange: async () => undefined }],
    ['has half of the file', { readRange: async (...of) => (await readRange(...of))?.subarray(0, 100) }],
    ['has another byte in the file', { readRange: async (...of) => changed(await readRange(...of), 40) }],
    [
      'has another manifest',
      {
        readRange: async (key, range) =>
          key.endsWith('.json') ? changed(await readRange(key, range), 1) : readRange(key, range),
      },
    ],
  ])('%s is told of, and no task leaves', async (_, fault) => {
    await tradeLongAgo()
    const before = await rows()
    const objectStore = { ...service.parts.objectStore, ...fault }
    await expect(archive({ objectStore })).rejects.toThrow()
    expect(await rows()).toEqual(before)
    expect(await archive()).toMatchObject({ kind: 'busy' })
    service.advance(claimMs)
    const done = await archive()
    expect(done).toMatchObject({ archives: 1 })
    expect(await service.storedKeys('archive/')).toHaveLength(2)
    expect(await disagreements()).toEqual([])
  })

  test('lies about an archive keeps it from being restored, with an error that says how', async () => {
    await tradeLongAgo()
    await archive()
    const [made] = await archives()
    const before = await rows()
    const objectStore = {
      ...service.parts.objectStore,
      readRange: async (...of: Parameters<typeof readRange>) => changed(await readRange(...of), 40),
    }
    const restored = restoreArchive({ ...service.parts, objectStore }, made?.id ?? '')
    await expect(restored).rejects.toThrow(ArchiveUnreadableError)
    expect(await rows()).toEqual(before)
    expect(await restoreArchive(service.parts, made?.id ?? '')).toMatchObject({ kind: 'restored' })
  })

  test('has a far greater file is asked for none of it, and the error says what to do', async () => {
    await tradeLongAgo()
    await archive()
    const [made] = await archives()
    let reads = 0
    const objectStore: Parts['objectStore'] = {
      ...service.parts.objectStore,
      head: async () => ({ sizeBytes: 5e9, etag: 'another' }),
      async readRange() {
        reads += 1
        return undefined
      },
    }
    const restored = restoreArchive({ ...service.parts, objectStore }, made?.id ?? '')
    await expect(restored).rejects.toThrow(
      /5000000000 bytes instead of \d+\. Put it back .*docs\/backup\.md#archives/,
    )
    expect(reads).toBe(0)
  })
})

/** Fails at one of the steps that are visible from outside: before and after each COMMIT and change of an object. */
function partsFailingAt(at: number) {
  let passed = 0
  const pass = () => {
    passed += 1
    if (passed === at) throw new Error('The process has died.')
  }
  const around =
    <A extends unknown[], R>(call: (...args: A) => Promise<R>) =>
    async (...args: A): Promise<R> => {
      pass()
      const result = await call(...args)
      pass()
      return result
    }
  const { database, objectStore } = service.parts
  const failing: Parts = {
    objectStore: { ...objectStore, put: around(objectStore.put), delete: around(objectStore.delete) },
    database: {
      ...database,
      async transaction(work) {
        const result = await database.transaction(async (tx) => {
          const done = await work(tx)
          pass()
          return done
        })
        pass()
        return result
      },
    },
  }
  return { failing, passed: () => passed }
}

describe('a process that dies at any step', () => {
  async function diesAtEachStep(run: (parts: Parts) => Promise<unknown>, repair: () => Promise<void>) {
    for (let at = 1; ; at += 1) {
      const { failing, passed } = partsFailingAt(at)
      const outcome = await run(failing).then(
        () => 'ended',
        () => 'died',
      )
      expect(await disagreements()).toEqual([])
      service.advance(claimMs)
      await repair()
      expect(await disagreements()).toEqual([])
      if (outcome === 'ended') return passed()
    }
  }

  test('while it archives loses nothing, and the next does the rest', async () => {
    await tradeLongAgo()
    const before = { rows: await rows(), sums: await sums() }
    await archive({}, 3)
    const archived = await rows()
    const restoreAll = async () => {
      for (const { id } of await archives()) await restoreArchive(service.parts, id)
    }
    await restoreAll()
    const steps = await diesAtEachStep(
      (parts) => archive(parts, 3),
      async () => {
        await archive({}, 3)
        expect(await rows()).toEqual(archived)
        expect(await sums()).toEqual(before.sums)
        await restoreAll()
        expect(await rows()).toEqual(before.rows)
      },
    )
    expect(steps).toBeGreaterThan(20)
  })

  test('while it restores loses nothing, and the next does the rest', async () => {
    await tradeLongAgo()
    const before = await rows()
    await archive()
    const newest = async () => (await archives()).at(-1)?.id ?? ''
    const steps = await diesAtEachStep(
      async (parts) => restoreArchive({ ...service.parts, ...parts }, await newest()),
      async () => {
        await restoreArchive(service.parts, await newest())
        expect(await rows()).toEqual(before)
        await archive()
      },
    )
    expect(steps).toBeGreaterThanOrEqual(8)
  })
})

describe('two processes', () => {
  test('that archive at once put each task into one file, and one of them says that the other is at work', async () => {
    await tradeLongAgo()
    const before = (await rows()).tasks.length
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => archive({}, 2)))
    expect(outcomes.some(({ kind }) => kind === 'archived')).toBe(true)
    await archive({}, 2)
    const ids = (await tasksInFiles()).map((line) => JSON.parse(line).id)
    expect(new Set(ids).size).toBe(ids.length)
    expect((await rows()).tasks.length).toBe(before - ids.length)
    expect(await disagreements()).toEqual([])
  })

  test('of which one hangs and loses its claim: what it then does changes nothing', async () => {
    await tradeLongAgo()
    const { put, ...store } = service.parts.objectStore
    let isFirst = true
    const objectStore: Parts['objectStore'] = {
      ...store,
      async put(object, signal) {
        await put(object, signal)
        if (!isFirst) return
        isFirst = false
        service.advance(claimMs)
        await archive()
      },
    }
    await expect(archive({ objectStore })).rejects.toThrow(/Another process|missing/)
    const [made, ...others] = await archives()
    expect(others).toEqual([])
    expect(made).toMatchObject({ state: 'ARCHIVED' })
    expect(await disagreements()).toEqual([])
    expect(await restoreArchive(service.parts, made?.id ?? '')).toMatchObject({ tasks: made?.tasks })
  })
})

describe('a file that is lost for good', () => {
  test('while its tasks leave keeps all others waiting, until its archive is said by hand to have ended', async () => {
    await tradeLongAgo()
    await archive({}, 3)
    const [first, second] = await archives()
    const isSecond = (tx: Tx) => tx.db.updateTable('task_archives').where('id', '=', second?.id ?? '')
    await restoreArchive(service.parts, second?.id ?? '')
    await change((tx) => isSecond(tx).set({ state: 'DELETING', claimed_until: 0n }).execute())
    await service.parts.objectStore.delete(second ? archiveKeyOf(second.id) : '')
    await expect(restoreArchive(service.parts, first?.id ?? '')).rejects.toThrow(ArchiveUnreadableError)
    await change((tx) => isSecond(tx).set({ state: 'ARCHIVED', claimed_until: 0n }).execute())
    expect(await restoreArchive(service.parts, first?.id ?? '')).toMatchObject({ tasks: first?.tasks })
    expect(await archive()).toMatchObject({ tasks: 6 })
    expect(await disagreements()).toEqual([])
    const { unreadable } = await compareArchives(service.parts)
    expect(unreadable).toMatchObject([{ archiveId: second?.id }])
  })
})

test('an unfinished archive whose file was put back is finished at once, without a wait for the claim that failed', async () => {
  await tradeLongAgo()
  await archive()
  const [made] = await archives()
  await change((tx) => tx.db.updateTable('task_archives').set({ state: 'RESTORING' }).execute())
  const objectStore = { ...service.parts.objectStore, head: async () => undefined }
  const failed = restoreArchive({ ...service.parts, objectStore }, made?.id ?? '')
  await expect(failed).rejects.toThrow(ArchiveUnreadableError)
  expect(await restoreArchive(service.parts, made?.id ?? '')).toEqual({
    kind: 'restored',
    tasks: made?.tasks,
  })
})

describe('a proof of the files', () => {
  /** Dies after two transactions: both claim, and only of a restore that was begun, the second one inserts tasks. */
  function restoreThatDies(archiveId: string) {
    let left = 2
    const database: Database = {
      ...service.database,
      transaction(work) {
        left -= 1
        return left < 0
          ? Promise.reject(new Error('The process has died.'))
          : service.database.transaction(work)
      },
    }
    return expect(restoreArchive({ ...service.parts, database }, archiveId)).rejects.toThrow('died')
  }

  test('finds nothing when tasks come back meanwhile to an archive that was unfinished before and after', async () => {
    await tradeLongAgo()
    await archive({}, 3)
    const [first = ''] = (await archives()).map(({ id }) => id)
    await restoreThatDies(first)
    expect(await compareArchives(service.parts)).toEqual({
      disagreements: [],
      unreadable: [],
      withoutManifest: [],
    })
    service.advance(claimMs)
    const { head, readRange } = service.parts.objectStore
    let isRead = false
    const objectStore = {
      readRange,
      async head(key: string) {
        if (isRead) return head(key)
        isRead = !key.includes(first)
        if (isRead) await restoreThatDies(first)
        return head(key)
      },
    }
    await expect(compareArchives({ ...service.parts, objectStore })).rejects.toThrow(ArchivesChangedError)
    expect((await archives())[0]).toMatchObject({ state: 'RESTORING' })
    expect(await compareArchives(service.parts)).toEqual({
      disagreements: [],
      unreadable: [],
      withoutManifest: [],
    })
  })
})

describe('the sweep', () => {
  const sweep = (tasksPerArchive: number) => sweepOldTasks(service.parts, { endedMs, tasksPerArchive })

  test('runs in one process an hour, and writes an archive that is not full once a day', async () => {
    await tradeLongAgo()
    expect(await sweep(3)).toMatchObject({ kind: 'archived', archives: 3 })
    expect(await sweep(3)).toBeUndefined()
    const [full, , partial] = await archives()
    expect([full?.tasks, partial?.tasks]).toEqual([3, 1])
    await restoreArchive(service.parts, partial?.id ?? '')
    service.advance(hourMs)
    expect(await sweep(3)).toEqual({ kind: 'archived', archives: 0, tasks: 0 })
    expect(await sweep(3)).toBeUndefined()
    service.advance(dayMs)
    expect(await sweep(3)).toEqual({ kind: 'archived', archives: 1, tasks: 1 })
    expect(await disagreements()).toEqual([])
  })
})

describe('the commands', () => {
  async function admin(...argv: string[]) {
    let [out, err] = ['', '']
    const open = async () => ({
      accounts: createAdministration(service.database, {
        actor: 'ada',
        objectStore: service.parts.objectStore,
      }),
      close: async () => undefined,
    })
    const code = await runAdmin(open, argv, {
      write(text) {
        out += text
      },
      writeError(text) {
        err += text
      },
    })
    return { code, out, err }
  }
  const json = async (...argv: string[]) => JSON.parse((await admin(...argv, '--json')).out)

  test('archive, list, prove, show where a task is, and restore; each change is recorded', async () => {
    await tradeLongAgo()
    service.agreeOnTime()
    const [first] = (await rows()).tasks
    expect(await json('reconcile-ledger')).not.toHaveProperty('archived')
    const archived = await json('archive-tasks', '--ended-days', '90')
    expect(archived).toMatchObject({ archives: 1 })
    const { archives: listed } = await json('list-archives')
    expect(listed).toEqual([
      expect.objectContaining({ state: 'ARCHIVED', tasks: archived.tasks, sha256: expect.any(String) }),
    ])
    const [{ archiveId, file }] = listed
    expect((await admin('list-archives')).out).toContain(file)
    const shown = await admin('show-task', first?.id ?? '')
    expect(shown).toMatchObject({ code: 1, out: '' })
    expect(shown.err.replaceAll(/\s+/g, ' ')).toContain(file)
    for (const command of ['show-result', 'retry-task', 'cancel-task'])
      expect((await admin(command, first?.id ?? '')).err.replaceAll(/\s+/g, ' ')).toContain(file)

    const past = { archives: 1, tasks: archived.tasks }
    const unread = { agrees: true, archived: { ...past, read: false, unreadable: [], withoutManifest: [] } }
    expect(await json('reconcile-ledger')).toMatchObject(unread)
    expect((await admin('reconcile-ledger')).out).toContain(
      `Not read: the files of ${archived.tasks} tasks in 1 archive`,
    )
    const read = { agrees: true, archived: { ...past, read: true, unreadable: [], withoutManifest: [] } }
    expect(await json('reconcile-ledger', '--archives')).toMatchObject(read)

    expect(await json('restore-archive', archiveId)).toEqual({ archiveId, tasks: archived.tasks })
    expect(await json('reconcile-ledger', '--archives')).not.toHaveProperty('archived')
    expect((await admin('restore-archive', 'none')).err).toContain('There is no archive none.')
    const entries = await service.database.read((db) =>
      db
        .selectFrom('audit_entries')
        .select(['actor', 'action', 'subject'])
        .where('actor', '=', 'ada')
        .orderBy('id')
        .execute(),
    )
    expect(entries).toEqual([
      { actor: 'ada', action: 'archive-tasks', subject: '90 days' },
      { actor: 'ada', action: 'restore-archive', subject: archiveId },
    ])
  })

  test('prove the files: one that is lost, and sums that are not theirs, are found', async () => {
    await tradeLongAgo()
    await archive()
    await change((tx) =>
      tx.db
        .updateTable('archived_usage')
        .set((row) => ({ charged: row('charged', '+', 1n) }))
        .where('account_id', '=', other.accountId)
        .execute(),
    )
    const wrong = await json('reconcile-ledger', '--archives')
    expect(wrong.agrees).toBe(false)
    expect(kindsOf(wrong.disagreements).sort()).toEqual(['archive', 'closing'])
    const [key = ''] = (await service.storedKeys('archive/')).filter((name) => name.endsWith('.zst'))
    await service.parts.objectStore.delete(key)
    const lost = await admin('reconcile-ledger', '--archives')
    expect(lost.code).toBe(1)
    expect(lost.out).toContain(key)
  })

  test('find a lost manifest, and say that no task is lost with it', async () => {
    await tradeLongAgo()
    service.agreeOnTime()
    const { tasks } = await json('archive-tasks', '--ended-days', '90')
    const [key = ''] = (await service.storedKeys('archive/')).filter((name) => name.endsWith('.json'))
    await service.parts.objectStore.delete(key)
    const { code, out } = await admin('reconcile-ledger', '--archives')
    expect(code).toBe(1)
    expect(out.replaceAll(/\s+/g, ' ')).toContain(`${key} is missing. No task is lost with it.`)
    const [made] = await archives()
    expect(await json('restore-archive', made?.id ?? '')).toMatchObject({ tasks })
    expect(await json('archive-tasks', '--ended-days', '90')).toMatchObject({ archives: 1, tasks })
    expect(await json('reconcile-ledger', '--archives')).toMatchObject({ agrees: true })
  })

  test('archive nothing while the clocks of database and process disagree', async () => {
    await tradeLongAgo()
    const { code, err } = await admin('archive-tasks', '--ended-days', '90')
    expect(code).toBe(1)
    expect(err.replaceAll(/\s+/g, ' ')).toMatch(/The clock of the database is \d+ minutes ahead/)
    expect(await archives()).toEqual([])
  })

  test('say that another process is at work, and that a file cannot be read', async () => {
    await tradeLongAgo()
    service.agreeOnTime()
    const objectStore = { ...service.parts.objectStore, put: () => Promise.reject(new Error('away')) }
    await archive({ objectStore }).catch(() => undefined)
    expect((await admin('archive-tasks', '--ended-days', '90')).err).toContain('Another process')
    service.advance(claimMs)
    expect(await json('archive-tasks', '--ended-days', '90')).toMatchObject({ archives: 1 })
    const [made] = await archives()
    for (const key of await service.storedKeys('archive/')) await service.parts.objectStore.delete(key)
    const restored = await admin('restore-archive', made?.id ?? '')
    expect(restored).toMatchObject({ code: 1 })
    expect(restored.err).toContain('is missing')
  })
})

test('files of a process that died after it had lost its claim belong to no archive, and are swept a month later', async () => {
  await tradeLongAgo()
  const { objectStore } = service.parts
  const frozen: Parts['objectStore'] = {
    ...objectStore,
    async put(object) {
      service.advance(claimMs)
      await archive({}, 2)
      await objectStore.put(object)
      throw new Error('The process has died.')
    },
  }
  await expect(archive({ objectStore: frozen })).rejects.toThrow('died')
  const files = (await archives()).flatMap(({ id }) => [archiveKeyOf(id), manifestKeyOf(id)])
  const writtenAtMs = await service.database.nowMs()
  const dated: typeof objectStore = {
    ...objectStore,
    async *list(prefix, after) {
      for await (const { key } of objectStore.list(prefix, after)) yield { key, lastModifiedMs: writtenAtMs }
    },
  }
  const sweep = async (afterMs: number) => {
    service.advance(afterMs)
    await sweepObjects({ ...service.parts, objectStore: dated })
    return (await service.storedKeys('archive/')).length - files.length
  }
  expect([await sweep(0), await sweep(30 * dayMs), await sweep(2 * dayMs)]).toEqual([1, 1, 0])
  expect(await service.storedKeys('archive/')).toEqual(files.toSorted())
  expect(await compareArchives(service.parts)).toEqual({
    disagreements: [],
    unreadable: [],
    withoutManifest: [],
  })
})
