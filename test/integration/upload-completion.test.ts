import { describe, expect, test } from 'vitest'
import { sleep } from '../../server/src/core/async/sleep.ts'
import type { Gate, GateSubject, GateVerdict } from '../../server/src/core/ports/gate.ts'
import type { ObjectStore } from '../../server/src/core/ports/object-store.ts'
import { findKeptUploads } from '../../server/src/database/uploads/kept-uploads.ts'
import { findUpload } from '../../server/src/database/uploads/uploads.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { completeUpload } from '../../server/src/use-cases/uploads/complete-upload.ts'
import {
  GateUnavailableError,
  isStorageOutage,
  ObjectStoreUnavailableError,
  UploadClaimedError,
} from '../../server/src/use-cases/uploads/storage-outage.ts'
import type { UploadDependencies } from '../../server/src/use-cases/uploads/uploads.ts'
import { wireUseCases } from '../../server/src/wiring/wire.ts'
import { putFile } from '../support/account.ts'
import { openServiceOfFile } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'
import { gifOf, jpegOf, pngOf } from './support/images.ts'

/** What comes in between the steps of a completion, or fails in it. */

const service = await openServiceOfFile()
const account = await service.createAccount()

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

const away = () => Promise.reject(new Error('away'))
const awayStore = { head: away, readRange: away, copy: away, delete: away }

const allowed = { kind: 'allowed', reason: undefined } as const

/** A gate that counts, and answers when it is told to. */
function countingGate(answer: () => Promise<GateVerdict> = async () => allowed) {
  const asked: GateSubject[] = []
  const gate: Gate = {
    name: 'gate',
    at: ['upload'],
    products: undefined,
    onFailure: 'refuse',
    ask: async (subject) => {
      asked.push(subject)
      return answer()
    },
    check: async () => ({ reachable: true, detail: '' }),
    close: async () => undefined,
  }
  return { asked, gates: { forUpload: () => [gate] } }
}

