import { beforeEach, describe, expect, test } from 'vitest'
import { createFairQueue } from '../../server/src/coordination/fair-queue.ts'
import { startTestService, type TestService } from '../support/service.ts'

let service: TestService

beforeEach(async () => {
  service = await startTestService()
})

const generation = (prompt: string): [string, string, { prompt: string }] => [
  'POST',
  '/api/v1/images/generations',
  { prompt },
]

/** Queues `count` tasks of an account, past the limit of requests a minute, as many minutes would. */
async function queueMany(accountId: string, count: number): Promise<void> {
  const { acceptGeneration } = await import('../../server/src/use-cases/tasks/accept-generation.ts')
  const { createAcceptWriter } = await import('../../server/src/use-cases/tasks/accept-writer.ts')
  const { createReadIdempotencyKey } = await import(
    '../../server/src/use-cases/tasks/read-idempotency-key.ts'
  )
  const deps = {
    ...service.parts,
    acceptWriter: createAcceptWriter(service.database),
    readIdempotencyKey: createReadIdempotencyKey(service.database),
    fairQueue: createFairQueue(service.database, { nowMs: Date.now }),
    clock: { nowMs: Date.now },
    idempotencyRememberedMs: 86_400_000,
    tierState: async () => 'available' as const,
    isEffectOffered: () => true,
    onAccepted: () => undefined,
  }
  for (let index = 0; index < count; index += 1) {
    await acceptGeneration(deps, {
      accountId,
      product: 'image.generate',
      parameters: { prompt: `greedy ${index}` },
    })
  }
}

describe('accounts take turns', () => {
  test('an account with hundreds of waiting tasks delays the first task of another by a few tasks at most', async () => {
    const greedy = await service.createAccount('100.00')
    const modest = await service.createAccount('1.00')
    await queueMany(greedy.accountId, 300)
    const { body } = await modest.call(...generation('modest'))
    const claimed = await service.claim(5)
    expect(claimed.map((task) => task.id)).toContain(body.id)
  })

  test('and still gets its own turns while others keep sending requests', async () => {
    const greedy = await service.createAccount('100.00')
    const modest = await service.createAccount('1.00')
    await queueMany(greedy.accountId, 30)
    let greedyTurns = 0
    for (let round = 0; round < 10; round += 1) {
      await modest.call(...generation(`modest ${round}`))
      const claimed = await service.claim(2)
      greedyTurns += claimed.filter((task) => task.accountId === greedy.accountId).length
    }
    expect(greedyTurns).toBeGreaterThanOrEqual(8)
  })

  test('one account’s own tasks keep the order in which they were accepted', async () => {
    const account = await service.createAccount('10.00')
    const accepted: string[] = []
    for (let index = 0; index < 12; index += 1) {
      accepted.push((await account.call(...generation(`in turn ${index}`))).body.id)
    }
    const claimed: string[] = []
    while (claimed.length < 12) claimed.push(...(await service.claim(1)).map((task) => task.id))
    expect(claimed).toEqual(accepted)
  })

  test('a queue that has run empty forgets what an account used before', async () => {
    let nowMs = 1_000_000
    const queue = createFairQueue(service.database, { nowMs: () => nowMs })
    for (let index = 0; index < 100; index += 1) await queue.positionOf('a', 'image.generate')
    expect(await queue.positionOf('a', 'image.generate')).toBeGreaterThan(nowMs + 99_000)
    nowMs += 1000 // the database's queue is empty, as the next look shows
    expect(await queue.positionOf('a', 'image.generate')).toBe(nowMs)
  })
})

describe('products', () => {
  test('wait for each other only within a worker’s slots for them', async () => {
    const account = await service.createAccount('50.00')
    for (let index = 0; index < 4; index += 1) {
      await account.call('POST', '/api/v1/videos/generations', { prompt: `film ${index}` })
    }
    const image = await account.call(...generation('a picture'))
    const { claimTasks } = await import('../../server/src/database/tasks/claim-tasks.ts')
    const { tasks: claimed } = await service.database.transaction((tx) =>
      claimTasks(tx, {
        worker: 'w',
        limit: 3,
        leaseMs: 30_000,
        products: [
          { product: 'video.generate', limit: 1 },
          { product: 'image.generate', limit: 3 },
        ],
      }),
    )
    expect(claimed.map((task) => task.type).sort()).toEqual(['image.generate', 'video.generate'])
    expect(claimed.map((task) => task.id)).toContain(image.body.id)
  })
})
