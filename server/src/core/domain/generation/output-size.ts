import { resolutions } from '@mediagen/contract/limits'
import { type ProductName, surfaceOf } from '../products.ts'

/** An aspect ratio: width to height, in any unit. */
export interface Shape {
  readonly width: number
  readonly height: number
}

/** Encoders and viewers handle narrower images badly; uploads have the same minimum of 16. */
const edgePxMin = 16
/** The contract's widest video is 21:9; a wider input is cropped to that ratio, not squeezed. */
const videoRatioMax = 21 / 9

/** Parses an aspect ratio of the contract, such as `16:9`. */
export function shapeOf(aspectRatio: string): Shape {
  const [width, height] = aspectRatio.split(':').map(Number)
  if (!width || !height) throw new RangeError(`${aspectRatio} is not an aspect ratio.`)
  return { width, height }
}

/**
 * The exact size of a result. The contract's `x-resolutions` say which edge a tier fixes and at how many
 * pixels; the other edge follows from the aspect ratio, rounded to a whole pixel, and to an even one for
 * video, because H.264 halves the chroma resolution.
 */
export function outputSize(
  product: ProductName,
  tier: string,
  shape: Shape,
): { widthPx: number; heightPx: number } {
  const meaning = resolutionOf(product, tier)
  const isVideo = surfaceOf(product) === 'video'
  const wide = shape.width >= shape.height
  const asked = wide ? shape.width / shape.height : shape.height / shape.width
  const ratio = isVideo ? Math.min(asked, videoRatioMax) : asked
  const long = meaning.edge === 'long' ? meaning.px : meaning.px * ratio
  const short = meaning.edge === 'long' ? meaning.px / ratio : meaning.px
  const round = (edge: number): number =>
    Math.max(edgePxMin, isVideo ? 2 * Math.round(edge / 2) : Math.round(edge))
  return wide
    ? { widthPx: round(long), heightPx: round(short) }
    : { widthPx: round(short), heightPx: round(long) }
}

function resolutionOf(product: ProductName, tier: string): { edge: 'long' | 'short'; px: number } {
  const tiers: Readonly<Record<string, { edge: 'long' | 'short'; px: number }>> = resolutions[product]
  const meaning = tiers[tier]
  if (meaning === undefined) throw new RangeError(`${product} has no tier ${tier}.`)
  return meaning
}
