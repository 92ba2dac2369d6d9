import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../server/src/database/database.ts'
import { findKeptUploads } from '../../server/src/database/uploads/kept-uploads.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { sweepUploads } from '../../server/src/use-cases/sweeps/sweeps.ts'
import type { UseCases } from '../../server/src/use-cases/use-cases.ts'
import { wireUseCases } from '../../server/src/wiring/wire.ts'
import { putFile } from '../support/account.ts'
import {
  startTestService,
  type TestAccount,
  type TestResponse,
  type TestService,
} from '../support/service.ts'
import { gifOf, pngOf } from './support/images.ts'

const windowMs = 15 * 60_000
const gigabyte = 1024 ** 3
const fileBytes = 5_000

/** A service whose accounts may have so many uploads open and keep so many bytes. */
function serviceWith(limits: { openMax?: number; bytesKeptMax?: number }): Promise<TestService> {
  const { openMax = 100, bytesKeptMax = 10 * gigabyte } = limits
  const environment = {
    UPLOADS_OPEN_MAX: String(openMax),
    // Half a byte more, for a fraction of a gigabyte is cut off to whole bytes.
    UPLOADS_KEPT_GB: String((bytesKeptMax + 0.5) / gigabyte),
  }
  return startTestService({ environment })
}

/**
 * What two processes of the service do, each on connections of its own. On SQLite there is one, so they share
 * it.
 */
function twoProcesses({ parts }: TestService): readonly [UseCases, UseCases] {
  const onAccepted = (): void => undefined
  const first = wireUseCases(parts, { onAccepted })
  if (!parts.database.dialect.isForManyProcesses) return [first, first]
  const database = openDatabase({ url: parts.config.databaseUrl })
  onTestFinished(() => database.close())
  return [first, wireUseCases({ ...parts, database }, { onAccepted })]
}

/** A reservation, which the limits may reject. */
const reserve = (account: TestAccount): Promise<TestResponse> =>
  account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
const read = async (account: TestAccount, id: string) =>
  (await account.call('GET', `/api/v1/uploads/${id}`)).body

/** Reserves an upload and sends its file; the verdict is yet to come. */
async function send(account: TestAccount, sizeBytes = fileBytes): Promise<string> {
  const { id, uploadUrl } = await account.reserve()
  await putFile(uploadUrl, pngOf(40, 30, sizeBytes))
  return id
}

const usageOf = (service: TestService, { accountId }: TestAccount) =>
  service.database.read((db) => findKeptUploads(db, accountId))

/** How many of these were fulfilled; the others were rejected with that code. */
async function fulfilled(work: readonly Promise<unknown>[], code: string): Promise<number> {
  const outcomes = await Promise.allSettled(work)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code })
  }
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

