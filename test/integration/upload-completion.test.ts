import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Gate, GateSubject } from '../../server/src/core/ports/gate.ts'
import type { ObjectStore } from '../../server/src/core/ports/object-store.ts'
import { findUploadUsage } from '../../server/src/database/uploads/upload-usage.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { completeUpload } from '../../server/src/use-cases/complete-upload.ts'
import type { UploadDependencies } from '../../server/src/use-cases/uploads.ts'
import { putFile } from '../support/account.ts'
import { openTestService, type TestAccount } from '../support/service.ts'
import { gifOf, jpegOf, pngOf } from './support/images.ts'

/** What comes in between the steps of a completion, or fails in it. */

let service: Awaited<ReturnType<typeof openTestService>>
let account: TestAccount
beforeAll(async () => {
  service = await openTestService()
  account = await service.createAccount()
})
afterAll(() => service.close())

async function send(bytes: Uint8Array, contentType = 'image/png') {
  const reserved = await account.reserve(contentType)
  await putFile(reserved.uploadUrl, bytes, contentType)
  return reserved
}

interface Changes extends Partial<Omit<UploadDependencies, 'objectStore'>> {
  readonly store?: Partial<ObjectStore>
}

/** Completes an upload with some of what that takes replaced. */
function complete(id: string, { store, ...changes }: Changes) {
  const { parts } = service
  const uploadLimits = parts.config.uploadLimits
  const objectStore = { ...parts.objectStore, ...store }
  return completeUpload({ ...parts, uploadLimits, objectStore, ...changes }, account.accountId, id)
}

const read = async (id: string) => (await account.call('GET', `/api/v1/uploads/${id}`)).body
const copiesOf = async (id: string) =>
  (await service.storedKeys('inputs/')).filter((key) => key.startsWith(`inputs/${id}`))

describe('a completion', () => {
  test('of an upload that has its verdict needs no object store', async () => {
    const away = () => Promise.reject(new Error('away'))
    const store = { head: away, readRange: away, copy: away, delete: away }
    for (const bytes of [pngOf(40, 30), gifOf(40, 30)]) {
      const { body } = await account.upload(bytes, 'image/png')
      expect(await complete(body.id, { store })).toEqual(body)
    }
  })

  test('reads no byte of a file twice, and none beyond its end', async () => {
    for (const [bytes, contentType] of [
      [pngOf(40, 30), 'image/png'],
      [jpegOf(40, 30, { metadataBytes: 300_000 }), 'image/jpeg'],
    ] as const) {
      const { id } = await send(bytes, contentType)
      let readUntil = -1
      const readRange: ObjectStore['readRange'] = (key, range) => {
        expect(range.start).toBeGreaterThan(readUntil)
        readUntil = range.endInclusive
        return service.parts.objectStore.readRange(key, range)
      }
      expect(await complete(id, { store: { readRange } })).toMatchObject({ status: 'READY', width: 40 })
      expect(readUntil).toBeGreaterThan(0)
      expect(readUntil).toBeLessThan(bytes.length)
    }
  })

  test('does not copy a file for which there is no space', async () => {
    const { bytesKept } = await service.database.read((db) => findUploadUsage(db, account.accountId))
    const { id } = await send(pngOf(40, 30, 5_000))
    let copies = 0
    const copy: ObjectStore['copy'] = (request) => {
      copies += 1
      return service.parts.objectStore.copy(request)
    }
    const withSpace = (sizeBytes: number) => ({ openMax: 100, bytesKeptMax: bytesKept + sizeBytes })
    const full = complete(id, { store: { copy }, uploadLimits: withSpace(4_999) })
    await expect(full).rejects.toMatchObject({ code: 'STORAGE_LIMIT_REACHED' })
    expect(copies).toBe(0)
    const fitting = await complete(id, { store: { copy }, uploadLimits: withSpace(5_000) })
    expect([fitting.status, copies]).toEqual(['READY', 1])
  })

  test('returns the verdict of one that was faster, also where that took the file or the last of the space', async () => {
    const { objectStore } = service.parts
    const { bytesKept } = await service.database.read((db) => findUploadUsage(db, account.accountId))
    const late = [await send(pngOf(40, 30)), await send(pngOf(40, 30))] as const
    const missing = await complete(late[0].id, {
      store: {
        async head(key) {
          await account.complete(late[0].id)
          return objectStore.head(key)
        },
      },
    })
    const full = await complete(late[1].id, {
      store: {
        async readRange(key, range) {
          const bytes = await objectStore.readRange(key, range)
          await account.complete(late[1].id)
          return bytes
        },
      },
      uploadLimits: { openMax: 100, bytesKeptMax: bytesKept + 2 * 4096 },
    })
    for (const verdict of [missing, full]) {
      expect(verdict.status).toBe('READY')
      expect(await copiesOf(verdict.id)).toHaveLength(1)
    }
  })

  test('whose transaction fails throws its error, and can be repeated', async () => {
    const { id } = await send(pngOf(40, 30))
    const database = { ...service.database, transaction: () => Promise.reject(new Error('killed')) }
    await expect(complete(id, { database })).rejects.toThrow('killed')
    expect((await read(id)).status).toBe('PENDING')
    expect((await account.complete(id)).body.status).toBe('READY')
  })

  test('asks the gates about a valid file only', async () => {
    const asked: GateSubject[] = []
    const gate: Gate = {
      name: 'gate',
      at: ['upload'],
      products: undefined,
      onFailure: 'refuse',
      ask: async (subject) => {
        asked.push(subject)
        return { kind: 'allowed', reason: undefined }
      },
      check: async () => ({ reachable: true, detail: '' }),
      close: async () => undefined,
    }
    const gates = { forUpload: () => [gate] }
    const [invalid, valid] = [await send(gifOf(40, 30)), await send(pngOf(40, 30))]
    expect(await complete(invalid.id, { gates })).toMatchObject({ status: 'INVALID' })
    expect(asked).toEqual([])
    expect(await complete(valid.id, { gates })).toMatchObject({ status: 'READY' })
    expect(asked).toMatchObject([{ stage: 'upload', uploadId: valid.id }])
  })
})

