import type { GeneratedMedia, PollResponse } from '../../core/ports/provider.ts'
import type { EngineHttp, EngineResponse } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { at, textAt } from '../shared/calls/json-path.ts'
import { describe, failed, readPoll } from '../shared/calls/response-outcome.ts'
import { mediaOfBase64 } from '../shared/media/base64-media.ts'
import { mediaAt } from '../shared/media/download.ts'
import { findLink } from '../shared/media/find-link.ts'

/** Results are public files: the key is sent to none of these hosts. */
const resultHosts = ['fal.media', '*.fal.media', '*.fal.ai'] as const

/**
 * The result of a request that has ended. Only the status of its response says how the model fared: 422 for
 * an input that it refuses, another 4xx or 500 for its failure, and `error_type` if the platform failed it.
 */
export function readResult(
  http: EngineHttp,
  response: EngineResponse,
  allowedHosts: readonly string[],
): PollResponse {
  if (response.kind === 'responded') {
    const { status, body } = response
    const message = errorTextOf(body) ?? describe(status, body)
    if (status === 422 || status === 400) return { kind: 'failed', code: 'INVALID_INPUT', message }
    const hasFailed = textAt(body, 'error_type') !== undefined || (status === 500 && response.isJson)
    if (status >= 400 && hasFailed) return failed(message)
  }
  return readPoll(response, (body) => resultIn(http, body, allowedHosts))
}

function resultIn(http: EngineHttp, body: unknown, allowedHosts: readonly string[]): PollResponse {
  // A model with a safety filter returns a black image instead of unsafe content.
  if (at(body, 'has_nsfw_concepts.0') === true)
    return { kind: 'failed', code: 'INVALID_INPUT', message: 'The model withheld the result as unsafe.' }
  const media = mediaOf(http, body, allowedHosts)
  return media === undefined
    ? failed('The model ended without a file.')
    : { kind: 'succeeded', outputs: [media] }
}

/** Where models put their file; otherwise the output is searched for the first link. */
const mediaPaths = ['video', 'images.0', 'image', 'videos.0'] as const

function mediaOf(
  http: EngineHttp,
  body: unknown,
  allowedHosts: readonly string[],
): GeneratedMedia | undefined {
  const file = mediaPaths.map((path) => at(body, path)).find((found) => findLink(found) !== undefined)
  const link = findLink(file ?? body)
  if (link === undefined) return undefined
  const contentType = textAt(file, 'content_type')
  if (link.startsWith('data:')) return mediaOfBase64(link, contentType)
  return mediaAt(http, link, { allowedHosts: [...resultHosts, ...allowedHosts] }, contentType)
}
