import type { GenerationJob } from '../../core/ports/generation-job.ts'
import { nearestAspectRatio, nearestDuration } from '../shared/request/fit-size.ts'
import { promptsOf } from '../shared/request/prompts.ts'
import { sizeToAsk } from '../shared/request/size-options.ts'
import type { Values } from '../shared/templates/template.ts'
import type { ProductOptions } from './http-options.ts'

/**
 * The values of a submission's placeholders, except the input. Sizes and lengths are taken from the engine's
 * offer.
 */
export function valuesOf(job: GenerationJob, product: ProductOptions, model: string | undefined): Values {
  const { prompt, negativePrompt, strength } = promptsOf(job)
  const { widthPx, heightPx } = sizeToAsk(job, product)
  const durationSeconds = durationOf(job, product)
  const resolution = resolutionOf(job, product)
  return {
    prompt,
    ...(negativePrompt !== undefined && { negativePrompt }),
    ...(strength !== undefined && { strength }),
    seed: job.seed,
    width: widthPx,
    height: heightPx,
    aspectRatio: aspectRatioOf(job, product),
    ...(resolution !== undefined && { resolution }),
    ...(durationSeconds !== undefined && { durationSeconds }),
    ...(model !== undefined && { model }),
    taskId: job.taskId,
  }
}

/** The nearest of the offered shapes; without a list, the requested shape in lowest terms. */
function aspectRatioOf(job: GenerationJob, { aspectRatios }: ProductOptions): string {
  if (aspectRatios === undefined) {
    const { widthPx, heightPx } = job
    const divisor = greatestCommonDivisor(widthPx, heightPx)
    return `${widthPx / divisor}:${heightPx / divisor}`
  }
  return nearestAspectRatio(job, aspectRatios)
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/** The lowest resolution that suffices for the requested size, otherwise the highest. */
function resolutionOf(
  { widthPx, heightPx }: GenerationJob,
  { resolutions }: ProductOptions,
): string | undefined {
  const ascending = Object.entries(resolutions ?? {}).sort(([, a], [, b]) => a - b)
  const enough = ascending.find(([, shortSidePx]) => shortSidePx >= Math.min(widthPx, heightPx))
  return (enough ?? ascending.at(-1))?.[0]
}

function durationOf({ durationSeconds }: GenerationJob, { durations }: ProductOptions): number | undefined {
  if (durationSeconds === undefined || durations === undefined) return durationSeconds
  if ('min' in durations) return Math.min(Math.max(durationSeconds, durations.min), durations.max)
  return nearestDuration(durationSeconds, durations)
}
