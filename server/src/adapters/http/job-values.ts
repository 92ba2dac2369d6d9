import type { GenerationJob } from '../../ports/provider.js'
import { fitSize, nearestDuration, nearestSize, type Size } from '../engine/fit-size.js'
import { wordingOf } from '../engine/wording.js'
import type { ProductOptions } from './http-options.js'
import type { Values } from './template.js'

/**
 * What the placeholders of a submission stand for, the input apart. The engine is asked for what it
 * offers.
 */
export function valuesOf(job: GenerationJob, product: ProductOptions, model: string | undefined): Values {
  const { prompt, negativePrompt, strength } = wordingOf(job)
  const { widthPx, heightPx } = sizeOf(job, product)
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

function sizeOf(job: GenerationJob, { size, sizes }: ProductOptions): Size {
  if (sizes === undefined) return size === undefined ? job : fitSize(job, size)
  const [first, ...others] = sizes
  return nearestSize(job, [parseSize(first), ...others.map(parseSize)])
}

function parseSize(text: string): Size {
  const [widthPx = 0, heightPx = 0] = text.split('x').map(Number)
  return { widthPx, heightPx }
}

/** The nearest shape that is offered; without a list the asked shape in lowest terms. */
function aspectRatioOf({ widthPx, heightPx }: GenerationJob, { aspectRatios }: ProductOptions): string {
  if (aspectRatios === undefined) {
    const divisor = greatestCommonDivisor(widthPx, heightPx)
    return `${widthPx / divisor}:${heightPx / divisor}`
  }
  const distance = (text: string): number => {
    const [width = 1, height = 1] = text.split(':').map(Number)
    return Math.abs(Math.log(width / height / (widthPx / heightPx)))
  }
  return aspectRatios.reduce((best, ratio) => (distance(ratio) < distance(best) ? ratio : best))
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}

/** The least resolution that is enough for the asked size, else the greatest. */
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
