import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { newRandomId, newUploadId } from '../../server/src/core/domain/ids.ts'
import type { Tx } from '../../server/src/database/database.ts'
import {
  deleteUnchangedUploads,
  listUploadsOfAccount,
} from '../../server/src/database/uploads/account-uploads.ts'
import { claimUpload, lockUploadClaim } from '../../server/src/database/uploads/claims.ts'
import {
  deleteFailedUploads,
  lockUnusedUploads,
  lockUploadsOfAccount,
} from '../../server/src/database/uploads/unused-uploads.ts'
import {
  countOpenUploads,
  expireUploads,
  findOpenUploadsFullUntil,
  findUpload,
  insertUpload,
  noteUploadUse,
  recordVerification,
} from '../../server/src/database/uploads/uploads.ts'
import { openServiceOfFile } from '../support/service.ts'

/** Within one transaction the database's time stands still, so a test can name a millisecond. */

let accountId: string
const service = await openServiceOfFile()
beforeEach(async () => {
  await service.database.transaction((tx) => tx.db.deleteFrom('uploads').execute())
  accountId = (await service.createAccount()).accountId
})

async function insert(tx: Tx, windowMs: number, owner = accountId): Promise<string> {
  const id = newUploadId(Date.now())
  await insertUpload(tx, { id, accountId: owner, contentType: 'image/png', windowMs })
  return id
}

const rejected = { kind: 'invalid', errorCode: 'FILE_TOO_SMALL' } as const
const readyAs = (objectKey: string) =>
  ({ kind: 'ready', sizeBytes: 200, widthPx: 40, heightPx: 30, objectKey }) as const

test('an upload is open until the millisecond in which its window closes, and from then on nobody’s place', async () => {
  const other = (await service.createAccount()).accountId
  await service.database.transaction(async (tx) => {
    await insert(tx, 1_000, other)
    const [closed, open] = [await insert(tx, 0), await insert(tx, 1)]
    const fullForMs = async (openMax: number) => {
      const untilMs = await findOpenUploadsFullUntil(tx, accountId, openMax)
      return untilMs === undefined ? undefined : untilMs - tx.nowMs
    }
    expect([await fullForMs(1), await fullForMs(2)]).toEqual([1, undefined])
    expect(await countOpenUploads(tx.db, sql<bigint>`${BigInt(tx.nowMs)}`, accountId)).toBe(1)
    expect(await recordVerification(tx, closed, rejected)).toBe(false)
    expect(await expireUploads(tx, 10)).toEqual([closed])
    expect(await recordVerification(tx, open, rejected)).toBe(true)
    expect([await fullForMs(1), await fullForMs(2)]).toEqual([1, undefined])
    expect(await findUpload(tx.db, accountId, closed)).toMatchObject({
      status: 'EXPIRED',
      errorCode: 'UPLOAD_EXPIRED',
    })
    expect(await findUpload(tx.db, accountId, open)).toMatchObject({ status: 'INVALID' })
  })
})

test('an account has room for an upload once enough windows have closed, whichever of its open uploads failed', async () => {
  await service.database.transaction(async (tx) => {
    for (const windowMs of [3_000, 1_000]) await insert(tx, windowMs)
    await recordVerification(tx, await insert(tx, 2_000), rejected)
    const ready = await insert(tx, 4_000)
    await recordVerification(tx, ready, readyAs(`inputs/${ready}`))
    const closes: unknown[] = []
    for (const openMax of [1, 2, 3, 4]) {
      const untilMs = await findOpenUploadsFullUntil(tx, accountId, openMax)
      closes.push(untilMs && untilMs - tx.nowMs)
    }
    expect(closes).toEqual([3_000, 2_000, 1_000, undefined])
    expect(await countOpenUploads(tx.db, sql<bigint>`${BigInt(tx.nowMs)}`, accountId)).toBe(3)
  })
})

test('a use is recorded of the account’s own upload only, and only once that is READY', async () => {
  const other = (await service.createAccount()).accountId
  const [pending, ready] = await service.database.transaction(async (tx) => {
    const ids = [await insert(tx, 1_000), await insert(tx, 1_000)] as const
    await recordVerification(tx, ids[1], readyAs(`inputs/${ids[1]}`))
    return ids
  })
  const { database } = service
  expect(await noteUploadUse(database, accountId, pending)).toBe(false)
  expect(await noteUploadUse(database, other, ready)).toBe(false)
  expect(await noteUploadUse(database, accountId, ready)).toBe(true)
  const found = (owner: string) => database.read((db) => findUpload(db, owner, ready))
  expect((await found(accountId))?.id).toBe(ready)
  expect(await found(other)).toBeUndefined()
})

