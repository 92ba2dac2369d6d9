import type { Config } from '../config/config.ts'
import { dayMs } from '../core/domain/utc-day.ts'
import type { Logger } from '../core/ports/logger.ts'

/**
 * Logs for how many days a process that sweeps keeps what has ended: a setting that only an API has removes
 * nothing.
 */
export function logRetention(
  config: Pick<Config, 'resultRetentionMs' | 'taskRetentionMs' | 'taskArchiveMs' | 'uploadRetentionMs'>,
  logger: Logger,
): void {
  const days = (ms: number | undefined) => (ms === undefined ? 'for ever' : ms / dayMs)
  logger.info(
    {
      RESULT_RETENTION_DAYS: days(config.resultRetentionMs),
      TASK_RETENTION_DAYS: days(config.taskRetentionMs),
      UPLOAD_RETENTION_DAYS: days(config.uploadRetentionMs),
      ...(config.taskArchiveMs !== undefined && { TASK_ARCHIVE_DAYS: days(config.taskArchiveMs) }),
    },
    'retention settings',
  )
}
