import { Mediagen } from '@mediagen/sdk'
import { describe, expect, test } from 'vitest'
import type { Task } from '../../server/src/core/domain/tasks/task.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { untilHolds } from '../support/until-holds.ts'

/** Orders an image by the SDK; `between` runs once the order has its response and before the wait begins. */
async function follow(service: TestService, between?: () => Promise<void>) {
  const { apiKey } = await service.createAccount()
  const sent: { method: string; seen: string | undefined }[] = []
  const client = new Mediagen({
    baseUrl: service.baseUrl,
    apiKey,
    fetch(url, init) {
      sent.push({ method: init.method, seen: init.headers['if-none-match'] })
      return fetch(url, init)
    },
  })
  const generation = await client.images.generate({ prompt: 'a lighthouse' })
  await between?.()
  const statuses: string[] = []
  const finished = generation.wait({ onUpdate: ({ status }) => statuses.push(status) })
  return { finished, sent, statuses }
}

const succeed = (service: TestService, task: Task) =>
  service.run.settleWriter.write({
    task,
    move: 'succeed',
    output: [{ key: 'results/a/1-0.png', contentType: 'image/png', sizeBytes: 5 }],
  })

describe('the SDK tells of each state in three requests', () => {
  const allStates = ['QUEUED', 'PROCESSING', 'SUCCEEDED']

  test('of a task that starts before the wait begins', async () => {
    const service = await startTestService()
    let task: Task | undefined
    const { finished, sent, statuses } = await follow(service, async () => {
      task = await service.claimOne()
    })
    await untilHolds(() => expect(statuses).toEqual(['QUEUED', 'PROCESSING']))
    await succeed(service, task ?? expect.fail('nothing was claimed'))
    expect((await finished).status).toBe('SUCCEEDED')
    expect(statuses).toEqual(allStates)
    expect(sent).toEqual([
      { method: 'POST', seen: undefined },
      { method: 'GET', seen: 'W/"QUEUED"' },
      { method: 'GET', seen: 'W/"PROCESSING"' },
    ])
  })

  test('of a task that starts while its poll is held', async () => {
    const service = await startTestService()
    const { finished, sent, statuses } = await follow(service)
    await untilHolds(() => expect(sent).toHaveLength(2))
    const task = await service.claimOne()
    await untilHolds(() => expect(statuses).toEqual(['QUEUED', 'PROCESSING']))
    await succeed(service, task)
    await finished
    expect([statuses, sent.length]).toEqual([allStates, 3])
  })

  test('or in two, of a task that was over before the client could know that it had started', async () => {
    const service = await startTestService()
    const { finished, sent, statuses } = await follow(service, async () => {
      await succeed(service, await service.claimOne())
    })
    await finished
    expect([statuses, sent.length]).toEqual([['QUEUED', 'SUCCEEDED'], 2])
  })
})
