import { blankPicture, type Picture } from '../../core/picture.js'
import type { SizePx } from '../../core/size.js'

/**
 * A picture cut into regions that follow its shapes: a region's number for each pixel, and how many there
 * are.
 */
export interface Regions extends SizePx {
  readonly of: Int32Array
  readonly count: number
}

const rounds = 5

interface Centre {
  x: number
  y: number
  red: number
  green: number
  blue: number
}

/**
 * Grows regions of about `cellPx` across from a jittered grid, each pixel going to the centre that is nearest
 * in place and colour (simple linear iterative clustering). `roundness` weighs place against colour: 0.05
 * clings, 1 is a honeycomb.
 */
export function regionsOf(
  picture: Picture,
  options: { readonly cellPx: number; readonly roundness: number; readonly random: () => number },
): Regions {
  const { widthPx, heightPx } = picture
  const centres = startCentres(picture, options)
  const of = new Int32Array(widthPx * heightPx)
  const distances = new Float32Array(of.length)
  for (let round = 0; round < rounds; round++) {
    distances.fill(Number.POSITIVE_INFINITY)
    for (const [number, centre] of centres.entries())
      claimPixels(picture, { of, distances, number, centre, ...options })
    if (round < rounds - 1) moveCentres(picture, of, centres)
  }
  return { widthPx, heightPx, of, count: centres.length }
}

/** The mean colour of every region, as three planes with one value for each region. */
export function regionColours(picture: Picture, regions: Regions): Picture {
  const means = blankPicture(regions.count, 1)
  const sizes = new Float64Array(regions.count)
  for (const region of regions.of) sizes[region] += 1
  for (const [channel, values] of picture.channels.entries()) {
    const target = means.channels[channel]
    const sums = new Float64Array(regions.count)
    for (let index = 0; index < values.length; index++) {
      const region = regions.of[index]
      sums[region] += values[index]
    }
    for (let region = 0; region < regions.count; region++) {
      target[region] = sums[region] / Math.max(1, sizes[region])
    }
  }
  return means
}

function startCentres(picture: Picture, options: { cellPx: number; random: () => number }): Centre[] {
  const { widthPx, heightPx } = picture
  const columns = Math.max(1, Math.round(widthPx / options.cellPx))
  const rows = Math.max(1, Math.round(heightPx / options.cellPx))
  const [reds, greens, blues] = picture.channels
  return Array.from({ length: columns * rows }, (_, place) => {
    const x = Math.min(widthPx - 1, (((place % columns) + 0.15 + 0.7 * options.random()) * widthPx) / columns)
    const y = Math.min(
      heightPx - 1,
      ((Math.floor(place / columns) + 0.15 + 0.7 * options.random()) * heightPx) / rows,
    )
    const index = Math.floor(y) * widthPx + Math.floor(x)
    return { x, y, red: reds[index], green: greens[index], blue: blues[index] }
  })
}

interface Claim {
  readonly of: Int32Array
  readonly distances: Float32Array
  readonly number: number
  readonly centre: Centre
  readonly cellPx: number
  readonly roundness: number
}

function claimPixels(picture: Picture, claim: Claim): void {
  const { widthPx, heightPx } = picture
  const { of, distances, number, centre, cellPx } = claim
  const [reds, greens, blues] = picture.channels
  const weight = claim.roundness / (cellPx * cellPx)
  const reachPx = cellPx * 1.6
  const left = Math.max(0, Math.floor(centre.x - reachPx))
  const right = Math.min(widthPx - 1, Math.ceil(centre.x + reachPx))
  const bottom = Math.min(heightPx - 1, Math.ceil(centre.y + reachPx))
  for (let y = Math.max(0, Math.floor(centre.y - reachPx)); y <= bottom; y++) {
    const away = (y - centre.y) * (y - centre.y)
    for (let x = left, index = y * widthPx + left; x <= right; x++, index++) {
      const red = reds[index] - centre.red
      const green = greens[index] - centre.green
      const blue = blues[index] - centre.blue
      const distance =
        red * red + green * green + blue * blue + weight * ((x - centre.x) * (x - centre.x) + away)
      if (distance < distances[index]) {
        distances[index] = distance
        of[index] = number
      }
    }
  }
}

function moveCentres(picture: Picture, of: Int32Array, centres: Centre[]): void {
  const { widthPx } = picture
  const [reds, greens, blues] = picture.channels
  const sums = new Float64Array(centres.length * 6)
  for (let index = 0; index < of.length; index++) {
    const at = of[index] * 6
    sums[at] += 1
    sums[at + 1] += index % widthPx
    sums[at + 2] += Math.floor(index / widthPx)
    sums[at + 3] += reds[index]
    sums[at + 4] += greens[index]
    sums[at + 5] += blues[index]
  }
  for (const [number, centre] of centres.entries()) {
    const at = number * 6
    const size = sums[at]
    if (size === 0) continue
    centre.x = sums[at + 1] / size
    centre.y = sums[at + 2] / size
    centre.red = sums[at + 3] / size
    centre.green = sums[at + 4] / size
    centre.blue = sums[at + 5] / size
  }
}
