import { describe, expect, test } from 'vitest'
import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import { runTask } from '../../server/src/worker/run-task.ts'
import { createFakeProvider } from '../support/fake-provider.ts'
import { startTestService } from '../support/service.ts'
import { smallestImages } from '../support/smallest-images.ts'
import { expectCharged, expectRefunded } from './support/tasks.ts'

/** An engine that receives the image's bytes, and a task with an image for it. */
async function arrange() {
  const fake = createFakeProvider()
  const engine = {
    ...fake,
    async start(job: GenerationJob, signal: AbortSignal) {
      await job.input?.bytes()
      return fake.start(job, signal)
    },
  }
  const service = await startTestService({ providers: [engine] })
  const account = await service.createAccount()
  const { body } = await account.upload(smallestImages['image/png'].bytes, 'image/png')
  const order = { assetId: body.id, prompt: 'in oil' }
  const accepted = await account.call('POST', '/api/v1/images/transformations', order)
  const [task] = await service.claim()
  const key = task?.parameters.input?.key
  if (task === undefined || key === undefined) throw new Error('no task with an input was claimed')
  return { service, account, fake, task, key, id: accepted.body.id }
}

const never = new AbortController().signal

describe('an image that cannot be read when its task runs', () => {
  test('fails and refunds the task immediately if the store reports that it is gone: no engine is at fault', async () => {
    const { service, account, fake, task, key, id } = await arrange()
    await service.parts.objectStore.delete(key)
    await runTask(service.run, task, never)
    await expectRefunded(account, id, 'INVALID_INPUT')
    expect(fake.started).toEqual([])
    expect(await service.parts.breaker.isDown(fake.name)).toBe(false)
    await service.expectBooksToAgree()
  })

  test('is waited for if the store does not respond', async () => {
    const { service, account, fake, task, id } = await arrange()
    const { objectStore } = service.parts
    const away = { ...objectStore, read: () => Promise.reject(new Error('store away')) }
    await runTask({ ...service.run, objectStore: away }, task, never)
    expect(await account.money()).toMatchObject({ reserved: expect.not.stringMatching(/^0\.00$/) })
    await service.runQueue()
    expect(fake.started).toHaveLength(1)
    await expectCharged(account, id)
  })
})
