import { sqliteFileOf } from '../config/config.ts'
import { readMysqlUrl } from '../database/dialect/mysql/url.ts'
import type { Storage } from '../wiring/wire-storage.ts'

const noticeAfterMs = 2_000

/**
 * Waits until the database responds, as long as the work of a command may wait, and says so on standard error:
 * a database that is starting needs a moment, and silence looks like a hang.
 */
export async function reachDatabase({
  config,
  database,
}: Pick<Storage, 'config' | 'database'>): Promise<void> {
  const notice = setTimeout(() => {
    const { host, port } = sqliteFileOf(config) === undefined ? readMysqlUrl(config.databaseUrl) : {}
    process.stderr.write(`Waiting for the database${host === undefined ? '' : ` at ${host}:${port}`}.\n`)
  }, noticeAfterMs)
  try {
    await database.nowMs()
  } finally {
    clearTimeout(notice)
  }
}
