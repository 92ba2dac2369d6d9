import { describe, expect, test } from 'vitest'
import {
  Mediagen,
  NotFoundError,
  ResultNotDeletableError,
  ResultRemovedError,
  UploadNotDeletableError,
} from '../src/index.js'
import { createMockService, type MockServiceOptions } from '../src/testing/index.js'
import { createFakeClient } from './support/fake-client.js'
import { brokenConnection, errorResponse } from './support/fake-fetch.js'

const png = new Uint8Array(100)
png.set([
  0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 64, 0, 0, 0,
  64,
])

/** A mock, and a client of it on its clock. */
function startMock(options: MockServiceOptions = {}) {
  const service = createMockService(options)
  const { baseUrl, clock, fetch } = service
  return { service, clock, client: new Mediagen({ apiKey: 'key', baseUrl, clock, fetch, random: () => 0 }) }
}

describe('the result of a task that its owner deletes', () => {
  test('is removed for waits and downloads, once, and the task stays charged', async () => {
    const { client, service } = startMock()
    const generation = await client.images.generate({ prompt: 'a fox' })
    const { id } = generation
    const result = await generation.wait()
    const balance = service.balance()
    const task = await client.tasks.deleteResult(id)
    expect(task).toMatchObject({
      status: 'SUCCEEDED',
      output: { images: [], removed: { code: 'RESULT_DELETED' } },
      cost: { state: 'charged' },
    })
    expect(await client.tasks.deleteResult(id)).toEqual(task)
    await expect(client.tasks.wait(id)).rejects.toBeInstanceOf(ResultRemovedError)
    await expect(result.download()).rejects.toBeInstanceOf(ResultRemovedError)
    expect(service.balance()).toBe(balance)
  })

  test('is refused before the task has finished, and unknown where there is no such task', async () => {
    const { client } = startMock()
    const { id } = await client.images.generate({ prompt: 'a fox' })
    await expect(client.tasks.deleteResult(id)).rejects.toBeInstanceOf(ResultNotDeletableError)
    await expect(client.tasks.deleteResult('none')).rejects.toBeInstanceOf(NotFoundError)
  })
})

describe('an upload that its owner deletes', () => {
  test('is unknown from then on, and makes room', async () => {
    const { client, clock } = startMock({ keptUploadsBytesMax: 4096 })
    const { id } = await client.uploads.file(png)
    await expect(client.uploads.create({ contentType: 'image/png' })).rejects.toThrow()
    expect(await client.uploads.delete(id)).toEqual({ id, deleted: true })
    await expect(client.uploads.get(id)).rejects.toBeInstanceOf(NotFoundError)
    await expect(client.uploads.delete(id)).rejects.toBeInstanceOf(NotFoundError)
    const open = await client.uploads.create({ contentType: 'image/png' })
    await expect(client.uploads.delete(open.id)).rejects.toBeInstanceOf(UploadNotDeletableError)
    await clock.delay(16 * 60_000)
    expect((await client.uploads.delete(open.id)).deleted).toBe(true)
  })

  test('counts as deleted where the response was lost and the next attempt finds it gone', async () => {
    const gone = () => errorResponse(404, 'UPLOAD_NOT_FOUND')
    const { client } = createFakeClient([brokenConnection(), gone(), gone()])
    expect(await client.uploads.delete('asset-1')).toEqual({ id: 'asset-1', deleted: true })
    await expect(client.uploads.delete('asset-1')).rejects.toBeInstanceOf(NotFoundError)
  })
})
