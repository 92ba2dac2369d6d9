import { expect, test, vi } from 'vitest'
import { logRetention } from './log-retention.ts'

test('the start logs each retention in days, by the name of its setting, and what is kept for ever', () => {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
  const config = {
    resultRetentionMs: 90 * 86_400_000,
    taskRetentionMs: undefined,
    taskArchiveMs: undefined,
    uploadRetentionMs: undefined,
  }
  logRetention(config, logger)
  expect(logger.info.mock.calls).toEqual([
    [
      { RESULT_RETENTION_DAYS: 90, TASK_RETENTION_DAYS: 'for ever', UPLOAD_RETENTION_DAYS: 'for ever' },
      'retention settings',
    ],
  ])
  logRetention({ ...config, taskArchiveMs: 365 * 86_400_000 }, logger)
  expect(logger.info).toHaveBeenLastCalledWith(
    expect.objectContaining({ TASK_ARCHIVE_DAYS: 365 }),
    'retention settings',
  )
})
