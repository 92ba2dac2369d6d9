import { surfaceOf } from '../../core/domain/products.ts'
import type { GenerationJob } from '../../core/ports/generation-job.ts'
import type { EngineCall } from '../shared/calls/engine-http.ts'
import { dataUrlOf } from '../shared/media/base64-media.ts'
import { fitSize } from '../shared/request/fit-size.ts'
import { framesFor } from '../shared/request/frames.ts'
import { promptsOf } from '../shared/request/prompts.ts'
import type { SdcppOptions } from './sdcpp-options.ts'

/**
 * A job in the server's format. The seed is always sent, because the server's default is the same for every
 * job. Metadata is declined, because the server would write the prompt into the file.
 */
export async function requestOf(job: GenerationJob, options: SdcppOptions): Promise<EngineCall> {
  const { prompt, negativePrompt, strength } = promptsOf(job, 'description')
  const { widthPx, heightPx } = fitSize(job, options.sizeRule)
  const isVideo = surfaceOf(job.product) === 'video'
  const json = {
    ...options.parameters,
    prompt,
    ...(negativePrompt !== undefined && { negative_prompt: negativePrompt }),
    width: widthPx,
    height: heightPx,
    seed: job.seed,
    batch_count: 1,
    embed_image_metadata: false,
    ...(job.input !== undefined && {
      init_image: dataUrlOf(await job.input.upright()),
      strength: strength ?? options.strength,
    }),
    ...(isVideo ? videoOf(job, options) : { output_format: 'png' }),
  }
  return { method: 'POST', path: isVideo ? 'sdcpp/v1/vid_gen' : 'sdcpp/v1/img_gen', body: { json } }
}

/** The server generates a single frame by default. */
function videoOf(job: GenerationJob, { fps, framesMax, videoFormat }: SdcppOptions): Record<string, unknown> {
  const seconds = job.durationSeconds ?? 0
  return {
    video_frames: framesFor(seconds, { fps, ...(framesMax !== undefined && { framesMax }) }),
    fps,
    output_format: videoFormat,
  }
}
