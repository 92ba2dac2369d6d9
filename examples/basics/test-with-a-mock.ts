// Tests of a program that uses the SDK, against an in-process service with a virtual clock.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Mediagen, TaskFailedError } from '@mediagen/sdk'
import { createMockService } from '@mediagen/sdk/testing'

/** The program under test. */
async function makeCover(client: Mediagen, title: string): Promise<Uint8Array> {
  const generation = await client.images.generate({ prompt: `the cover of "${title}"` })
  const result = await generation.wait()
  return result.download()
}

test('a cover is made and paid for once despite lost responses and rate limits', async () => {
  const service = createMockService({ balance: '1.00' })
  const { baseUrl, clock, fetch } = service
  service.faults.dropAfterAccept(2)
  service.faults.rateLimit(2, 30)
  const cover = await makeCover(new Mediagen({ apiKey: 'any', baseUrl, clock, fetch }), 'The Lighthouse')
  assert.ok(cover.length > 0)
  assert.equal(service.taskCount(), 1)
  assert.equal(service.balance(), '0.98')
})

test('a cover that fails is refunded', async () => {
  const service = createMockService({ balance: '1.00' })
  const { baseUrl, clock, fetch } = service
  service.faults.failTasks('GENERATION_FAILED')
  const client = new Mediagen({ apiKey: 'any', baseUrl, clock, fetch })
  await assert.rejects(makeCover(client, 'The Lighthouse'), TaskFailedError)
  assert.equal(service.balance(), '1.00')
})
