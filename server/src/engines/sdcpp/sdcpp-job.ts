import type { CancelResponse, GeneratedMedia, PollResponse } from '../../core/ports/provider.ts'
import type { EngineResponse } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { at, textAt } from '../shared/calls/json-path.ts'
import { failed, readPoll } from '../shared/calls/response-outcome.ts'
import { mediaOfBase64 } from '../shared/media/base64-media.ts'

/** Results are kept for ten minutes, then 410 is the response, later 404; a restart forgets every job. */
export function pollResponseOf(response: EngineResponse): PollResponse {
  return readPoll(response, stateIn)
}

function stateIn(body: unknown): PollResponse | undefined {
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
      return undefined
  }
}

/** An image is the first of a list; a video is a single value. */
function mediaOf(result: unknown): GeneratedMedia | undefined {
  const video = textAt(result, 'b64_json')
  if (video !== undefined) return mediaOfBase64(video, textAt(result, 'mime_type'))
  const image = textAt(result, 'images.0.b64_json')
  return image === undefined ? undefined : mediaOfBase64(image)
}

/** A job that has ended gets 200 like one that was stopped: its state distinguishes them. */
export function cancelResponseOf(response: EngineResponse): CancelResponse {
  if (response.kind !== 'responded') return 'unknown'
  if (response.status === 409) return 'runs-on'
  if (response.status !== 200) return 'unknown'
  switch (textAt(response.body, 'status')) {
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
