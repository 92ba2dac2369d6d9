import { beforeEach, describe, expect, test } from 'vitest'
import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import type { ObjectStore } from '../../server/src/core/ports/object-store.ts'
import { DatabaseUnavailableError } from '../../server/src/database/database-unavailable-error.ts'
import { findKeptUploads } from '../../server/src/database/uploads/kept-uploads.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { expireResults, scrubOldTasks } from '../../server/src/use-cases/sweeps/retention.ts'
import { sweepObjects } from '../../server/src/use-cases/sweeps/sweep-objects.ts'
import { sweepUploads } from '../../server/src/use-cases/sweeps/sweeps.ts'
import { deleteResult } from '../../server/src/use-cases/tasks/delete-result.ts'
import { deleteUpload } from '../../server/src/use-cases/uploads/delete-upload.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { createFakeProvider, type FakeProvider } from '../support/fake-provider.ts'
import { startTestService, type TestAccount, type TestService } from '../support/service.ts'
import { gifOf, pngOf } from './support/images.ts'
import { acceptImage, expectRefunded, pollTask } from './support/tasks.ts'

const minuteMs = 60_000
const never = new AbortController().signal

let service: TestService
let account: TestAccount
let engine: FakeProvider
beforeEach(async () => {
  engine = createFakeProvider()
  const { start } = engine
  // It receives the bytes of an image, as most engines do.
  const reading = {
    ...engine,
    async start(job: GenerationJob, signal: AbortSignal) {
      await job.input?.bytes()
      return start(job, signal)
    },
  }
  service = await startTestService({ providers: [reading] })
  account = await service.createAccount()
})

const removeResult = (id: string, by = account) => by.call('DELETE', `/api/v1/tasks/${id}/result`)
const remove = (id: string, by = account) => by.call('DELETE', `/api/v1/uploads/${id}`)
const results = () => service.storedKeys('results/')
const inputs = () => service.storedKeys('inputs/', 'uploads/')
const upload = async (by = account): Promise<string> => (await by.upload(pngOf(40, 30), 'image/png')).body.id
const transform = (assetId: string, by = account) =>
  by.call('POST', '/api/v1/images/transformations', { assetId, prompt: 'at night' })
const usage = (by = account) => service.database.read((db) => findKeptUploads(db, by.accountId))

async function makeImage(by = account): Promise<string> {
  const id = await acceptImage(by)
  await service.runQueue()
  return id
}

const storedBytes = () =>
  service.database.read(async (db) => {
    const row = await db
      .selectFrom('accounts')
      .select('result_bytes')
      .where('id', '=', account.accountId)
      .executeTakeFirstOrThrow()
    return Number(row.result_bytes)
  })

