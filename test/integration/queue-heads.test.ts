import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createQueueHeads } from '../../server/src/coordination/queue-heads.ts'
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

test.each([
  ['a twentieth of the time at most', { outageMs: 0, scanMs: 100, pauseMs: 2_000 }],
  ['every thirty seconds however slow they are', { outageMs: 0, scanMs: 10_000, pauseMs: 30_000 }],
  ['as often after an outage of the database', { outageMs: 12_000, scanMs: 100, pauseMs: 2_000 }],
])(
  'full scans are made %s, and a search between them starts at the last known head',
  async (_name, { outageMs, scanMs, pauseMs }) => {
    const { database } = service
    let nowMs = 5_000
    vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
    onTestFinished(() => void vi.restoreAllMocks())
    let isAway = true
    const slow: Database = {
      ...database,
      async read(work) {
        if (isAway) nowMs += outageMs
        isAway = false
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
