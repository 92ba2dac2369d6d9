import { sweepUnusedUploads } from '../use-cases/unused-uploads.ts'
import { runSweep } from './run-sweep.ts'

await runSweep(async (storage) => {
  const { uploadRetentionMs } = storage.config
  if (uploadRetentionMs === undefined) return
  const deleted = await sweepUnusedUploads(storage, uploadRetentionMs)
  if (deleted > 0) storage.logger.info({ deleted }, 'unused uploads deleted')
})
