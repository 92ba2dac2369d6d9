import type { CancelAnswer, GeneratedMedia, PollAnswer } from '../../ports/provider.js'
import { mediaOfBase64 } from '../engine/base64-media.js'
import type { EngineAnswer } from '../engine/engine-http.js'
import { errorTextOf } from '../engine/error-text.js'
import { at, textAt } from '../engine/json-path.js'
import { refusedPoll } from '../engine/refused-poll.js'

/** Results are kept for ten minutes, then answered with 410, later with 404; a restart forgets every job. */
export function pollAnswerOf(answer: EngineAnswer): PollAnswer {
  const refused = refusedPoll(answer)
  if (refused !== undefined || answer.kind !== 'answered') return refused ?? noState
  const { body } = answer
  switch (textAt(body, 'status')) {
    case 'queued':
      return { kind: 'pending', stage: 'queued' }
    case 'generating':
      return { kind: 'pending', stage: 'running' }
    case 'completed': {
      const media = mediaOf(at(body, 'result'))
      return media === undefined
        ? failed('The engine finished without a result.')
        : { kind: 'succeeded', outputs: [media] }
    }
    case 'failed':
      return failed(errorTextOf(body) ?? 'The engine failed without a reason.')
    case 'cancelled':
      return failed('The job was cancelled at the engine.')
    default:
      return noState
  }
}

const noState: PollAnswer = { kind: 'unavailable', message: 'The engine named no known state of the job.' }

function failed(message: string): PollAnswer {
  return { kind: 'failed', code: 'GENERATION_FAILED', message }
}

/** A picture is the first of a list, a film stands for itself. */
function mediaOf(result: unknown): GeneratedMedia | undefined {
  const film = textAt(result, 'b64_json')
  if (film !== undefined) return mediaOfBase64(film, textAt(result, 'mime_type'))
  const picture = textAt(result, 'images.0.b64_json')
  return picture === undefined ? undefined : mediaOfBase64(picture)
}

/** A job that has ended is answered with 200 like one that was stopped: its state tells them apart. */
export function cancelAnswerOf(answer: EngineAnswer): CancelAnswer {
  if (answer.kind !== 'answered') return 'unknown'
  if (answer.status === 409) return 'runs-on'
  if (answer.status !== 200) return 'unknown'
  switch (textAt(answer.body, 'status')) {
    case 'cancelled':
      return 'cancelled'
    case 'completed':
    case 'failed':
      return 'finished'
    case 'generating':
      return 'runs-on'
    default:
      return 'unknown'
  }
}
