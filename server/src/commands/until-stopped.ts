import type { Logger } from '../core/ports/logger.ts'

/** How long the API finishes requests. */
const requestsMsMax = 10_000
/** Tasks that did not finish are handed back; while the database is unreachable, they are then left to their leases. */
const handBackMsMax = 20_000
/** A signal to a whole group arrives twice: by itself, and passed on by a parent such as `npm start`. */
const sameRequestMs = 1_000

/**
 * Waits for SIGTERM or SIGINT, then shuts down. Exits with 0 if everything stopped in time and with 1 otherwise: an
 * orchestrator would kill the process anyway. A signal more than a second later exits immediately.
 */
export async function untilStopped(
  logger: Logger,
  stop: () => Promise<void>,
  options: { readonly workerDrainMs?: number } = {},
): Promise<never> {
  const signal = await new Promise<string>((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
  const waitMsMax = Math.max(requestsMsMax, options.workerDrainMs ?? 0)
  logger.info(
    { signal, waitSecondsMax: waitMsMax / 1000 },
    'stopping: waiting for requests and tasks under way; a second signal ends at once',
  )
  if (process.stdout.isTTY)
    process.stdout.write('\nFinishing what is under way; Ctrl-C again stops at once.\n')
  const receivedAtMs = performance.now()
  const insist = (): void => {
    if (performance.now() - receivedAtMs > sameRequestMs) process.exit(1)
  }
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.on(name, insist)
  setTimeout(() => {
    logger.error('shutdown timed out')
    process.exit(1)
  }, waitMsMax + handBackMsMax).unref()
  await stop()
  logger.info('stopped')
  process.exit(0)
}
