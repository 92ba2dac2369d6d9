import { sweepUnusedUploads } from '../use-cases/unused-uploads.js'
import { runSweep } from './run-job.js'

await runSweep(async (core) => {
  const { uploadRetentionMs } = core.config
  if (uploadRetentionMs === undefined) return
  const deleted = await sweepUnusedUploads(core, uploadRetentionMs)
  if (deleted > 0) core.logger.info({ deleted }, 'unused uploads deleted')
})
