import type { Logger } from '../ports/logger.js'
import { settleHeapLimit } from '../small-heap.js'

/**
 * A slower shutdown is cut off: an orchestrator would kill the process anyway. Tasks have 10 seconds to
 * finish, and requeueing the rest takes up to 15 more while the database is unreachable.
 */
const stopMsMax = 30_000

/**
 * For a process whose start-up is over. Waits for SIGTERM or SIGINT, then shuts down. Exits with 0 if
 * everything stopped in time and with 1 otherwise; a second signal exits immediately.
 */
export async function untilStopped(logger: Logger, stop: () => Promise<void>): Promise<never> {
  settleHeapLimit()
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  logger.info({ signal }, 'stopping')
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => process.exit(1))
  setTimeout(() => {
    logger.error('shutdown timed out')
    process.exit(1)
  }, stopMsMax).unref()
  await stop()
  logger.info('stopped')
  process.exit(0)
}