describe('a result that its owner deletes', () => {
  test('is gone with its bytes when the response comes, and the task says so; the bill stays', async () => {
    const [id, other] = [await makeImage(), await makeImage()]
    const before = await pollTask(account, id)
    const money = await account.money()
    const { status, body } = await removeResult(id)
    expect([status, body]).toEqual([
      200,
      {
        ...before,
        output: { images: [], removed: { code: 'RESULT_DELETED', removedAt: expect.any(String) } },
      },
    ])
    expect((await fetch(before.output.images[0].url)).status).toBe(404)
    expect(await results()).toEqual([expect.stringContaining(other)])
    expect(await pollTask(account, id)).toEqual(body)
    expect(await account.money()).toEqual(money)
    expect(body.cost.state).toBe('charged')
    const { sizeBytes } = (await pollTask(account, other)).output.images[0]
    expect(await storedBytes()).toBe(sizeBytes)
    await service.expectBooksToAgree()
  })

  test('is deleted once, however often and by however many requests at a time', async () => {
    const id = await makeImage()
    const responses = await Promise.all(Array.from({ length: 5 }, () => removeResult(id)))
    const again = await removeResult(id)
    for (const { status, body } of [...responses, again]) expect([status, body]).toEqual([200, again.body])
    expect(await storedBytes()).toBe(0)
    await service.expectBooksToAgree()
  })

  test('may not exist: a failed and a cancelled task stay as they are', async () => {
    const cancelled = await acceptImage(account)
    await account.call('POST', `/api/v1/tasks/${cancelled}/cancel`)
    const before = await pollTask(account, cancelled)
    expect((await removeResult(cancelled)).body).toEqual(before)
    expect(await pollTask(account, cancelled)).toEqual(before)
  })

  test('is refused while the task waits or runs, which then goes on', async () => {
    const id = await acceptImage(account)
    const refusal = { status: 409, body: { code: 'RESULT_NOT_DELETABLE' } }
    expect(await removeResult(id)).toMatchObject(refusal)
    const task = await service.claimOne()
    expect(await removeResult(id)).toMatchObject(refusal)
    await runTask(service.run, task, never)
    expect((await pollTask(account, id)).output.images).toHaveLength(1)
    expect((await removeResult(id)).status).toBe(200)
  })

  test('is that of no other account, whose task answers exactly as an unknown one', async () => {
    const id = await makeImage()
    const stranger = await service.createAccount()
    const foreign = await removeResult(id, stranger)
    const unknown = await removeResult('0'.repeat(24), stranger)
    expect(foreign).toMatchObject({ status: 404, body: { code: 'TASK_NOT_FOUND' } })
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect((await fetch((await pollTask(account, id)).output.images[0].url)).status).toBe(200)
  })

  test('stays if the key may only read', async () => {
    const id = await makeImage()
    const { apiKey } = await createAdministration(service.database).issueApiKey(account.accountId, {
      properties: { isReadOnly: true },
    })
    const response = await service.fetch(`/api/v1/tasks/${id}/result`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${apiKey}` },
    })
    expect(response.status).toBe(403)
    expect((await pollTask(account, id)).output.images).toHaveLength(1)
  })

  test('can be deleted by a suspended and a closed account', async () => {
    const ids = [await makeImage(), await makeImage()]
    const operator = createAdministration(service.database)
    await operator.suspendAccount({ accountId: account.accountId })
    expect((await removeResult(ids[0] ?? '')).status).toBe(200)
    await operator.closeAccount({ accountId: account.accountId })
    expect((await removeResult(ids[1] ?? '')).status).toBe(200)
    expect(await results()).toEqual([])
  })

  test('and one that retention removes at that moment is removed once, with one reason', async () => {
    const ids = [await makeImage(), await makeImage(), await makeImage()]
    service.advance(minuteMs)
    const swept = expireResults(service.parts, 0)
    const deleted = await Promise.all(ids.map((id) => removeResult(id)))
    await swept
    for (const { status, body } of deleted) {
      expect(status).toBe(200)
      expect(body.output).toMatchObject({ images: [], removed: { code: expect.stringMatching(/^RESULT_/) } })
      expect((await pollTask(account, body.id)).output).toEqual(body.output)
    }
    expect([await results(), await storedBytes()]).toEqual([[], 0])
    await service.expectBooksToAgree()
  })

  test('leaves no byte that a retention was killed before it deleted', async () => {
    const id = await makeImage()
    service.advance(minuteMs)
    await expireResults({ database: service.database }, 0)
    expect(await results()).toHaveLength(1)
    expect((await removeResult(id)).body.output.removed.code).toBe('RESULT_EXPIRED')
    expect(await results()).toEqual([])
  })

  test('of a task that is forgotten meanwhile is unknown', async () => {
    const id = await makeImage()
    service.advance(minuteMs)
    await scrubOldTasks(service.parts, 0)
    expect(await removeResult(id)).toMatchObject({ status: 404, body: { code: 'TASK_NOT_FOUND' } })
  })

  test('is finished by the same request after a crash between the bytes and the row', async () => {
    const id = await makeImage()
    const { objectStore, database } = service.parts
    const dying = {
      ...database,
      transaction: () => Promise.reject(new DatabaseUnavailableError(new Error('gone'))),
    }
    await expect(deleteResult({ database: dying, objectStore }, account.accountId, id)).rejects.toThrow()
    expect(await results()).toEqual([])
    expect((await pollTask(account, id)).output.removed).toBeUndefined()
    expect((await removeResult(id)).body.output.removed.code).toBe('RESULT_DELETED')
    expect(await storedBytes()).toBe(0)
    await service.expectBooksToAgree()
  })

  test('is not called deleted while the store does not respond', async () => {
    const id = await makeImage()
    const { database, objectStore } = service.parts
    const away: ObjectStore = { ...objectStore, delete: () => Promise.reject(new Error('store away')) }
    await expect(deleteResult({ database, objectStore: away }, account.accountId, id)).rejects.toThrow(
      'The object store is unavailable.',
    )
    expect((await pollTask(account, id)).output.images).toHaveLength(1)
    expect(await results()).toHaveLength(1)
  })
})

describe('an upload that its owner deletes', () => {
  test('is gone with its bytes and its space when the response comes, and is then unknown', async () => {
    const [id, other] = [await upload(), await upload()]
    expect(await remove(id)).toMatchObject({ status: 200, body: { id, deleted: true } })
    expect(await inputs()).toEqual([expect.stringContaining(other)])
    expect(await usage()).toEqual({ uploadsKept: 1, bytesKept: 4096 })
    for (const response of [await account.call('GET', `/api/v1/uploads/${id}`), await remove(id)])
      expect(response).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } })
    expect(await transform(id)).toMatchObject({ status: 400, body: { code: 'ASSET_NOT_USABLE' } })
    expect((await transform(other)).status).toBe(200)
    await service.expectBooksToAgree()
  })

  test('is deleted once by several requests at a time, of which each is told so or that it is unknown', async () => {
    const id = await upload()
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => remove(id)))).map(
      ({ status }) => status,
    )
    expect(statuses).toContain(200)
    expect(statuses.every((status) => status === 200 || status === 404)).toBe(true)
    expect(await usage()).toEqual({ uploadsKept: 0, bytesKept: 0 })
    await service.expectBooksToAgree()
  })

  test('leaves the results that were made from it, and what was ordered', async () => {
    const id = await upload()
    const task = (await transform(id)).body
    await service.runQueue()
    await remove(id)
    const { output, request } = await pollTask(account, task.id)
    expect((await fetch(output.images[0].url)).status).toBe(200)
    expect(request.assetId).toBe(id)
  })

  test('fails and refunds a waiting task that needs it, which is no fault of an engine', async () => {
    const id = await upload()
    const task = (await transform(id)).body
    expect((await remove(id)).status).toBe(200)
    await service.runQueue()
    await expectRefunded(account, task.id, 'INVALID_INPUT')
    expect(engine.started).toEqual([])
    expect(await service.parts.breaker.isDown(engine.name)).toBe(false)
    await service.expectBooksToAgree()
  })

  test('while its task runs ends it with a result or a refund, never with both or neither', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await upload()
      const task = (await transform(id)).body
      const claimed = await service.claimOne()
      const [, removed] = await Promise.all([runTask(service.run, claimed, never), remove(id)])
      expect(removed.status).toBe(200)
      await service.runQueue()
      const { status, cost } = await pollTask(account, task.id)
      expect([status, cost.state]).toEqual(
        status === 'SUCCEEDED' ? ['SUCCEEDED', 'charged'] : ['FAILED', 'refunded'],
      )
    }
    expect(await inputs()).toEqual([])
    expect((await account.money()).reserved).toBe('0.00')
    await service.expectBooksToAgree()
  })

  test('while it is ordered with gets no task, or one that ends with its money where it belongs', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await upload()
      const [ordered] = await Promise.all([transform(id), remove(id)])
      expect([200, 400]).toContain(ordered.status)
      if (ordered.status === 400) expect(ordered.body.code).toBe('ASSET_NOT_USABLE')
      await service.runQueue()
      if (ordered.status === 200) await expectRefunded(account, ordered.body.id, 'INVALID_INPUT')
    }
    await service.expectBooksToAgree()
  })

  test('is refused before it is READY, so that nobody gains places for open uploads by it', async () => {
    const pending = (await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })).body.id
    const invalid = (await account.upload(gifOf(40, 30), 'image/png')).body.id
    for (const id of [pending, invalid])
      expect(await remove(id)).toMatchObject({ status: 409, body: { code: 'UPLOAD_NOT_DELETABLE' } })
    expect((await account.call('GET', `/api/v1/uploads/${invalid}`)).body.status).toBe('INVALID')
    service.advance(16 * minuteMs)
    for (const id of [pending, invalid]) expect((await remove(id)).status).toBe(200)
    for (const id of [pending, invalid])
      expect((await account.call('GET', `/api/v1/uploads/${id}`)).status).toBe(404)
    expect(await usage()).toEqual({ uploadsKept: 0, bytesKept: 0 })
    await service.expectBooksToAgree()
  })

  test('whose window is swept at that moment is deleted nevertheless', async () => {
    const { body } = await account.call('POST', '/api/v1/uploads', { contentType: 'image/png' })
    await fetch(body.uploadUrl, {
      method: 'PUT',
      headers: { 'Content-Type': 'image/png' },
      body: pngOf(40, 30),
    })
    service.advance(16 * minuteMs)
    const [, removed] = await Promise.all([sweepUploads(service.parts), remove(body.id)])
    expect(removed.status).toBe(200)
    expect([await inputs(), (await remove(body.id)).status]).toEqual([[], 404])
  })

  test('is that of no other account, whose upload answers exactly as an unknown one', async () => {
    const id = await upload()
    const stranger = await service.createAccount()
    const foreign = await remove(id, stranger)
    const unknown = await remove('0'.repeat(32), stranger)
    expect(foreign).toMatchObject({ status: 404, body: { code: 'UPLOAD_NOT_FOUND' } })
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    expect((await transform(id)).status).toBe(200)
    await service.runQueue()
    expect(await inputs()).toHaveLength(1)
  })

  test('is finished by the same request after a crash between the bytes and the row', async () => {
    const id = await upload()
    const { objectStore, database } = service.parts
    const dying = {
      ...database,
      transaction: () => Promise.reject(new DatabaseUnavailableError(new Error('gone'))),
    }
    await expect(deleteUpload({ database: dying, objectStore }, account.accountId, id)).rejects.toThrow()
    expect([await inputs(), await usage()]).toEqual([[], { uploadsKept: 1, bytesKept: 4096 }])
    // Until then it can be ordered with, and costs nothing.
    const task = (await transform(id)).body
    await service.runQueue()
    await expectRefunded(account, task.id, 'INVALID_INPUT')
    expect((await remove(id)).status).toBe(200)
    expect(await usage()).toEqual({ uploadsKept: 0, bytesKept: 0 })
    expect(await sweepObjects(service.parts)).toBe(0)
    await service.expectBooksToAgree()
  })
})
