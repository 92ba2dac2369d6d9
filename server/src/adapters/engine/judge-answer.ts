import type { PollAnswer, StartAnswer } from '../../ports/provider.js'
import type { EngineAnswer, EngineHttp } from './engine-http.js'
import { describe, refusedStart, type StartRules } from './start-answer.js'

/**
 * What came of a start: refused by its status, or what `read` finds in a 2xx; ambiguous when that finds
 * nothing.
 */
export function judgeStart(
  http: Pick<EngineHttp, 'isBehindGateway'>,
  answer: EngineAnswer,
  read: (body: unknown) => StartAnswer | undefined,
  rules: StartRules = {},
): StartAnswer {
  const refused = refusedStart(http, answer, rules)
  if (refused !== undefined) return refused
  const body = answer.kind === 'answered' && answer.isJson ? answer.body : undefined
  return (
    read(body) ?? { kind: 'ambiguous', message: 'The engine answered without saying what became of the job.' }
  )
}

/**
 * What came of a look at a job: what `read` finds in a 2xx, `lost` where the engine itself says that there is
 * no such job, otherwise nothing is known. A page with status 404 is of something in front of the engine.
 */
export function judgePoll(answer: EngineAnswer, read: (body: unknown) => PollAnswer | undefined): PollAnswer {
  if (answer.kind === 'noAnswer' && answer.isTooLarge === true)
    return { kind: 'failed', code: 'GENERATION_FAILED', message: answer.message }
  if (answer.kind !== 'answered') return { kind: 'unavailable', message: answer.message }
  const { status, body, isJson } = answer
  if ((status === 404 || status === 410) && (isJson || body === undefined)) return { kind: 'lost' }
  if (status < 200 || status >= 300) return { kind: 'unavailable', message: describe(status, body) }
  const found = isJson ? read(body) : undefined
  return found ?? { kind: 'unavailable', message: 'The engine answered without saying how the job stands.' }
}
