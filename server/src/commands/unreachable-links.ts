import type { Config } from '../config/config.ts'
import type { Logger } from '../core/ports/logger.ts'

/** Addresses that mean "every interface of this machine", and lead nowhere from another one. */
const unspecified: readonly string[] = ['0.0.0.0', '[::]']

/** Warns if links are signed for an address that only this machine can reach, as HOST alone would have it. */
export function warnOfUnreachableLinks(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  logger: Pick<Logger, 'warn'>,
): void {
  if (!unspecified.includes(new URL(publicUrl).hostname)) return
  logger.warn(
    { publicUrl },
    '"PUBLIC_URL" is not set to an address that others can reach, and links would be signed for this one: set it to the URL by which clients reach the service',
  )
}
