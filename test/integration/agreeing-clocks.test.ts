import { describe, expect, test } from 'vitest'
import type { ObjectStore } from '../../server/src/core/ports/object-store.ts'
import { sweeps } from '../../server/src/jobs/sweeps.ts'
import { ClocksDisagreeError } from '../../server/src/use-cases/sweeps/agreeing-clocks.ts'
import { putFile } from '../support/account.ts'
import { startTestService } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage } from './support/tasks.ts'

const minuteMs = 60_000
const yearMs = 365 * 24 * 60 * minuteMs
const environment = {
  RESULT_RETENTION_DAYS: '30',
  TASK_RETENTION_DAYS: '60',
  UPLOAD_RETENTION_DAYS: '30',
  TASK_ARCHIVE_DAYS: '90',
}
const erasing = Object.keys(sweeps).filter((name) => name !== 'reconcile-ledger')

/** A service with a bit of everything that is erased when it is old, and a reading of it. */
async function startWithPast() {
  const service = await startTestService({ environment })
  const account = await service.createAccount()
  await account.upload(pngOf(40, 30), 'image/png')
  const { id: pending, uploadUrl } = await account.reserve()
  await putFile(uploadUrl, pngOf(40, 30))
  await acceptImage(account)
  await service.runQueue()
  await account.call('POST', '/api/v1/images/generations', { prompt: 'a' }, { 'Idempotency-Key': 'a key' })
  await service.runQueue()
  const past = () =>
    service.database.read(async (db) => ({
      tasks: await db.selectFrom('tasks').selectAll().orderBy('id').execute(),
      uploads: await db.selectFrom('uploads').selectAll().orderBy('id').execute(),
      keys: await db.selectFrom('idempotency_keys').selectAll().orderBy('idempotency_key').execute(),
      objects: await service.storedKeys('uploads/', 'inputs/', 'results/', 'archive/'),
    }))
  /** As a worker runs it, on this store. */
  const sweep = async (name: string, store: Partial<ObjectStore> = {}) =>
    sweeps[name]?.run({ ...service.parts, objectStore: { ...service.parts.objectStore, ...store } })
  return { service, past, sweep, pending }
}

describe.each([
  ['six minutes ahead', 6 * minuteMs, 0],
  ['an hour behind', -60 * minuteMs, 0],
  ['right, and that of the object store a year behind', 0, -yearMs],
  ['right, and that of the object store six minutes ahead', 0, 6 * minuteMs],
])('while the clock of the database is %s', (_name, databaseMs, storeMs) => {
  test('no sweep erases anything, and each says so', async () => {
    const { service, past, sweep } = await startWithPast()
    service.advance(databaseMs)
    const before = await past()
    expect(before.objects).toHaveLength(4)
    for (const name of erasing)
      await expect(sweep(name, { clockAheadMs: async () => storeMs }), name).rejects.toThrow(
        ClocksDisagreeError,
      )
    expect(await past()).toEqual(before)
  })
})

test('once the clocks agree again, what is old is erased, and nothing has been lost to the wrong one', async () => {
  const { service, past, sweep, pending } = await startWithPast()
  const before = await past()
  service.advance(yearMs)
  for (const name of erasing) await sweep(name).catch(() => undefined)
  service.advance(-yearMs)
  for (const name of erasing) await sweep(name, { clockAheadMs: async () => 4 * minuteMs })
  expect(await past()).toEqual(before)
  await service.database.transaction(({ db }) =>
    db.updateTable('uploads').set({ expires_at: 1n }).where('id', '=', pending).execute(),
  )
  await sweep('expire-uploads')
  expect((await past()).objects).toHaveLength(before.objects.length - 1)
})

test('a store that is away says nothing of its clock, and nothing is erased meanwhile', async () => {
  const { past, sweep } = await startWithPast()
  const before = await past()
  const clockAheadMs = () => Promise.reject(new Error('The store is away.'))
  for (const name of erasing) await expect(sweep(name, { clockAheadMs })).rejects.toThrow('away')
  expect(await past()).toEqual(before)
})

test('the ledger is reconciled whatever the clocks say', async () => {
  const { service, sweep } = await startWithPast()
  service.advance(yearMs)
  await sweep('reconcile-ledger')
  await service.expectBooksToAgree()
})
