import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '../../server/src/database/database.ts'
import { findKeptUploads } from '../../server/src/database/uploads/kept-uploads.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { sweepUploads } from '../../server/src/use-cases/sweeps/sweeps.ts'
import {
  failedUploadsKeptMs,
  sweepFailedUploads,
  sweepUnusedUploads,
} from '../../server/src/use-cases/sweeps/unused-uploads.ts'
import { wireUseCases } from '../../server/src/wiring/wire.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { pngOf } from './support/images.ts'
import { acceptImage } from './support/tasks.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const retentionMs = 30 * dayMs

let service: TestService
let account: TestAccount
beforeEach(async () => {
  service = await startTestService()
  account = await service.createAccount()
})

const sweep = () => sweepUnusedUploads(service.parts, retentionMs)
const upload = async (): Promise<string> => (await account.upload(pngOf(40, 30), 'image/png')).body.id
const transform = (assetId: string) =>
  account.call('POST', '/api/v1/images/transformations', { assetId, prompt: 'at night' })
const statusOf = async (id: string) => (await account.call('GET', `/api/v1/uploads/${id}`)).status
const usage = () => service.database.read((db) => findKeptUploads(db, account.accountId))

async function inputsOf(uploadId: string): Promise<string[]> {
  return (await service.storedKeys('inputs/')).filter((key) => key.includes(uploadId))
}