test('a verdict is one upload’s, and stands', async () => {
  await service.database.transaction(async (tx) => {
    const [id, other] = [await insert(tx, 1_000), await insert(tx, 1_000)]
    expect(await recordVerification(tx, id, readyAs(`inputs/${id}`))).toBe(true)
    expect(await recordVerification(tx, id, rejected)).toBe(false)
    expect(await findUpload(tx.db, accountId, id)).toMatchObject({
      status: 'READY',
      sizeBytes: 200,
      widthPx: 40,
      heightPx: 30,
      objectKey: `inputs/${id}`,
      errorCode: undefined,
      verifiedAtMs: tx.nowMs,
      lastUsedAtMs: tx.nowMs,
    })
    expect(await findUpload(tx.db, accountId, other)).toMatchObject({
      status: 'PENDING',
      sizeBytes: undefined,
      widthPx: undefined,
      heightPx: undefined,
      objectKey: undefined,
      verifiedAtMs: undefined,
    })
  })
})

test('an upload may be deleted from the millisecond in which its claim lapses', async () => {
  const uploadId = await service.database.transaction((tx) => insert(tx, 1_000))
  const claim = { uploadId, claimId: newRandomId() }
  expect(await claimUpload(service.database, claim, 1_000)).toBe(true)
  await service.database.transaction(async (tx) => {
    const uploads = await listUploadsOfAccount(tx.db, { accountId, limit: 10 })
    const deletedIfLeft = async (claimMs: number) => {
      expect(await lockUploadClaim(tx, claim, claimMs)).toBe(true)
      return (await deleteUnchangedUploads(tx, uploads)).map(({ id }) => id)
    }
    expect([await deletedIfLeft(1), await deletedIfLeft(0)]).toEqual([[], [uploadId]])
  })
})

test('an upload that was used, or failed, at the very time that is asked for is not older than it', async () => {
  await service.database.transaction(async (tx) => {
    const [ready, failed] = [await insert(tx, 1_000), await insert(tx, 1_000)]
    await recordVerification(tx, ready, readyAs(`inputs/${ready}`))
    await recordVerification(tx, failed, rejected)
    const unused = async (usedBeforeMs: number) =>
      (await lockUnusedUploads(tx, { usedBeforeMs, limit: 10 })).map(({ id }) => id)
    expect([await unused(tx.nowMs), await unused(tx.nowMs + 1)]).toEqual([[], [ready]])
    const deleted = (closedBeforeMs: number) => deleteFailedUploads(tx, { closedBeforeMs, limit: 10 })
    expect([await deleted(tx.nowMs + 1_000), await deleted(tx.nowMs + 1_001)]).toEqual([0, 1])
  })
})

test('a sweep deletes no more failed uploads at once than it asks for, whatever they failed by', async () => {
  await service.database.transaction(async (tx) => {
    for (let count = 0; count < 2; count += 1) await insert(tx, 0)
    await expireUploads(tx, 10)
    for (let count = 0; count < 2; count += 1) await recordVerification(tx, await insert(tx, 1), rejected)
    const deleted = () => deleteFailedUploads(tx, { closedBeforeMs: tx.nowMs + 2, limit: 3 })
    expect([await deleted(), await deleted(), await deleted()]).toEqual([3, 1, 0])
  })
})

test('an account’s uploads are listed page by page, each once, also those of one moment', async () => {
  await service.database.transaction(async (tx) => {
    const ids: string[] = []
    for (const windowMs of [1, 1, 1, 2, 2]) {
      const id = await insert(tx, windowMs)
      await recordVerification(tx, id, readyAs(`inputs/${id}`))
      ids.push(id)
    }
    const seen: string[] = []
    let after: { expiresAtMs: number; id: string } | undefined
    for (let page = 0; page < 4; page += 1) {
      const uploads = await lockUploadsOfAccount(tx, { accountId, after, limit: 2 })
      seen.push(...uploads.map(({ id }) => id))
      after = uploads.at(-1) ?? after
    }
    expect(seen).toHaveLength(5)
    expect([...seen].sort()).toEqual([...ids].sort())
  })
})
