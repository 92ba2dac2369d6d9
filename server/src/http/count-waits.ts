import type { RequestHandler } from 'express'
import { countingWaits, type WaitedTime } from '../core/async/waited-time.ts'

/** The first step of a request: from here on, all that it waits for the database counts together. */
export const countWaits: RequestHandler = (_request, response, next) => {
  const waited: WaitedTime = { ms: 0 }
  response.once('close', () => {
    waited.isEnded = true
  })
  countingWaits(waited, next)
}
