import { expect, test } from 'vitest'
import { newTaskId, taskIdTimeMs } from '../../server/src/core/domain/ids.ts'
import { productNames } from '../../server/src/core/domain/products.ts'
import { recordHeartbeat } from '../../server/src/database/queue/live-workers.ts'
import { createAdministration } from '../../server/src/operator/administration.ts'
import { viewQueue } from '../../server/src/operator/views.ts'
import { measureService } from '../../server/src/use-cases/measure-service.ts'
import { startTestService } from '../support/service.ts'

type Service = Awaited<ReturnType<typeof startTestService>>

const waiting = 10_000
const tiers = ['1k', '2k', '4k']
const minuteMs = 60_000

/** Waiting tasks of every product and tier, every seventh of them blocked, and tasks that ended over half an hour. */
async function arrange() {
  const service = await startTestService()
  const { accountId } = await service.createAccount()
  await plant(service, accountId)
  await service.database.transaction(async (tx) => {
    await recordHeartbeat(tx, 'small', 3_600_000, 4)
    await recordHeartbeat(tx, 'large', 3_600_000, 12)
    await recordHeartbeat(tx, 'dead', -1, 100)
  })
  return service
}

async function plant({ database }: Service, accountId: string): Promise<void> {
  const nowMs = await database.nowMs()
  const ended = 600
  for (let from = 0; from < waiting + ended; from += 200) {
    const rows = Array.from({ length: 200 }, (_, index) => {
      const n = from + index
      const isEnded = n >= waiting
      const createdAtMs = isEnded
        ? nowMs - 30 * minuteMs + (n - waiting) * 3_000 - 10_000
        : nowMs - 3_600_000 + n
      return {
        id: newTaskId(createdAtMs),
        account_id: accountId,
        type: productNames[n % 4] ?? ('image.generate' as const),
        tier: tiers[n % 3] ?? '1k',
        status: isEnded ? ('SUCCEEDED' as const) : ('QUEUED' as const),
        parameters: '{"prompt":"x","widthPx":1,"heightPx":1}',
        cost: 0n,
        created_at: BigInt(createdAtMs),
        started_at: isEnded ? BigInt(createdAtMs + 1_000) : null,
        completed_at: isEnded ? BigInt(createdAtMs + 9_000) : null,
        queue_position: BigInt(n),
        attempt: 1n,
        epoch: 1n,
        output: isEnded ? '[]' : null,
      }
    })
    const places = rows
      .filter(({ status }) => status === 'QUEUED')
      .map((row) => ({ product: row.type, position: row.queue_position, task_id: row.id }))
    const isBlocked = ({ position }: { position: bigint }) => position % 7n === 0n
    const queued = places.filter((place) => !isBlocked(place))
    const blocked = places.filter(isBlocked).map((place) => ({ ...place, account_id: accountId }))
    await database.transaction(async (tx) => {
      await tx.db.insertInto('tasks').values(rows).execute()
      if (queued.length > 0) await tx.db.insertInto('task_queue').values(queued).execute()
      if (blocked.length > 0) await tx.db.insertInto('held_tasks').values(blocked).execute()
    })
  }
}

/** Counts in the process: a join by the task's id has no index, and meets the deadline of a statement on a busy machine. */
async function countByHand(database: Service['database']) {
  const { tasks, blocked } = await database.read(async (db) => ({
    tasks: await db
      .selectFrom('tasks')
      .select(['id', 'type', 'tier'])
      .where('status', '=', 'QUEUED')
      .orderBy('id')
      .execute(),
    blocked: new Set(
      (await db.selectFrom('held_tasks').select('task_id').execute()).map((row) => row.task_id),
    ),
  }))
  const groups = [...productNames].sort().flatMap((product) => tiers.map((tier) => ({ product, tier })))
  return groups.map(({ product, tier }) => {
    const group = tasks.filter((task) => task.type === product && task.tier === tier)
    return {
      product,
      tier,
      waiting: group.length,
      blocked: group.filter(({ id }) => blocked.has(id)).length,
      oldest: group.find(({ id }) => !blocked.has(id))?.id,
    }
  })
}

test('what waits is counted by product and resolution as by hand, behind a backlog of 10,000', async () => {
  const { database } = await arrange()
  const queue = viewQueue(await createAdministration(database).showQueue())
  const byHand = await countByHand(database)
  expect(queue.tiers).toHaveLength(12)
  expect(queue.tiers?.map((one) => [one.product, one.tier, one.waiting, one.blocked])).toEqual(
    byHand.map((one) => [one.product, one.tier, one.waiting, one.blocked]),
  )
  expect(queue).toMatchObject({ waiting, blocked: Math.ceil(waiting / 7) })
  for (const [index, one] of (queue.tiers ?? []).entries()) {
    const ageMs = Date.now() - taskIdTimeMs(byHand[index]?.oldest ?? '')
    expect(Math.abs(one.oldestWaitingSeconds - ageMs / 1000)).toBeLessThan(60)
  }
  const measured = await measureService(database)
  expect(measured.slots).toBe(16)
  expect(measured.tiers?.map(({ product, tier, waiting: count }) => [product, tier, count])).toEqual(
    queue.tiers?.map((one) => [one.product, one.tier, one.waiting]),
  )
})

test('rates, drain times and the slots needed are those of the tasks of the last 15 minutes', async () => {
  const { database } = await arrange()
  const { products, capacity } = viewQueue(await createAdministration(database).showQueue())
  const nowMs = await database.nowMs()
  const ended = await database.read((db) =>
    db
      .selectFrom('tasks')
      .select(['type', 'completed_at', 'started_at', 'created_at'])
      .where('completed_at', '>=', BigInt(nowMs - 15 * minuteMs))
      .execute(),
  )
  for (const one of products) {
    const own = ended.filter(({ type }) => type === one.product)
    expect(own.length).toBeGreaterThan(50)
    expect(Math.abs(one.endedPerMinute - own.length / 15)).toBeLessThan(0.3)
    expect(Math.abs((one.drainSeconds ?? 0) - one.waiting / (own.length / 900))).toBeLessThan(200)
  }
  // Each takes 8 s, and one is accepted in 3 s.
  expect(capacity).toMatchObject({ slots: 16, busySlots: 0, workersNeeded: 1 })
  expect(Math.abs((capacity.slotsNeeded ?? 0) - 8 / 3)).toBeLessThan(0.3)
  expect(capacity.sentence).toMatch(
    /needs 1 worker of 8 slots; 2 are alive\. Tasks wait while slots are free/,
  )
})

test('a worker of an older version leaves the slots unknown', async () => {
  const service = await startTestService()
  await service.database.transaction((tx) => recordHeartbeat(tx, 'old', 3_600_000))
  expect((await measureService(service.database)).slots).toBeUndefined()
  const { capacity } = viewQueue(await createAdministration(service.database).showQueue())
  expect(capacity).toMatchObject({ slots: null, workersNeeded: null })
})