describe('open uploads of an account', () => {
  test('are limited, and one more is rejected with the time until the first of them expires', async () => {
    const service = await serviceWith({ openMax: 3 })
    const account = await service.createAccount()
    const first = await account.reserve()
    service.advance(5 * 60_000)
    for (let count = 1; count < 3; count += 1) expect((await reserve(account)).status).toBe(200)

    const before = await service.database.nowMs()
    const rejected = await reserve(account)
    const after = await service.database.nowMs()
    expect([rejected.status, rejected.body.code]).toEqual([429, 'TOO_MANY_OPEN_UPLOADS'])
    const retryAfter = Number(rejected.headers.get('Retry-After'))
    const closesAt = Date.parse(first.expiresAt)
    expect(retryAfter * 1000).toBeGreaterThanOrEqual(closesAt - after)
    expect((retryAfter - 1) * 1000).toBeLessThan(closesAt - before)

    service.advance(closesAt - after - 30_000)
    expect((await reserve(account)).status).toBe(429)
    service.advance(30_000)
    expect((await reserve(account)).status).toBe(200)
    expect((await reserve(account)).status).toBe(429)
    await sweepUploads(service.run)
    expect((await reserve(account)).status).toBe(429)
    expect((await reserve(await service.createAccount())).status).toBe(200)
  })

  test('free their place when they become READY; an INVALID one keeps it until its window closes', async () => {
    const service = await serviceWith({ openMax: 2 })
    const account = await service.createAccount()
    const good = await send(account)
    const bad = await account.reserve()
    await putFile(bad.uploadUrl, gifOf(64, 64))
    expect((await reserve(account)).status).toBe(429)
    expect((await account.complete(good)).body.status).toBe('READY')
    expect((await reserve(account)).status).toBe(200)
    expect((await reserve(account)).status).toBe(429)
    expect((await account.complete(bad.id)).body.status).toBe('INVALID')
    expect((await reserve(account)).status).toBe(429)
    service.advance(Date.parse(bad.expiresAt) - (await service.database.nowMs()))
    expect((await reserve(account)).status).toBe(200)
  })

  test('stay within the limit if two processes reserve concurrently', async () => {
    const service = await serviceWith({ openMax: 5 })
    const [{ accountId }, other] = [await service.createAccount(), await service.createAccount()]
    const processes = twoProcesses(service)
    const reserveIn = (account: string, count: number) =>
      Array.from({ length: count }, async (_, index) =>
        processes[index % 2]?.createUpload(account, 'image/png'),
      )
    const [busy, within] = await Promise.all([
      fulfilled(reserveIn(accountId, 16), 'TOO_MANY_OPEN_UPLOADS'),
      fulfilled(reserveIn(other.accountId, 5), 'TOO_MANY_OPEN_UPLOADS'),
    ])
    expect([busy, within]).toEqual([5, 5])
  })

  test('report the right time even if the operator has lowered the limit', async () => {
    const service = await serviceWith({ openMax: 4 })
    const account = await service.createAccount()
    const expiries: number[] = []
    for (let count = 0; count < 4; count += 1) {
      expiries.push(Date.parse((await account.reserve()).expiresAt))
      service.advance(60_000)
    }
    const stricter = wireUseCases(
      {
        ...service.parts,
        config: { ...service.parts.config, uploadLimits: { openMax: 2, bytesKeptMax: 1e9 } },
      },
      { onAccepted: () => undefined },
    )
    const nowMs = await service.database.nowMs()
    const rejection = await stricter.createUpload(account.accountId, 'image/png').catch((error) => error)
    // The third must have expired as well, for two to remain less one.
    const waitMs = Number(expiries[2]) - nowMs
    expect(rejection.retryAfterSeconds).toBeLessThanOrEqual(waitMs / 1000)
    expect(rejection.retryAfterSeconds).toBeGreaterThan(waitMs / 1000 - 30)
  })
})

