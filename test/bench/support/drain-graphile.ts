import { Logger, makeWorkerUtils, run } from 'graphile-worker'

/** What the documentation of graphile-worker gives as its quickest setting. */
export const quickestGraphile = {
  concurrentJobs: 24,
  maxPoolSize: 25,
  localQueue: { size: 500 },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
}
export const silentGraphile = new Logger(() => () => undefined)

/** Queues so many jobs that do nothing, runs them, and returns the milliseconds of the running alone. */
export async function drainByGraphile(connectionString: string, count: number): Promise<number> {
  const preset = { worker: { ...quickestGraphile, connectionString } }
  const utils = await makeWorkerUtils({ connectionString, logger: silentGraphile })
  await utils.migrate()
  await utils.withPgClient((client) =>
    client.query(
      `select graphile_worker.add_job('nothing', json_build_object('id', n)) from generate_series(1, $1) n`,
      [count],
    ),
  )
  await utils.release()
  const startedAt = performance.now()
  let done = 0
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const runner = await run({
    preset,
    logger: silentGraphile,
    noHandleSignals: true,
    taskList: {
      nothing() {
        done += 1
        if (done === count) finish()
      },
    },
  })
  await finished
  await runner.stop() // writes the last completions
  return performance.now() - startedAt
}
