import type { Pixel } from '../../core/colour.js'
import { type Oklab, oklabFromPixel, pixelFromOklab } from '../../core/oklab.js'
import type { Picture } from '../../core/picture.js'
import { xorshift32 } from '../../core/random.js'

/** A small set of colours drawn from a picture, dark to light. */
export interface Palette {
  readonly colours: readonly Pixel[]
  /** The place in `colours` of the one that looks most like this. */
  nearest(colour: Pixel): number
}

const samplesMax = 3000
const rounds = 10

/**
 * Groups the picture's colours into `size` clusters (k-means in Oklab, spread-out starts). Rare strong
 * colours count.
 */
export function quantize(picture: Picture, size: number, seed: number): Palette {
  const samples = samplesOf(picture, seed)
  const centres = spreadStarts(samples, size, seed)
  for (let round = 0; round < rounds; round++) moveToMeans(centres, samples)
  centres.sort((a, b) => a.lightness - b.lightness)
  return paletteFrom(centres.map(pixelFromOklab))
}

/** A palette of given colours, in their order. */
function paletteFrom(colours: readonly Pixel[]): Palette {
  const centres = colours.map(oklabFromPixel)
  // Colours are looked up in a table of 32 steps for each channel, filled as they are met.
  const known = new Int16Array(32768).fill(-1)
  return {
    colours,
    nearest(colour) {
      const key = (step(colour.red) << 10) | (step(colour.green) << 5) | step(colour.blue)
      let found = known[key]
      if (found < 0) {
        found = nearestCentre(
          centres,
          oklabFromPixel({ red: (key >> 10) / 31, green: ((key >> 5) & 31) / 31, blue: (key & 31) / 31 }),
        )
        known[key] = found
      }
      return found
    },
  }
}

function step(value: number): number {
  return value <= 0 ? 0 : value >= 1 ? 31 : Math.round(value * 31)
}

function samplesOf(picture: Picture, seed: number): Oklab[] {
  const [reds, greens, blues] = picture.channels
  const random = xorshift32(seed)
  const count = Math.min(samplesMax, reds.length)
  return Array.from({ length: count }, () => {
    const index = Math.floor(random() * reds.length)
    return oklabFromPixel({ red: reds[index], green: greens[index], blue: blues[index] })
  })
}

/** Each next start is the sample with the best mix of chance and distance from the starts so far. */
function spreadStarts(samples: readonly Oklab[], size: number, seed: number): Oklab[] {
  const random = xorshift32(seed + 1)
  const first = samples[0]
  const centres: Oklab[] = [{ ...first }]
  const distances = samples.map((sample) => distanceSquared(sample, first))
  while (centres.length < size) {
    const total = distances.reduce((sum, distance) => sum + distance, 0)
    let left = random() * total
    let chosen = 0
    while (chosen < samples.length - 1 && left > distances[chosen]) left -= distances[chosen++]
    const centre = { ...samples[chosen] }
    centres.push(centre)
    for (const [index, sample] of samples.entries()) {
      distances[index] = Math.min(distances[index], distanceSquared(sample, centre))
    }
  }
  return centres
}

function moveToMeans(centres: Oklab[], samples: readonly Oklab[]): void {
  const sums = centres.map(() => ({ lightness: 0, greenRed: 0, blueYellow: 0, weight: 0 }))
  for (const sample of samples) {
    const sum = sums[nearestCentre(centres, sample)]
    // Vivid samples weigh more: a red apple on a grey table keeps a palette entry of its own.
    const weight = 1 + 12 * Math.hypot(sample.greenRed, sample.blueYellow)
    sum.lightness += sample.lightness * weight
    sum.greenRed += sample.greenRed * weight
    sum.blueYellow += sample.blueYellow * weight
    sum.weight += weight
  }
  for (const [index, sum] of sums.entries()) {
    if (sum.weight === 0) continue
    centres[index] = {
      lightness: sum.lightness / sum.weight,
      greenRed: sum.greenRed / sum.weight,
      blueYellow: sum.blueYellow / sum.weight,
    }
  }
}

function nearestCentre(centres: readonly Oklab[], colour: Oklab): number {
  let nearest = 0
  let best = Number.POSITIVE_INFINITY
  for (let index = 0; index < centres.length; index++) {
    const centre = centres[index]
    const distance = distanceSquared(centre, colour)
    if (distance < best) {
      best = distance
      nearest = index
    }
  }
  return nearest
}

/** Hue differences count double: two hues of one lightness are more worth telling apart than two greys. */
function distanceSquared(a: Oklab, b: Oklab): number {
  return (
    (a.lightness - b.lightness) ** 2 +
    2 * (a.greenRed - b.greenRed) ** 2 +
    2 * (a.blueYellow - b.blueYellow) ** 2
  )
}