describe('kept uploads of an account', () => {
  /** Three files, and a fourth that is reserved, since the smallest file of all would still fit. */
  const bytesKeptMax = 3 * fileBytes + 4096

  test('are limited in space, and a file beyond it stays PENDING until there is space', async () => {
    const service = await serviceWith({ bytesKeptMax })
    const account = await service.createAccount()
    const kept = [await send(account), await send(account), await send(account)]
    for (const id of kept) expect((await account.complete(id)).body.status).toBe('READY')
    const beyond = await send(account)
    const rejected = await account.complete(beyond)
    expect([rejected.status, rejected.body.code]).toEqual([409, 'STORAGE_LIMIT_REACHED'])
    expect((await account.complete(beyond)).status).toBe(409)
    expect((await read(account, beyond)).status).toBe('PENDING')
    expect(await usageOf(service, account)).toEqual({ uploadsKept: 3, bytesKept: 3 * fileBytes })
    for await (const { key } of service.parts.objectStore.list('inputs/')) expect(key).not.toContain(beyond)

    // One of the others goes; its row is made old, for the window of the fourth is too short to wait.
    await service.database.transaction((tx) =>
      tx.db.updateTable('uploads').set({ last_used_at: 0n }).where('id', '=', String(kept[0])).execute(),
    )
    const administration = createAdministration(service.database, service.parts)
    const { accountId } = account
    expect(await administration.deleteUploads({ accountId, unusedMs: 0 })).toEqual({
      accountId,
      deleted: 1,
      bytesFreed: fileBytes,
    })
    expect((await account.complete(beyond)).body.status).toBe('READY')
    await service.expectBooksToAgree()
  })

  test('count as 4 KB each at least, and no upload is reserved if not even that would fit', async () => {
    const service = await serviceWith({ bytesKeptMax: 2 * 4096 + 4095 })
    const account = await service.createAccount()
    for (let count = 0; count < 2; count += 1) {
      expect((await account.upload(pngOf(40, 30, 100), 'image/png')).body.status).toBe('READY')
    }
    const rejected = await reserve(account)
    expect([rejected.status, rejected.body.code]).toEqual([409, 'STORAGE_LIMIT_REACHED'])
    expect(rejected.headers.get('Retry-After')).toBeNull()
    expect(await usageOf(service, account)).toEqual({ uploadsKept: 2, bytesKept: 2 * 4096 })
    expect((await reserve(await service.createAccount())).status).toBe(200)
  })

  test('leave room for one of the smallest to the last byte, also where a process that counts nothing reserved it', async () => {
    const service = await serviceWith({ bytesKeptMax: 4096 })
    const account = await service.createAccount()
    const id = await send(account, 100)
    await service.database.transaction((tx) => tx.db.deleteFrom('upload_usage').execute())
    expect((await account.complete(id)).body.status).toBe('READY')
    expect(await usageOf(service, account)).toEqual({ uploadsKept: 1, bytesKept: 4096 })
    expect((await reserve(account)).status).toBe(409)
  })

  test('may use the space to its last byte, and rejected files use none of it', async () => {
    const service = await serviceWith({ bytesKeptMax: 2 * fileBytes })
    const account = await service.createAccount()
    expect((await account.upload(gifOf(64, 64), 'image/png')).body.status).toBe('INVALID')
    for (let count = 0; count < 2; count += 1) {
      expect((await account.upload(pngOf(40, 30, fileBytes), 'image/png')).body.status).toBe('READY')
    }
    expect((await reserve(account)).status).toBe(409)
  })

  test('never exceed it if two processes complete concurrently', async () => {
    const service = await serviceWith({ bytesKeptMax })
    const account = await service.createAccount()
    const ids: string[] = []
    for (let count = 0; count < 10; count += 1) ids.push(await send(account))
    const processes = twoProcesses(service)
    const completions = ids.map(async (id, index) =>
      processes[index % 2]?.completeUpload(account.accountId, id),
    )
    expect(await fulfilled(completions, 'STORAGE_LIMIT_REACHED')).toBe(3)
    expect(await usageOf(service, account)).toEqual({ uploadsKept: 3, bytesKept: 3 * fileBytes })
    const statuses = await Promise.all(ids.map(async (id) => (await read(account, id)).status))
    expect(statuses.filter((status) => status === 'READY')).toHaveLength(3)
    expect(statuses.filter((status) => status === 'PENDING')).toHaveLength(7)
    expect(await service.storedKeys('inputs/')).toHaveLength(3)
    await service.expectBooksToAgree()
  })

  test('count one upload once, and return its verdict to all concurrent completions, including the last that fits', async () => {
    const service = await serviceWith({ bytesKeptMax: fileBytes })
    const account = await service.createAccount()
    const id = await send(account)
    const processes = twoProcesses(service)
    const responses = await Promise.all(
      Array.from({ length: 8 }, (_, index) => processes[index % 2]?.completeUpload(account.accountId, id)),
    )
    expect(responses.map((response) => response?.status)).toEqual(Array(8).fill('READY'))
    expect(await usageOf(service, account)).toEqual({ uploadsKept: 1, bytesKept: fileBytes })
  })

  test('that does not fit expires with its window like any other', async () => {
    const service = await serviceWith({ bytesKeptMax })
    const account = await service.createAccount()
    for (let count = 0; count < 3; count += 1) await account.upload(pngOf(40, 30, fileBytes), 'image/png')
    const beyond = await send(account)
    expect((await account.complete(beyond)).status).toBe(409)
    service.advance(windowMs)
    expect((await account.complete(beyond)).body.status).toBe('EXPIRED')
    await sweepUploads(service.run)
    expect(await service.parts.objectStore.head(`uploads/${beyond}`)).toBeUndefined()
  })
})
