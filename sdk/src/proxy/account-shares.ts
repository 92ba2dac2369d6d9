import { uploadWindowSeconds } from '../generated/limits.js'
import type { OperationId } from '../generated/operations.js'
import { recordOf } from '../types/record.js'
import type { ServiceResponse } from './call-service.js'
import type { ProxySettings } from './options.js'
import { ProxyError } from './proxy-error.js'

/** A request that may count towards one of the account's limits. */
export interface SharedRequest {
  readonly callerId: string
  readonly operation: OperationId
  /** The service's id of the upload that is completed or read. */
  readonly id: string | undefined
  readonly holdSeconds: number | undefined
}

/** What a request took of the account's limits. */
export interface Taken {
  /** How long the service may hold the response; undefined without a free place. */
  readonly holdSeconds: number | undefined
  /** Takes the response, undefined if there was none, and frees what no longer counts. */
  settle(response: ServiceResponse | undefined): void
}

/** Divides the account's held polls and open uploads among the callers; counts in this process's memory. */
export interface AccountShares {
  /** Throws the contract's TOO_MANY_OPEN_UPLOADS if neither the caller nor all together may open another. */
  take(request: SharedRequest): Taken
}

interface Place {
  readonly callerId: string
  /** Frees the place even where the platform ends a handler in the middle, as Workers do. */
  readonly untilMs: number
  uploadId?: string
}

/** Memory is bounded by the totals, however many callers there are. */
export function createAccountShares({
  heldPolls,
  openUploads,
  timeoutMs,
  now,
}: ProxySettings): AccountShares {
  const polls = createPlaces(heldPolls, now)
  const uploads = createPlaces(openUploads, now)
  const open = (callerId: string): Taken => {
    const place = uploads.take(callerId, uploadWindowSeconds * 1000)
    if (typeof place === 'number') throw tooManyOpen(place)
    return {
      holdSeconds: undefined,
      settle(response) {
        const { id } = recordOf(response !== undefined && response.status < 300 ? response.body : undefined)
        if (typeof id === 'string') place.uploadId = id
        else uploads.free((one) => one === place)
      },
    }
  }
  const hold = (callerId: string, holdSeconds: number): Taken => {
    const place = polls.take(callerId, holdSeconds * 1000 + timeoutMs)
    if (typeof place === 'number') return { holdSeconds: undefined, settle: () => undefined }
    return { holdSeconds, settle: () => polls.free((one) => one === place) }
  }
  return {
    take({ callerId, operation, id, holdSeconds }) {
      if (operation === 'createUpload') return open(callerId)
      const isPoll = operation === 'getTask' || operation === 'listTasks'
      if (isPoll && holdSeconds) return hold(callerId, holdSeconds)
      const isUpload = operation === 'completeUpload' || operation === 'getUpload'
      return {
        holdSeconds,
        settle(response) {
          const { status } = recordOf(response?.body)
          // The service counts an INVALID one until its window closes, like a PENDING one.
          const isClosed = isUpload && (status === 'READY' || status === 'EXPIRED')
          if (isClosed) uploads.free(({ uploadId }) => uploadId === id)
        },
      }
    },
  }
}

function createPlaces({ perCaller, total }: ProxySettings['heldPolls'], now: () => number) {
  let places: Place[] = []
  const free = (isFree: (place: Place) => boolean) => {
    places = places.filter((place) => !isFree(place))
  }
  return {
    free,
    /** A place for at most so long; without a free one, the milliseconds until the next becomes free. */
    take(callerId: string, ms: number): Place | number {
      const nowMs = now()
      free(({ untilMs }) => untilMs <= nowMs)
      const own = places.filter((place) => place.callerId === callerId)
      const full = own.length >= perCaller ? own : places
      if (own.length >= perCaller || places.length >= total) {
        return Math.min(ms, ...full.map(({ untilMs }) => untilMs - nowMs))
      }
      const place = { callerId, untilMs: nowMs + ms }
      places.push(place)
      return place
    },
  }
}

function tooManyOpen(waitMs: number): ProxyError {
  const headers = { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) }
  const message =
    'Too many uploads are open; complete one with a valid file, or wait for the seconds in Retry-After.'
  return new ProxyError(429, 'TOO_MANY_OPEN_UPLOADS', message, { headers })
}
