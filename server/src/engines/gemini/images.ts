import type { GenerationJob } from '../../core/ports/generation-job.ts'
import type { UprightImage } from '../../core/ports/media-finisher.ts'
import type { StartResponse } from '../../core/ports/provider.ts'
import { at, listAt, textAt } from '../shared/calls/json-path.ts'
import { base64Of, mediaOfBase64 } from '../shared/media/base64-media.ts'
import { nearestAspectRatio } from '../shared/request/fit-size.ts'
import { promptFieldsOf } from '../shared/request/prompt-fields.ts'
import type { GeminiOptions } from './gemini-options.ts'

/**
 * The body of :generateContent. There is no field for what an image must not show; the models understand
 * sentences.
 */
export function imageRequestOf(
  job: GenerationJob,
  input: UprightImage | undefined,
  options: GeminiOptions,
): unknown {
  const image = input && {
    inlineData: { mimeType: input.contentType, data: base64Of(input) },
  }
  const imageSize = imageSizeOf(job, options.imageSizes)
  return {
    contents: [
      {
        role: 'user',
        parts: [...(image ? [image] : []), { text: promptFieldsOf(job, 'sentence').prompt }],
      },
    ],
    ...(options.safetySettings !== undefined && { safetySettings: options.safetySettings }),
    generationConfig: {
      responseModalities: ['IMAGE'],
      imageConfig: {
        aspectRatio: nearestAspectRatio(job, options.aspectRatios),
        ...(imageSize !== undefined && { imageSize }),
      },
      seed: job.seed,
      ...options.imageFields,
    },
  }
}

const edgePx: Readonly<Record<string, number>> = { '512': 512, '1K': 1024, '2K': 2048, '4K': 4096 }
/** An image may be enlarged by a sixth before the next size, which costs more, is requested. */
const enlargementMax = 7 / 6

/** The smallest size with enough pixels; sizes are those of a square, whose area all shapes have. */
function imageSizeOf({ widthPx, heightPx }: GenerationJob, sizes: readonly string[]): string | undefined {
  const askedEdgePx = Math.sqrt(widthPx * heightPx)
  return sizes.find((size) => (edgePx[size] ?? 0) * enlargementMax >= askedEdgePx) ?? sizes.at(-1)
}

/** Reasons that blame the request; the others mean that the model generated nothing. */
const refusingReasons = new Set([
  'SAFETY',
  'IMAGE_SAFETY',
  'PROHIBITED_CONTENT',
  'IMAGE_PROHIBITED_CONTENT',
  'BLOCKLIST',
  'SPII',
  'RECITATION',
  'IMAGE_RECITATION',
])

/**
 * The image in the response, or why there is none. The model's thoughts may contain drafts, which are not the
 * result.
 */
export function imageIn(body: unknown): StartResponse | undefined {
  const blocked = textAt(body, 'promptFeedback.blockReason')
  if (blocked !== undefined) {
    const message = textAt(body, 'promptFeedback.blockReasonMessage') ?? `The prompt was blocked: ${blocked}.`
    return { kind: 'rejected', message: message }
  }
  const parts = listAt(body, 'candidates.0.content.parts').filter((part) => at(part, 'thought') !== true)
  const image = parts.find((part) => textAt(part, 'inlineData.data') !== undefined)
  const data = textAt(image, 'inlineData.data')
  if (data !== undefined)
    return { kind: 'succeeded', outputs: [mediaOfBase64(data, textAt(image, 'inlineData.mimeType'))] }
  const reason = textAt(body, 'candidates.0.finishReason')
  if (reason === undefined) return undefined
  const message = textAt(body, 'candidates.0.finishMessage') ?? `The model made no image: ${reason}.`
  return { kind: refusingReasons.has(reason) ? 'rejected' : 'failed', message: message }
}
