import type { RequestContext, RequestEnd, RequestFailure } from '@mediagen/contract'
import { newRequestId, requestContext } from '@mediagen/contract/edge'
import { operations } from '@mediagen/contract/operations'
import { traceFields } from '../core/async/current-trace.ts'
import type { Logger } from '../core/ports/logger.ts'
import {
  GateUnavailableError,
  isMachineExhausted,
  UploadClaimedError,
} from '../use-cases/uploads/storage-outage.ts'
import type { Metrics } from './health/health.ts'
import { isOperation } from './operations/is-operation.ts'
import { endRequestSpan, traceOfRequest } from './trace-requests.ts'

/** Logs, counts and traces the end of each request, and logs the cause of a failed one. */
export function requestLog({ logger, metrics }: { readonly logger: Logger; readonly metrics: Metrics }): {
  onRequestEnd: (end: RequestEnd) => void
  onFailure: (failure: RequestFailure) => void
} {
  return {
    onRequestEnd(end) {
      const { request, operation, status, durationMs } = end
      const { method } = request
      const context = requestContext(request)
      const heldMs = heldMsOf(context?.held)
      // A poll held as long as its client wished was not slow.
      const route = isOperation(operation) ? operations[operation].path : undefined
      metrics.observeRequest({
        operation,
        method,
        route,
        status,
        durationSeconds: (durationMs - heldMs) / 1000,
      })
      endRequestSpan(end, context?.accountId, heldMs)
      logger.info(
        {
          ...requestIdsOf(request),
          operation,
          method,
          ...(status === 'aborted' ? { aborted: true } : { status: Number(status) }),
          durationMs: Math.round(durationMs * 10) / 10,
          ...(request.ip !== undefined && { clientAddress: request.ip }),
          ...(heldMs > 0 && { heldMs: Math.round(heldMs) }),
          ...(context !== undefined && { accountId: context.accountId, keyId: context.keyId }),
          ...traceFields(traceOfRequest(request)),
        },
        'request',
      )
    },
    onFailure({ request, code, cause }) {
      const { operation } = request
      const fields = {
        ...requestIdsOf(request),
        operation,
        ...traceFields(traceOfRequest(request)),
      }
      const reason = busyReasonOf(cause)
      if (code === 'INTERNAL') logger.error({ ...fields, err: cause }, 'request failed')
      else if (reason !== undefined) logger.warn({ ...fields, reason }, 'request refused: repeat it later')
      else logger.warn({ ...fields, err: cause }, `request refused: ${outageOf(cause)}`)
    },
  }
}

/** Why an upload has to wait although nothing is broken here. Clients can cause many of them, and a stack says nothing. */
function busyReasonOf(cause: unknown): string | undefined {
  if (cause instanceof GateUnavailableError) return cause.reason
  return cause instanceof UploadClaimedError ? cause.message : undefined
}

function outageOf(cause: unknown): string {
  return isMachineExhausted(cause)
    ? 'no disk space, memory or descriptors are left'
    : 'storage is unreachable'
}

const ownIds = new WeakMap<object, string>()

/**
 * The id that the response has, where the service made it. One that the client chose may be that of any other request,
 * so it stands beside one of the service's own.
 */
function requestIdsOf(request: RequestEnd['request']): { requestId: string; clientRequestId?: string } {
  const { requestId, headers } = request
  if (headers['x-request-id'] !== requestId) return { requestId }
  const ownId = ownIds.get(request) ?? newRequestId()
  ownIds.set(request, ownId)
  return { requestId: ownId, clientRequestId: requestId }
}

function heldMsOf(held: RequestContext['held']): number {
  return held?.beganMs === undefined ? 0 : (held.endedMs ?? performance.now()) - held.beganMs
}