describe('a file that is replaced', () => {
  test('before it is read is verified as it is then', async () => {
    const { id, uploadUrl } = await send(pngOf(40, 30))
    let isReplaced = false
    const readRange: ObjectStore['readRange'] = async (key, range) => {
      if (!isReplaced) await putFile(uploadUrl, pngOf(77, 66, 300))
      isReplaced = true
      return service.parts.objectStore.readRange(key, range)
    }
    expect(await complete(id, { store: { readRange } })).toMatchObject({
      status: 'READY',
      width: 77,
      height: 66,
      sizeBytes: 300,
    })
  })

  test('again and again is tried three times, and counts as not received until it stays', async () => {
    const { id, uploadUrl } = await send(pngOf(40, 30))
    let tries = 0
    const copy: ObjectStore['copy'] = async (request) => {
      tries += 1
      // One that tries more often finds a file that stays.
      if (tries <= 5) await putFile(uploadUrl, pngOf(40, 30 + tries))
      return service.parts.objectStore.copy(request)
    }
    await expect(complete(id, { store: { copy } })).rejects.toMatchObject({ code: 'UPLOAD_NOT_RECEIVED' })
    expect(tries).toBe(3)
    expect(await copiesOf(id)).toEqual([])
    expect((await account.complete(id)).body).toMatchObject({ status: 'READY', height: 33 })
  })

  test('and completed before the verdict on the first one is written has its own verdict, and keeps its bytes', async () => {
    const { id, uploadUrl } = await send(gifOf(40, 30))
    const { database } = service
    let isReplaced = false
    const transaction: typeof database.transaction = async (work) => {
      if (!isReplaced) {
        isReplaced = true
        await putFile(uploadUrl, pngOf(77, 66))
        expect((await account.complete(id)).body).toMatchObject({ status: 'READY', width: 77 })
      }
      return database.transaction(work)
    }
    const verdict = await complete(id, { database: { ...database, transaction } })
    expect(verdict).toEqual(await read(id))
    expect(verdict).toMatchObject({ status: 'READY', width: 77, height: 66 })
    expect(await copiesOf(id)).toHaveLength(1)
  })
})

describe('a signed PUT', () => {
  test('of an upload that went with its account’s data stores nothing', async () => {
    const leaver = await service.createAccount()
    const { accountId } = leaver
    const { id, uploadUrl } = await leaver.reserve()
    const operator = createAdministration(service.database, service.parts)
    await operator.closeAccount({ accountId })
    await operator.deleteAccountData(accountId)
    expect((await putFile(uploadUrl, pngOf(40, 30))).status).toBe(409)
    expect(await service.storedKeys(`uploads/${id}`)).toEqual([])
  })

  test('to another place than that of uploads stores nothing', async () => {
    const { id } = await account.reserve()
    for (const key of [`inputs/${id}`, `results/${id}`]) {
      const contentType = 'image/png'
      const url = await service.parts.objectStore.signUpload({ key, contentType, expiresInSeconds: 60 })
      expect((await putFile(url, pngOf(40, 30))).status).toBe(409)
      expect(await service.storedKeys(key)).toEqual([])
    }
  })
})