describe('a completion', () => {
  test('of an upload that has its verdict needs no object store', async () => {
    for (const bytes of [pngOf(40, 30), gifOf(40, 30)]) {
      const { body } = await account.upload(bytes, 'image/png')
      expect(await complete(body.id, { store: awayStore })).toEqual(body)
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
    const { bytesKept } = await service.database.read((db) => findKeptUploads(db, account.accountId))
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
    const { bytesKept } = await service.database.read((db) => findKeptUploads(db, account.accountId))
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
    const { asked, gates } = countingGate()
    const [invalid, valid] = [await send(gifOf(40, 30)), await send(pngOf(40, 30))]
    expect(await complete(invalid.id, { gates })).toMatchObject({ status: 'INVALID' })
    expect(asked).toEqual([])
    expect(await complete(valid.id, { gates })).toMatchObject({ status: 'READY' })
    expect(asked).toMatchObject([{ stage: 'upload', uploadId: valid.id }])
  })
})

/** A promise that the test resolves. */
function promise() {
  let resolve: () => void = () => undefined
  return { promise: new Promise<void>((done) => (resolve = done)), resolve: () => resolve() }
}

describe('concurrent completions of one upload', () => {
  const lookMs = 250
  /** A store that counts copies; each passes `during` before it is made. */
  function countingStore(during: () => Promise<unknown> = async () => undefined) {
    const copies: string[] = []
    const copy: ObjectStore['copy'] = async (request) => {
      copies.push(request.to)
      await during()
      return service.parts.objectStore.copy(request)
    }
    return { copies, store: { copy } }
  }

  /** A store whose copy has begun when `begun` resolves, and lasts until `finish`; then it is made, or fails. */
  function stuckStore(fail: () => Promise<unknown> = async () => undefined) {
    const begun = promise()
    const end = promise()
    const counting = countingStore(() => {
      begun.resolve()
      return end.promise.then(fail)
    })
    return { ...counting, begun: begun.promise, finish: end.resolve }
  }

  /** Waits that pass at once, each after `look`; renewals of claims wait for real. */
  const looking =
    (look: () => Promise<unknown> = async () => undefined): typeof sleep =>
    async (durationMs, signal) => {
      if (durationMs === lookMs) await look()
      else await sleep(durationMs, signal)
    }

  const never = () => new Promise<void>(() => undefined)

  /** Waits of a completion that renews its claim when the test says so. */
  function renewing() {
    const waits: number[] = []
    const signals: AbortSignal[] = []
    let end: () => void = () => undefined
    const wait: typeof sleep = (durationMs, signal) =>
      new Promise((resolve) => {
        waits.push(durationMs)
        signals.push(signal)
        end = resolve
        signal.addEventListener('abort', () => resolve())
      })
    async function renew() {
      const { length } = waits
      end()
      await untilHolds(() => expect(waits).toHaveLength(length + 1))
    }
    return { waits, signals, sleep: wait, renew }
  }

  /** What one process does: only those within one can share a run. */
  function processWith(changes: ReturnType<typeof countingGate> & ReturnType<typeof countingStore>) {
    const { parts } = service
    const gates = { ...parts.gates, ...changes.gates }
    const objectStore = { ...parts.objectStore, ...changes.store }
    return wireUseCases({ ...parts, gates, objectStore }, { onAccepted: () => undefined })
  }

  test('of one process or of two make one copy and ask the gate once, and all have the one verdict', async () => {
    for (const processCount of [1, 2]) {
      const { id } = await send(pngOf(40, 30))
      const [gate, store] = [countingGate(), countingStore()]
      const processes = Array.from({ length: processCount }, () => processWith({ ...gate, ...store }))
      const verdicts = await Promise.all(
        Array.from({ length: 100 }, (_, index) =>
          processes[index % processCount]?.completeUpload(account.accountId, id),
        ),
      )
      expect(verdicts).toEqual(Array(100).fill(await read(id)))
      expect(verdicts[0]?.status).toBe('READY')
      expect([store.copies.length, gate.asked.length]).toEqual([1, 1])
      expect(await copiesOf(id)).toEqual(store.copies)
    }
  })

  test('of which the first dies are taken over once its claim has lapsed, and the late one changes nothing', async () => {
    const { id } = await send(pngOf(40, 30))
    const first = stuckStore()
    const dead = complete(id, { ...first, sleep: never })
    await first.begun
    const second = countingStore()
    let looks = 0
    const look = async () => {
      looks += 1
      expect(second.copies).toEqual([])
      service.advance(3_000)
    }
    const verdict = await complete(id, { ...second, sleep: looking(look) })
    expect([verdict.status, looks, second.copies.length]).toEqual(['READY', 2, 1])
    first.finish()
    expect(await dead).toEqual(verdict)
    expect(await copiesOf(id)).toEqual(second.copies)
  })

  test('wait half a minute for the first without the object store, and are then told to come again', async () => {
    const { id } = await send(pngOf(40, 30))
    const { begun, finish, ...stuck } = stuckStore()
    const first = complete(id, stuck)
    await begun
    let looks = 0
    const look = async () => {
      looks += 1
    }
    const late = complete(id, { store: awayStore, sleep: looking(look) })
    const error = await late.catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(UploadClaimedError)
    expect(isStorageOutage(error)).toBe(true)
    expect(looks * lookMs).toBe(30_000)
    expect((await read(id)).status).toBe('PENDING')
    finish()
    expect((await first).status).toBe('READY')
  })

  test('wait for as long as the first lives: its claim is renewed every two seconds', async () => {
    const { id } = await send(pngOf(40, 30))
    const { begun, finish, ...stuck } = stuckStore()
    const { waits, signals, sleep, renew } = renewing()
    const first = complete(id, { ...stuck, sleep })
    await begun
    const claimedUntil = async () => {
      const found = await service.database.read((db) => findUpload(db, account.accountId, id))
      return found?.claimedUntilMs ?? 0
    }
    for (let times = 1; times <= 4; times += 1) {
      const before = await claimedUntil()
      service.advance(2_000)
      await renew()
      expect(await claimedUntil()).toBeGreaterThanOrEqual(before + 2_000)
    }
    expect(waits).toEqual(Array(5).fill(2_000))
    finish()
    expect((await first).status).toBe('READY')
    expect(signals.map(({ aborted }) => aborted)).toEqual(Array(5).fill(true))
  })

  test('wait for one whose claim lapsed during its copy, and that asks a gate then', async () => {
    const { id } = await send(pngOf(40, 30))
    const [asked, answered] = [promise(), promise()]
    const gate = countingGate(async () => {
      asked.resolve()
      await answered.promise
      return allowed
    })
    const store = countingStore(async () => service.advance(6_000))
    const first = complete(id, { ...gate, ...store, sleep: never })
    await asked.promise
    const other = countingGate()
    const look = async () => {
      answered.resolve()
      await first
    }
    const verdict = await complete(id, { ...other, store: awayStore, sleep: looking(look) })
    expect(verdict).toEqual(await first)
    expect([verdict.status, gate.asked.length, other.asked.length]).toEqual(['READY', 1, 0])
  })

  test('copy nothing once another has its verdict, also one that has read the file before that', async () => {
    const { id } = await send(pngOf(40, 30))
    const late = countingStore()
    const readRange: ObjectStore['readRange'] = async (key, range) => {
      const bytes = await service.parts.objectStore.readRange(key, range)
      await account.complete(id)
      return bytes
    }
    const verdict = await complete(id, { store: { ...late.store, readRange }, sleep: looking() })
    expect([verdict.status, late.copies]).toEqual(['READY', []])
  })

  test('one whose claim was taken neither renews nor gives back that of the other', async () => {
    const { id } = await send(pngOf(40, 30))
    const late = stuckStore(away)
    const { sleep, renew } = renewing()
    const first = complete(id, { ...late, sleep })
    await late.begun
    service.advance(7_000)
    const stuck = stuckStore()
    const second = complete(id, { ...stuck, sleep: never })
    await stuck.begun
    service.advance(3_000)
    await renew()
    late.finish()
    await expect(first).rejects.toBeInstanceOf(ObjectStoreUnavailableError)
    const last = countingStore()
    let looks = 0
    const look = async () => {
      looks += 1
      service.advance(4_000)
    }
    const verdict = await complete(id, { ...last, sleep: looking(look) })
    expect([verdict.status, looks]).toEqual(['READY', 1])
    stuck.finish()
    expect(await second).toEqual(verdict)
    expect(await copiesOf(id)).toEqual(last.copies)
  })

  test('one that fails gives its claim back: the next does not wait', async () => {
    const { id } = await send(pngOf(40, 30))
    const never = looking(() => Promise.reject(new Error('It waited.')))
    const silent = countingGate(async () => ({ kind: 'failed', reason: 'away' }))
    await expect(complete(id, { ...silent, sleep: never })).rejects.toBeInstanceOf(GateUnavailableError)
    const away = { copy: () => Promise.reject(new Error('away')) }
    await expect(complete(id, { store: away, sleep: never })).rejects.toBeInstanceOf(
      ObjectStoreUnavailableError,
    )
    expect(await complete(id, { sleep: never })).toMatchObject({ status: 'READY' })
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
    const [kept = ''] = await copiesOf(id)
    expect(Buffer.from((await service.parts.objectStore.read(kept)) ?? [])).toEqual(pngOf(40, 33))
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
