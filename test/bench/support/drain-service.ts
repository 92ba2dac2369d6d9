import type { Task } from '../../../server/src/core/domain/tasks/task.ts'
import type { Database } from '../../../server/src/database/database.ts'
import { createLogger } from '../../../server/src/wiring/wire-storage.ts'
import { createSettleWriter } from '../../../server/src/worker/settle-writer.ts'
import { createWorkerLoop } from '../../../server/src/worker/worker-loop.ts'

/** A slot costs nothing here, so there are as many as an operator may set. */
const concurrencyMax = 1024

export interface ServiceWorker extends AsyncDisposable {
  /**
   * Waits until so many more tasks have been claimed and settled; returns how many milliseconds that took.
   */
  drain(count: number): Promise<number>
}

/**
 * The service's own worker loop and settlement, with an engine that has made its image before it was asked.
 * One with no slots looks for work at a worker's pace, and finds none that it has room for.
 */
export function startServiceWorker(database: Database, concurrency = concurrencyMax): ServiceWorker {
  const settleWriter = createSettleWriter(database)
  let settled = 0
  let awaited: { readonly count: number; readonly reached: () => void } | undefined
  const loop = createWorkerLoop({
    database,
    worker: 'bench',
    async runTask(task: Task) {
      const output = [{ key: `results/${task.id}/1/0.png`, contentType: 'image/png', sizeBytes: 1_234_567 }]
      if ((await settleWriter.write({ task, move: 'succeed', output })) === 'leaseLost')
        throw new Error('not ours')
      settled += 1
      if (settled === awaited?.count) awaited.reached()
    },
    recoverLeases: async () => undefined,
    capacityAtEngines: async () => new Map(),
    logger: createLogger({ logLevel: 'warn' }),
    settings: {
      concurrency: concurrencyMax,
      productConcurrency: concurrency === concurrencyMax ? {} : { 'image.generate': concurrency },
      leaseMs: 30_000,
      idlePollMs: 150,
      recoverMs: 5_000,
      drainMs: 10_000,
    },
  })
  const ended = loop.run()
  return {
    async drain(count) {
      const startedAt = performance.now()
      const reached = new Promise<void>((resolve) => {
        awaited = { count: settled + count, reached: resolve }
      })
      loop.wake()
      await reached
      return performance.now() - startedAt
    },
    async [Symbol.asyncDispose]() {
      loop.stop()
      await ended
    },
  }
}

/**
 * Starts a worker for so many waiting tasks; returns the milliseconds from its start to the last settlement.
 */
export async function drainByService(database: Database, count: number): Promise<number> {
  await using worker = startServiceWorker(database)
  return await worker.drain(count)
}
