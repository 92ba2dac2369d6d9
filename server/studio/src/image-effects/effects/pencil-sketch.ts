import { clamp01, smoothstep } from '../../core/interpolation.js'
import { grainPlane, valueNoisePlane } from '../../core/noise.js'
import { lumaPlane, type Picture, type Plane, planeFrom, recolour } from '../../core/picture.js'
import type { SizePx } from '../../core/size.js'
import { blurPlane } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { edgeStrengthOf, inkLines } from '../primitives/edges.js'
import { flowOf, lineIntegral } from '../primitives/flow.js'
import { quantilesOf } from '../primitives/quantiles.js'
import { sampleAt } from '../primitives/sampling.js'

/**
 * Graphite: contours along the shapes, hatching in two directions that thickens with the shadow, the grain of
 * paper.
 */
export function pencilSketch(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const lightness = stretchedTones(lumaPlane(input))
  const soft = blurPlane(lightness, 1.1 * unit)
  const flow = flowOf(soft, 4 * unit)
  const contours = lineIntegral(
    flow,
    inkLines(lightness, { sigmaPx: 1.5 * unit, threshold: 0.012, hardness: 26 }),
    6 * unit,
  )
  const construction = blurPlane(edgeStrengthOf(soft), 0.8 * unit).values
  const first = hatching({ widthPx, heightPx, unit, turn: -0.9, seed: seed + 1 })
  const second = hatching({ widthPx, heightPx, unit, turn: 0.55, seed: seed + 2 })
  const tooth = valueNoisePlane({ widthPx, heightPx, cellPx: 2.6 * unit, octaves: 2, seed: seed + 3 }).values
  const grain = grainPlane(widthPx, heightPx, seed + 4).values
  const shade = blurPlane(lightness, 2.2 * unit).values
  return recolour(input, (colour, x, y, index) => {
    const tone = shade[index]
    const hatchOne = smoothstep(tone * 1.02 - 0.1, tone * 1.02 + 0.22, first.values[index])
    const hatchTwo = smoothstep(tone * 1.75 - 0.08, tone * 1.75 + 0.22, second.values[index])
    let graphite = (1 - clamp01(tone * 1.15)) * 0.2
    graphite += hatchOne * 0.5 * (1 - tone) + hatchTwo * 0.46 * (1 - tone)
    graphite += (1 - contours.values[index]) * 0.85
    graphite += Math.min(0.35, construction[index] * 3.2)
    // Graphite catches on the tooth of the paper: light pressure leaves the hollows white.
    graphite *= 0.66 + 0.7 * tooth[index] + 0.12 * grain[index]
    graphite *= marginFade(x, y, widthPx, heightPx)
    const left = 0.975 - 0.82 * clamp01(graphite)
    colour.red = left
    colour.green = left * 0.995
    colour.blue = left * 0.975 + 0.012
  })
}

/**
 * The picture's own darkest and lightest tones become black and white, so that a dull photograph is drawn as
 * firmly.
 */
function stretchedTones(plane: Plane): Plane {
  const [low, bright] = quantilesOf(plane, 37, [0.02, 0.94])
  const high = Math.max(low + 0.1, bright)
  return planeFrom(plane, (index) => clamp01((plane.values[index] - low) / (high - low)) ** 0.85)
}

/** Pencil strokes in one direction, each of its own pressure, as a threshold 0..1 for the tone under them. */
function hatching(options: SizePx & { unit: number; turn: number; seed: number }): Plane {
  const { widthPx, heightPx, unit } = options
  const cos = Math.cos(options.turn)
  const sin = Math.sin(options.turn)
  const reachPx = Math.ceil(Math.hypot(widthPx, heightPx))
  // Noise stretched into streaks, then turned about the middle of the sheet.
  const streaks = valueNoisePlane({
    widthPx: reachPx,
    heightPx: reachPx,
    cellPx: 3.1 * unit,
    cellHeightPx: 64 * unit,
    octaves: 2,
    seed: options.seed,
  })
  const swing = valueNoisePlane({
    widthPx,
    heightPx,
    cellPx: 220 * unit,
    octaves: 1,
    seed: options.seed + 50,
  }).values
  return planeFrom({ widthPx, heightPx }, (index, x, y) => {
    const left = x - widthPx / 2
    const top = y - heightPx / 2
    const across = left * cos + top * sin + (swing[index] - 0.5) * 26 * unit
    const along = top * cos - left * sin
    const streak = sampleAt(streaks, across + reachPx / 2, along + reachPx / 2)
    return clamp01(0.5 + (streak - 0.5) * 1.75)
  })
}

function marginFade(x: number, y: number, widthPx: number, heightPx: number): number {
  const across = Math.min(x, widthPx - 1 - x) / widthPx
  const down = Math.min(y, heightPx - 1 - y) / heightPx
  return smoothstep(-0.005, 0.06, across) * smoothstep(-0.005, 0.06, down)
}
