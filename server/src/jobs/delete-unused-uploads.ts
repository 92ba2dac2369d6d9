import { sweepFailedUploads, sweepUnusedUploads } from '../use-cases/sweeps/unused-uploads.ts'
import { runSweep } from './run-sweep.ts'

await runSweep(async (storage) => {
  const { uploadRetentionMs } = storage.config
  const failed = await sweepFailedUploads(storage)
  if (failed > 0) storage.logger.info({ failed }, 'invalid and expired uploads deleted')
  const deleted = uploadRetentionMs === undefined ? 0 : await sweepUnusedUploads(storage, uploadRetentionMs)
  if (deleted > 0) storage.logger.info({ deleted }, 'unused uploads deleted')
})
