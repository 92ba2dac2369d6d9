import { eraseScrubbed, expireResults, scrubOldTasks } from '../use-cases/sweeps/retention.ts'
import { runSweep } from './run-sweep.ts'

await runSweep(async (storage) => {
  const { resultRetentionMs, taskRetentionMs } = storage.config
  const removed = resultRetentionMs === undefined ? 0 : await expireResults(storage, resultRetentionMs)
  if (removed) storage.logger.info({ removed }, 'old results removed')
  if (taskRetentionMs === undefined) return
  const scrubbed = await scrubOldTasks(storage, taskRetentionMs)
  if (scrubbed) storage.logger.info({ scrubbed }, 'old tasks scrubbed')
  await eraseScrubbed(storage)
})
