import type { RequestEnd, RequestFailure } from '@mediagen/contract'
import { requestContext } from '@mediagen/contract/edge'
import type { Logger } from '../core/ports/logger.ts'
import type { Hold } from '../use-cases/get-task.ts'
import type { Metrics } from './health/metrics.ts'

/** Logs and counts the end of each request, and logs the cause of a failed one. */
export function requestLog({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }): {
  onRequestEnd: (end: RequestEnd) => void
  onFailure: (failure: RequestFailure) => void
} {
  return {
    onRequestEnd({ request, operation, status, durationMs }) {
      const heldMs = heldMsOf(request.hold)
      // A poll held as long as its client wished was not slow.
      metrics.observeRequest({ operation, status, durationSeconds: (durationMs - heldMs) / 1000 })
      const { requestId, method } = request
      const context = requestContext(request)
      logger.info(
        {
          requestId,
          operation,
          method,
          status,
          durationMs: Math.round(durationMs * 10) / 10,
          ...(heldMs > 0 && { heldMs: Math.round(heldMs) }),
          ...(context !== undefined && { accountId: context.accountId }),
        },
        'request',
      )
    },
    onFailure({ request: { requestId, operation }, code, cause }) {
      if (code === 'INTERNAL') logger.error({ requestId, operation, err: cause }, 'request failed')
      else logger.warn({ requestId, operation, err: cause }, 'request refused: storage is unreachable')
    },
  }
}

function heldMsOf(hold: Hold | undefined): number {
  return hold?.beganMs === undefined ? 0 : (hold.endedMs ?? performance.now()) - hold.beganMs
}
