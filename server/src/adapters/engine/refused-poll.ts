import type { PollAnswer, ProviderCheck } from '../../ports/provider.js'
import type { EngineAnswer } from './engine-http.js'
import { describe } from './start-answer.js'

/** The statuses with which most engines say that they know no such job. */
const lostStatuses: readonly number[] = [404, 410]

/**
 * The common reading of a look at a job that brought no JSON: an engine that is down, busy or asks for
 * another key says nothing about the job. Undefined for a 2xx with JSON, which the adapter reads.
 */
export function refusedPoll(answer: EngineAnswer): PollAnswer | undefined {
  if (answer.kind === 'noAnswer' && answer.isTooLarge === true)
    return { kind: 'failed', code: 'GENERATION_FAILED', message: answer.message }
  if (answer.kind !== 'answered') return { kind: 'unavailable', message: answer.message }
  // A page is of something in front of the engine, which does not know its jobs.
  const isOwn = answer.isJson || answer.body === undefined
  if (lostStatuses.includes(answer.status) && isOwn) return { kind: 'lost' }
  if (answer.status >= 200 && answer.status < 300 && answer.isJson) return undefined
  return { kind: 'unavailable', message: describe(answer.status, answer.body) }
}

/** The common reading of a question to an engine about itself; undefined for a 2xx with JSON. */
export function refusedCheck(answer: EngineAnswer): ProviderCheck | undefined {
  if (answer.kind !== 'answered') return { reachable: false, detail: answer.message }
  if (answer.status === 401 || answer.status === 403)
    return { reachable: true, keyAccepted: false, detail: describe(answer.status, answer.body) }
  if (answer.status >= 200 && answer.status < 300 && answer.isJson) return undefined
  return { reachable: true, detail: describe(answer.status, answer.body) }
}
