import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listArchives } from '../../server/src/database/archive/task-archives.ts'
import { findDisagreements } from '../../server/src/database/reconciliation/reconcile-ledger.ts'
import { ArchiveUnreadableError, archiveKeyOf } from '../../server/src/use-cases/archive/archive-file.ts'
import { archiveTasks } from '../../server/src/use-cases/archive/archive-tasks.ts'
import { compareArchives } from '../../server/src/use-cases/archive/compare-archives.ts'
import { restoreArchive } from '../../server/src/use-cases/archive/restore-archive.ts'
import { scrubOldTasks } from '../../server/src/use-cases/sweeps/retention.ts'
import { reconcileLedger } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { acceptImage } from '../integration/support/tasks.ts'
import { createTestBucket } from '../support/s3-bucket.ts'
import { openServiceOfFile } from '../support/service.ts'

const dayMs = 24 * 3_600_000
const tasks = 6

const bucket = await createTestBucket()
const service = await openServiceOfFile({ environment: { OBJECT_STORE_URL: bucket.url() } })
const account = await service.createAccount()
const other = await service.createAccount()
beforeAll(async () => {
  for (let made = 0; made < tasks; made += 1) await acceptImage(made % 2 === 0 ? account : other)
  await service.runQueue()
  for (let run = 0; run < 2; run += 1) {
    service.advance(dayMs / 96)
    await reconcileLedger(service.parts, { entriesPerPeriod: 4 })
  }
  service.advance(91 * dayMs)
  await scrubOldTasks(service.parts, 30 * dayMs)
})
afterAll(() => bucket.remove())

const books = () =>
  service.database.read(async (db) => ({
    accounts: await db.selectFrom('accounts').select(['id', 'balance', 'reserved']).orderBy('id').execute(),
    usage: await db.selectFrom('usage_days').selectAll().orderBy('account_id').orderBy('day').execute(),
    tasks: await db.selectFrom('tasks').selectAll().orderBy('id').execute(),
    entries: await db.selectFrom('ledger_entries').selectAll().orderBy('id').execute(),
  }))

test('archives are in the bucket; any other file in their place restores nothing, and is told of', async () => {
  const before = await books()
  await archiveTasks(service.parts, { endedMs: 90 * dayMs, tasksPerArchive: 2 })
  const archived = await books()
  expect(archived.tasks.length).toBeLessThan(before.tasks.length)
  expect(await findDisagreements(service.database)).toEqual([])
  expect(await compareArchives(service.parts)).toEqual({
    disagreements: [],
    unreadable: [],
    withoutManifest: [],
  })
  const [first, second] = (await service.database.read(listArchives)).map(({ id }) => id)
  if (first === undefined || second === undefined) throw new Error('There are fewer than two archives.')
  const { read, put } = service.parts.objectStore
  const written = (await read(archiveKeyOf(first))) ?? Buffer.of()
  const lines = zstdDecompressSync(written).toString()
  const replacements = {
    'of another archive': await read(archiveKeyOf(second)),
    'without its end': written.subarray(0, -3),
    'that is empty': Buffer.of(),
    'that expands to far more': zstdCompressSync(Buffer.alloc(300_000_000)),
    'with another account': zstdCompressSync(lines.replaceAll(account.accountId, other.accountId)),
    'with another price': zstdCompressSync(lines.replaceAll(/"(cost|amount)":"\d+"/g, '"$1":"1"')),
  }
  for (const [what, bytes = Buffer.of()] of Object.entries(replacements)) {
    await put({ key: archiveKeyOf(first), contentType: 'application/zstd', bytes })
    await expect(restoreArchive(service.parts, first), what).rejects.toThrow(ArchiveUnreadableError)
    expect(await books(), what).toEqual(archived)
    expect((await compareArchives(service.parts)).unreadable, what).toMatchObject([{ archiveId: first }])
  }
  await put({ key: archiveKeyOf(first), contentType: 'application/zstd', bytes: written })
  for (const { id } of await service.database.read(listArchives)) await restoreArchive(service.parts, id)
  expect(await books()).toEqual(before)
  expect(await findDisagreements(service.database)).toEqual([])
})