async function lastUseOf(id: string): Promise<number> {
  const row = await service.database.read((db) =>
    db.selectFrom('uploads').select('last_used_at').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  return Number(row.last_used_at)
}

describe('uploads that no generation has used for as long as they are kept', () => {
  test('are deleted with their bytes and their space, and are then unknown', async () => {
    const [old, other] = [await upload(), await upload()]
    service.advance(retentionMs - hourMs)
    expect(await sweep()).toBe(0)
    service.advance(3 * hourMs)
    const young = await upload()
    expect(await usage()).toEqual({ uploadsKept: 3, bytesKept: 3 * 4096 })
    expect(await sweep()).toBe(2)
    expect(await sweep()).toBe(0)

    expect(await usage()).toEqual({ uploadsKept: 1, bytesKept: 4096 })
    for (const id of [old, other]) {
      expect(await inputsOf(id)).toHaveLength(0)
      const read = await account.call('GET', `/api/v1/uploads/${id}`)
      const unknown = await account.call('GET', `/api/v1/uploads/${'0'.repeat(32)}`)
      expect(read.status).toBe(404)
      expect({ ...read.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
      expect((await account.call('POST', `/api/v1/uploads/${id}/complete`, {})).status).toBe(404)
      expect(await transform(id)).toMatchObject({ status: 400, body: { code: 'ASSET_NOT_USABLE' } })
    }
    expect((await transform(young)).status).toBe(200)
    await service.expectBooksToAgree()
  })

  test('exclude one that a generation has used meanwhile, which counts from its last use', async () => {
    const id = await upload()
    service.advance(retentionMs - dayMs)
    expect((await transform(id)).status).toBe(200)
    await service.runQueue()
    service.advance(retentionMs - hourMs)
    expect(await sweep()).toBe(0)
    expect(await statusOf(id)).toBe(200)
    service.advance(3 * hourMs)
    expect(await sweep()).toBe(1)
  })

  test('exclude those that a waiting or running task still needs, however long it takes', async () => {
    const id = await upload()
    const { body: task } = await transform(id)
    service.advance(2 * retentionMs)
    expect(await sweep()).toBe(0)
    const [claimed] = await service.claim()
    expect(claimed?.id).toBe(task.id)
    expect(await sweep()).toBe(0)
    service.advance(60_000)
    // The worker that had it has died: the task waits again.
    expect(await recoverLeases(service.run)).toBe(1)
    expect(await sweep()).toBe(0)
    await service.runQueue()
    expect((await account.call('GET', `/api/v1/tasks/${task.id}`)).body.status).toBe('SUCCEEDED')
    expect(await sweep()).toBe(1)
    expect((await account.call('GET', `/api/v1/tasks/${task.id}`)).body.status).toBe('SUCCEEDED')
  })

  test('exclude those that a task needs which is held because its account runs as many as it may', async () => {
    const operator = createAdministration(service.database, service.parts)
    const { accountId } = account
    await operator.setAccountLimits({ accountId, tasksRunningMax: 1 })
    const id = await upload()
    await acceptImage(account)
    const { body: held } = await transform(id)
    const [running] = await service.claim(10)
    expect(running?.id).not.toBe(held.id)
    service.agreeOnTime()
    service.advance(2 * retentionMs)
    expect(await sweep()).toBe(0)
    expect(await operator.deleteUploads({ accountId, unusedMs: 0 })).toMatchObject({ deleted: 0 })
    service.advance(60_000)
    expect(await recoverLeases(service.run)).toBe(1)
    await service.runQueue()
    expect((await account.call('GET', `/api/v1/tasks/${held.id}`)).body.status).toBe('SUCCEEDED')
    expect(await sweep()).toBe(1)
  })

  test('are deleted once if several processes sweep concurrently', async () => {
    for (let count = 0; count < 12; count += 1) await upload()
    service.advance(retentionMs + 3 * hourMs)
    const counts = await Promise.all([sweep(), sweep(), sweep(), sweep()])
    expect(counts.reduce((sum, count) => sum + count)).toBe(12)
    expect(await usage()).toEqual({ uploadsKept: 0, bytesKept: 0 })
    await service.expectBooksToAgree()
  })

  test('are no others: INVALID and EXPIRED ones go a week after their window, an open one never', async () => {
    const { body: expired } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    const { body: invalid } = await account.upload(Buffer.alloc(100), 'image/png')
    expect(invalid.status).toBe('INVALID')
    service.advance(hourMs)
    await sweepUploads(service.run)
    service.advance(failedUploadsKeptMs - hourMs)
    expect(await sweepFailedUploads(service.parts)).toBe(0)
    expect(await statusOf(expired.id)).toBe(200)
    service.advance(hourMs)
    const { body: open } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    expect(await sweep()).toBe(0)
    expect(await sweepFailedUploads(service.parts)).toBe(2)
    expect([await statusOf(expired.id), await statusOf(invalid.id)]).toEqual([404, 404])
    expect(await statusOf(open.id)).toBe(200)
  })
})

describe('the use of an upload', () => {
  test('is recorded once an hour, and not by rejected requests', async () => {
    const id = await upload()
    const verified = await lastUseOf(id)
    service.advance(hourMs / 2)
    expect((await transform(id)).status).toBe(200)
    expect(await lastUseOf(id)).toBe(verified)
    service.advance(hourMs)
    const wrong = { assetId: id, effectId: 'none' }
    expect((await account.call('POST', '/api/v1/images/transformations', wrong)).status).toBe(400)
    expect(await lastUseOf(id)).toBe(verified)
    expect((await transform(id)).status).toBe(200)
    const noted = await lastUseOf(id)
    expect(noted).toBeGreaterThanOrEqual(verified + 1.5 * hourMs)
    expect((await transform(id)).status).toBe(200)
    expect(await lastUseOf(id)).toBe(noted)
  })

  test('that comes after its deletion is rejected, even if it existed when it was read', async () => {
    const id = await upload()
    service.advance(retentionMs + 3 * hourMs)
    let isArmed = true
    const database: Database = {
      ...service.database,
      async read(work) {
        const found = await service.database.read(work)
        if (isArmed) {
          isArmed = false
          expect(await sweep()).toBe(1)
        }
        return found
      },
    }
    const useCases = wireUseCases({ ...service.parts, database }, { onAccepted: () => undefined })
    const request = {
      accountId: account.accountId,
      product: 'image.transform' as const,
      parameters: { assetId: id, prompt: 'at night' },
    }
    const before = await account.money()
    await expect(useCases.acceptGeneration(request)).rejects.toMatchObject({ code: 'ASSET_NOT_USABLE' })
    expect(await account.money()).toEqual(before)
  })
})

describe('an operator who frees the space of an account', () => {
  const deleteUploads = (unusedMs: number) =>
    createAdministration(service.database, service.parts).deleteUploads({
      accountId: account.accountId,
      unusedMs,
    })

  test('deletes that account’s uploads unused for that long, and never recently used ones', async () => {
    const id = await upload()
    const other = await service.createAccount()
    const theirs = (await other.upload(pngOf(40, 30), 'image/png')).body.id
    expect(await deleteUploads(0)).toMatchObject({ deleted: 0, bytesFreed: 0 })
    service.advance(1.5 * hourMs)
    await expect(deleteUploads(0)).rejects.toMatchObject({ code: 'CLOCKS_DISAGREE' })
    service.agreeOnTime()
    expect(await deleteUploads(0), 'within two hours').toMatchObject({ deleted: 0 })
    service.advance(2 * dayMs - 1.5 * hourMs)
    expect(await deleteUploads(2 * dayMs)).toMatchObject({ deleted: 0 })
    expect(await deleteUploads(dayMs)).toMatchObject({ deleted: 1, bytesFreed: 4096 })
    expect([await statusOf(id), await inputsOf(id)]).toEqual([404, []])
    expect((await other.call('GET', `/api/v1/uploads/${theirs}`)).status).toBe(200)
    await service.expectBooksToAgree()
  })

  test('is not hindered by tasks of other accounts, and keeps what the account’s own tasks need', async () => {
    service.agreeOnTime()
    const other = await service.createAccount()
    const theirs = (await other.upload(pngOf(40, 30), 'image/png')).body.id
    const waiting = { assetId: theirs, prompt: 'at night' }
    expect((await other.call('POST', '/api/v1/images/transformations', waiting)).status).toBe(200)
    const unused = await upload()
    service.advance(2 * dayMs)
    expect(await deleteUploads(dayMs)).toMatchObject({ deleted: 1 })
    expect(await statusOf(unused)).toBe(404)
    const needed = await upload()
    service.advance(2 * dayMs)
    const id = await upload()
    expect((await transform(needed)).status).toBe(200)
    service.advance(2 * dayMs)
    expect(await deleteUploads(dayMs)).toMatchObject({ deleted: 0 })
    await service.runQueue()
    expect(await deleteUploads(dayMs)).toMatchObject({ deleted: 2 })
    expect([await statusOf(needed), await statusOf(id)]).toEqual([404, 404])
  })

  test('covers all uploads, page by page, each in one of three transactions', async () => {
    const nowMs = await service.database.nowMs()
    const rows = Array.from({ length: 1_234 }, (_, index) => ({
      id: index.toString(16).padStart(32, '0'),
      account_id: account.accountId,
      status: 'READY' as const,
      content_type: 'image/png' as const,
      size_bytes: 5_000n,
      width: 40n,
      height: 30n,
      object_key: `inputs/${index}`,
      created_at: 1n,
      // Many of one moment, so that a page ends among them.
      expires_at: BigInt(Math.floor(index / 700)),
      verified_at: 1n,
      last_used_at: index % 3 === 0 ? BigInt(nowMs) : 1n,
    }))
    await service.database.transaction(async (tx) => {
      await tx.db.insertInto('uploads').values(rows).execute()
      const kept = { uploads_kept: 1_234n, bytes_kept: 1_234n * 5_000n }
      await tx.db
        .insertInto('upload_usage')
        .values({ account_id: account.accountId, ...kept })
        .execute()
    })
    expect(await deleteUploads(dayMs)).toMatchObject({ deleted: 822, bytesFreed: 822 * 5_000 })
    const { accountId } = account
    const entries = await createAdministration(service.database).listAuditEntries({ accountId, limit: 50 })
    expect(entries.filter(({ action }) => action === 'delete-uploads')).toHaveLength(3)
    expect(await usage()).toEqual({ uploadsKept: 412, bytesKept: 412 * 5_000 })
    await service.expectBooksToAgree()
  })
})
