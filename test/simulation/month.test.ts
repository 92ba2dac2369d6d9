import { randomInt } from 'node:crypto'
import { ServiceError } from '@mediagen/contract/errors'
import type { Product, TaskStatus } from '@mediagen/contract/models'
import { expect, test } from 'vitest'
import type { Task } from '../../server/src/core/domain/task.ts'
import { Usd } from '../../server/src/core/domain/usd.ts'
import { sumLedger } from '../../server/src/database/ledger-totals.ts'
import { listTasks } from '../../server/src/use-cases/list-tasks.ts'
import { wireUseCases } from '../../server/src/wiring/wire.ts'
import { cancelOverdue } from '../../server/src/worker/cancel-overdue.ts'
import { recoverLeases } from '../../server/src/worker/recover-leases.ts'
import { randomOf } from '../soak/random.ts'
import { runNumber } from '../support/run-option.ts'
import { startTestService } from '../support/service.ts'

/** A month of a busy service has 100,000; `npm test` has fewer. */
const taskCount = runNumber('month', 3_000)
const seed = runNumber('seed', randomInt(2 ** 31))
const monthMs = 30 * 86_400_000
const batch = 100
const keys = [{ apiKeyId: 'keyone000000' }, { apiKeyId: 'keytwo000000' }, { apiKeyId: undefined }]
const orders = [
  { product: 'image.generate', parameters: { prompt: 'a', resolution: '4k' } },
  { product: 'image.generate', parameters: { prompt: 'a' } },
  { product: 'video.generate', parameters: { prompt: 'a', resolution: '512p', durationSeconds: 7 } },
] as const

test('over a random month of tasks the ledger, the costs and the usage have one sum, to the micro-dollar', async () => {
  process.stdout.write(`month seed: ${seed} (npm run simulation -- --month ${taskCount} --seed ${seed})\n`)
  const random = randomOf(seed)
  const service = await startTestService()
  const useCases = wireUseCases(service.parts, { onAccepted: () => undefined })
  const accounts = await Promise.all(Array.from({ length: 4 }, () => service.createAccount('900000.00')))
  // Two of them have limits, which refuse some orders and hold some tasks.
  await service.database.transaction((tx) =>
    tx.db
      .updateTable('accounts')
      .set({ tasks_open_max: 40n, tasks_running_max: 10n })
      .where(
        'id',
        'in',
        accounts.slice(0, 2).map(({ accountId }) => accountId),
      )
      .execute(),
  )
  const refused = { TOO_MANY_OPEN_TASKS: 0 }
  const pick = <T>(of: readonly T[]): T =>
    of[Math.floor(random() * of.length)] ?? expect.fail('nothing to pick')
  const keyOf = new Map<string, string | undefined>()
  const settle = (task: Task) =>
    service.run.settleWriter.write(
      random() < 0.8
        ? {
            task,
            move: 'succeed',
            output: [{ key: 'results/a/1-0.png', contentType: 'image/png', sizeBytes: 1 }],
          }
        : { task, move: 'fail', failure: { code: 'GENERATION_FAILED', message: 'simulated' } },
    )

  for (let accepted = 0; accepted < taskCount; accepted += batch) {
    const ordered = (
      await Promise.all(
        Array.from({ length: batch }, async () => {
          const [{ accountId }, { apiKeyId }] = [pick(accounts), pick(keys)]
          const deadline = random() < 0.2 && { cancelAfter: 1 + Math.floor(random() * 7_200) }
          try {
            const order = { ...pick(orders), ...deadline, accountId, apiKeyId }
            const { id } = await useCases.acceptGeneration(order)
            keyOf.set(id, apiKeyId)
            return [{ accountId, id }]
          } catch (error) {
            if (!(error instanceof ServiceError) || error.code !== 'TOO_MANY_OPEN_TASKS') throw error
            refused.TOO_MANY_OPEN_TASKS += 1
            return []
          }
        }),
      )
    ).flat()
    const cancelled = ordered.filter(() => random() < 0.2)
    const cancel = ({ accountId, id }: (typeof ordered)[number]) =>
      useCases.cancelTask(accountId, id).catch(() => undefined)
    // Some twice, and the others while a worker claims them.
    const early = cancelled.filter(() => random() < 0.5)
    await Promise.all([...early, ...early].map(cancel))
    const [claimed] = await Promise.all([service.claim(batch), ...cancelled.map(cancel)])
    // Some by two workers at once; the rest wait until their leases expire and are claimed again.
    const settled = claimed.filter(() => random() < 0.95)
    await Promise.all([...settled, ...settled.filter(() => random() < 0.1)].map(settle))
    service.advance(Math.round((monthMs * batch) / taskCount))
    await Promise.all([recoverLeases(service.run), cancelOverdue(service), cancelOverdue(service)])
  }
  await service.runQueue()

  const totals: Record<TaskStatus, number> = {
    QUEUED: 0,
    PROCESSING: 0,
    SUCCEEDED: 0,
    FAILED: 0,
    CANCELLED: 0,
  }
  for (const { accountId } of accounts) {
    let spent = Usd.zero
    const rows = new Map<string, number>()
    let cursor: string | undefined
    do {
      const page = await listTasks(service.parts, accountId, { limit: 100, cursor })
      for (const { id, type, status, completedAt, cost } of page.tasks) {
        totals[status] += 1
        if (completedAt !== null) {
          const row = [completedAt.slice(0, 10), type satisfies Product, keyOf.get(id) ?? null, status].join(
            ' ',
          )
          rows.set(row, (rows.get(row) ?? 0) + 1)
        }
        if (cost?.state === 'charged') spent = spent.plus(Usd.parse(cost.amount))
      }
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    const days = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const usage = await useCases.getUsage(accountId, { from: days(-1), to: days(80) })
    const counted = usage.days.flatMap(({ date, product, keyId, succeeded, failed, cancelled }) =>
      Object.entries({ SUCCEEDED: succeeded, FAILED: failed, CANCELLED: cancelled })
        .filter(([, count]) => count > 0)
        .map(([status, count]) => [[date, product, keyId, status].join(' '), count] as const),
    )
    expect(new Map(counted)).toEqual(rows)
    const { charged } = await service.database.read((db) => sumLedger(db, accountId))
    expect([usage.charged, spent.toString()]).toEqual([charged.toString(), charged.toString()])
  }
  await service.expectBooksToAgree()
  process.stdout.write(
    `month outcomes: ${JSON.stringify({ ...totals, refused: refused.TOO_MANY_OPEN_TASKS })}\n`,
  )
  for (const status of ['SUCCEEDED', 'FAILED', 'CANCELLED'] as const)
    expect(totals[status], status).toBeGreaterThan(taskCount / 50)
  expect(refused.TOO_MANY_OPEN_TASKS).toBeGreaterThan(0)
  expect(totals.SUCCEEDED + totals.FAILED + totals.CANCELLED).toBe(keyOf.size)
}, 1_200_000)
