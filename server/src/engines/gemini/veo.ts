import type { GenerationJob } from '../../core/ports/generation-job.ts'
import type { UprightImage } from '../../core/ports/media-finisher.ts'
import type { PollResponse } from '../../core/ports/provider.ts'
import type { EngineHttp } from '../shared/calls/engine-http.ts'
import { errorTextOf } from '../shared/calls/error-text.ts'
import { at, listAt, numberAt, textAt } from '../shared/calls/json-path.ts'
import { base64Of, mediaOfBase64 } from '../shared/media/base64-media.ts'
import { mediaAt } from '../shared/media/download.ts'
import { nearestAspectRatio, nearestDuration } from '../shared/request/fit-size.ts'
import { promptFieldsOf } from '../shared/request/prompt-fields.ts'
import type { GeminiOptions } from './gemini-options.ts'

const shortEdgePx = { '720p': 720, '1080p': 1080, '4k': 2160 } as const

/** The body of :predictLongRunning. Above 720p Veo generates only videos of full length. */
export function videoRequestOf(
  job: GenerationJob,
  input: UprightImage | undefined,
  options: GeminiOptions,
): unknown {
  const { prompt, negative_prompt: negativePrompt } = promptFieldsOf(job, 'field')
  const resolution = resolutionOf(job, options.videoResolutions)
  const seconds = resolution === '720p' ? (job.durationSeconds ?? 0) : Number.POSITIVE_INFINITY
  return {
    instances: [
      {
        prompt,
        ...(input !== undefined && {
          image: {
            bytesBase64Encoded: base64Of(input),
            mimeType: input.contentType,
          },
        }),
      },
    ],
    parameters: {
      aspectRatio: nearestAspectRatio(job, ['16:9', '9:16']),
      resolution,
      durationSeconds: nearestDuration(seconds, options.videoDurations),
      ...(negativePrompt !== undefined && { negativePrompt }),
      ...(options.videoSeed && { seed: job.seed }),
      ...options.videoFields,
    },
  }
}

function resolutionOf(
  { widthPx, heightPx }: GenerationJob,
  offered: GeminiOptions['videoResolutions'],
): GeminiOptions['videoResolutions'][number] {
  const asked = Math.min(widthPx, heightPx)
  return (
    offered.find((resolution) => shortEdgePx[resolution] >= asked) ?? offered[offered.length - 1] ?? '720p'
  )
}

/** google.rpc.Code INVALID_ARGUMENT: an operation ends with it if the prompt or image is refused. */
const invalidArgument = 3

/** The state of an operation. One without a video has been filtered, and says why. */
export function videoIn(body: unknown, http: EngineHttp, options: GeminiOptions): PollResponse | undefined {
  if (at(body, 'error') !== undefined)
    return {
      kind: 'failed',
      code: numberAt(body, 'error.code') === invalidArgument ? 'INVALID_INPUT' : 'GENERATION_FAILED',
      message: errorTextOf(body) ?? 'The operation failed.',
    }
  if (at(body, 'done') !== true)
    return textAt(body, 'name') === undefined ? undefined : { kind: 'pending', stage: 'running' }
  const response = at(body, 'response.generateVideoResponse')
  const video = at(response, 'generatedSamples.0.video')
  const link = textAt(video, 'uri')
  if (link !== undefined) return { kind: 'succeeded', outputs: [mediaAt(http, link, options, 'video/mp4')] }
  const inline = textAt(video, 'encodedVideo')
  if (inline !== undefined) return { kind: 'succeeded', outputs: [mediaOfBase64(inline, 'video/mp4')] }
  const isFiltered = (numberAt(response, 'raiMediaFilteredCount') ?? 0) > 0
  const reason = errorTextOf(listAt(response, 'raiMediaFilteredReasons')[0])
  return {
    kind: 'failed',
    code: isFiltered || reason !== undefined ? 'INVALID_INPUT' : 'GENERATION_FAILED',
    message: reason ?? 'The operation ended without a video.',
  }
}
