import type { Logger } from '@mediagen/core/ports/logger'
import { settleHeapLimit } from '../small-heap.js'

/** How long the API finishes requests. */
const requestsMsMax = 10_000
/** Tasks that did not finish are handed back, for up to 15 seconds while the database is unreachable. */
const handBackMsMax = 20_000

/**
 * For a process whose start-up is over. Waits for SIGTERM or SIGINT, then shuts down. Exits with 0 if
 * everything stopped in time and with 1 otherwise: an orchestrator would kill the process anyway. A second
 * signal exits immediately.
 */
export async function untilStopped(
  logger: Logger,
  stop: () => Promise<void>,
  options: { readonly workerDrainMs?: number } = {},
): Promise<never> {
  settleHeapLimit()
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  logger.info({ signal }, 'stopping')
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => process.exit(1))
  setTimeout(
    () => {
      logger.error('shutdown timed out')
      process.exit(1)
    },
    Math.max(requestsMsMax, options.workerDrainMs ?? 0) + handBackMsMax,
  ).unref()
  await stop()
  logger.info('stopped')
  process.exit(0)
}
