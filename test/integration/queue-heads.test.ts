import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createQueueHeads, type QueueHeads } from '../../server/src/coordination/queue-heads.ts'
import type { ProductName } from '../../server/src/core/domain/products.ts'
import type { Database } from '../../server/src/database/database.ts'
import { insertQueueRows } from '../../server/src/database/queue/queue-rows.ts'
import { openServiceOfFile } from '../support/service.ts'

const service = await openServiceOfFile()
beforeEach(() => service.database.transaction((tx) => tx.db.deleteFrom('task_queue').execute()))

let rows = 0
function enqueue(type: ProductName, queuePosition: number): Promise<void> {
  rows += 1
  const id = String(rows).padStart(24, '0')
  return service.database.transaction((tx) => insertQueueRows(tx, [{ id, type, queuePosition }]))
}

test('an empty queue has no heads', async () => {
  expect(await createQueueHeads(service.database).read()).toEqual([])
})

test('the product whose first task waits at the lowest position comes first', async () => {
  await enqueue('image.generate', 300)
  await enqueue('video.transform', 100)
  await enqueue('video.transform', 200)
  await enqueue('image.transform', 250)
  expect(await createQueueHeads(service.database).read()).toEqual([
    { product: 'video.transform', position: 100 },
    { product: 'image.transform', position: 250 },
    { product: 'image.generate', position: 300 },
  ])
})

/** A full scan comes after twenty partial ones at the latest, if all take equally long; some take longer. */
async function findsAhead(heads: QueueHeads): Promise<boolean> {
  await enqueue('image.generate', 1_000)
  expect(await heads.read()).toEqual([{ product: 'image.generate', position: 1_000 }])
  await enqueue('image.generate', 10)
  for (let look = 0; look < 500; look += 1) {
    const [head] = await heads.read()
    if (head?.position === 10) return true
  }
  return false
}

test('work queued ahead of the last known head is found soon', async () => {
  expect(await findsAhead(createQueueHeads(service.database))).toBe(true)
})

test('work queued ahead of the last known head is found soon after an outage of the database too', async () => {
  const { database } = service
  const now = performance.now.bind(performance)
  let awayMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + awayMs)
  onTestFinished(() => void vi.restoreAllMocks())
  const away: Database = {
    ...database,
    read(work) {
      // The first read waits for a database that is away for this long, as the retries of `read` do.
      awayMs = 12_000
      return database.read(work)
    },
  }
  expect(await findsAhead(createQueueHeads(away))).toBe(true)
})

test.each([
  ['a twentieth of the time at most', { scanMs: 100, pauseMs: 2_000 }],
  ['every thirty seconds however slow they are', { scanMs: 10_000, pauseMs: 30_000 }],
])(
  'full scans are made %s, and a search between them starts at the last known head',
  async (_name, times) => {
    const { scanMs, pauseMs } = times
    const { database } = service
    let nowMs = 5_000
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    onTestFinished(() => void vi.restoreAllMocks())
    const slow: Database = {
      ...database,
      async read(work) {
        const found = await database.read(work)
        nowMs += scanMs
        return found
      },
    }
    const heads = createQueueHeads(slow)
    await enqueue('image.generate', 1_000)
    await heads.read()
    await enqueue('image.generate', 10)
    nowMs += pauseMs - 1
    expect(await heads.read()).toEqual([{ product: 'image.generate', position: 1_000 }])
    nowMs += 1 - scanMs
    expect(await heads.read()).toEqual([{ product: 'image.generate', position: 10 }])
  },
)

test('the head moves on as work is taken', async () => {
  const heads = createQueueHeads(service.database)
  await enqueue('image.generate', 10)
  await enqueue('image.generate', 20)
  await heads.read()
  await service.database.transaction((tx) =>
    tx.db.deleteFrom('task_queue').where('position', '=', 10n).execute(),
  )
  expect(await heads.read()).toEqual([{ product: 'image.generate', position: 20 }])
})
