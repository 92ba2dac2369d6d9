import { valueNoisePlane } from '../../core/noise.js'
import { lumaPlane, type Picture, type Plane, recolour } from '../../core/picture.js'
import { latticeHash, xorshift32 } from '../../core/random.js'
import { blurPicture } from '../primitives/blur.js'
import { unitPx } from '../primitives/design-unit.js'
import { type Flow, flowOf } from '../primitives/flow.js'
import { addContrast, filterLight, saturate, vignetteAt } from '../primitives/grading.js'
import { lightOnRelief } from '../primitives/relief.js'

/**
 * Strokes of three brushes, coarse to fine, laid along the shapes; then light from the side on the paint's
 * ridges.
 */
export function oilPainting(input: Picture, seed: number): Picture {
  const { widthPx, heightPx } = input
  const unit = unitPx(input)
  const source = recolour(input, (colour) => {
    saturate(colour, 1.28)
    addContrast(colour, 1.06)
  })
  const flow = flowOf(lumaPlane(source), 5 * unit)
  const canvas = primed(source, 22 * unit)
  for (const [index, brush] of brushes.entries()) {
    const halfWidthPx = Math.max(1.2, brush.halfWidthPx * unit)
    layStrokes(canvas, {
      source: blurPicture(source, halfWidthPx * 0.4),
      flow,
      halfWidthPx,
      brush,
      seed: seed + index,
    })
  }
  const weave = valueNoisePlane({ widthPx, heightPx, cellPx: 3.2 * unit, octaves: 1, seed: seed + 9 })
  for (let index = 0; index < weave.values.length; index++) {
    canvas.heights.values[index] += weave.values[index] * 0.12
  }
  const light = lightOnRelief(canvas.heights, 1.9)
  return recolour(canvas.picture, (colour, x, y, index) => {
    const shine = light.values[index]
    const gloss = Math.max(0, shine - 1.16) * 0.9
    const shade = (0.42 + 0.58 * shine) * vignetteAt(x, y, input, 0.25)
    filterLight(colour, shade * 1.03, shade, shade * 0.93)
    colour.red += gloss
    colour.green += gloss
    colour.blue += gloss * 0.85
  })
}

interface Brush {
  readonly halfWidthPx: number
  /** Length over width of a stroke. */
  readonly stretch: number
  /** Strokes are laid only where the canvas differs this much from the source (0 lays everywhere). */
  readonly tolerance: number
}

const brushes: readonly Brush[] = [
  { halfWidthPx: 21, stretch: 2.8, tolerance: 0 },
  { halfWidthPx: 10.5, stretch: 3.4, tolerance: 0.03 },
  { halfWidthPx: 4.6, stretch: 3.4, tolerance: 0.06 },
]

interface Canvas {
  readonly picture: Picture
  readonly heights: Plane
}

function primed(source: Picture, sigmaPx: number): Canvas {
  const { widthPx, heightPx } = source
  return {
    picture: blurPicture(source, sigmaPx),
    heights: { widthPx, heightPx, values: new Float32Array(widthPx * heightPx) },
  }
}

interface StrokePass {
  readonly source: Picture
  readonly flow: Flow
  readonly halfWidthPx: number
  readonly brush: Brush
  readonly seed: number
}

function layStrokes(canvas: Canvas, pass: StrokePass): void {
  const { source, flow, halfWidthPx, brush, seed } = pass
  const { widthPx, heightPx } = source
  const random = xorshift32(seed)
  const spacingPx = halfWidthPx * 1.62
  const columns = Math.ceil(widthPx / spacingPx)
  const rows = Math.ceil(heightPx / spacingPx)
  const wander = valueNoisePlane({ widthPx: columns, heightPx: rows, cellPx: 9, octaves: 2, seed })
  const [reds, greens, blues] = source.channels
  for (const place of shuffled(columns * rows, random)) {
    const x = Math.floor(Math.min(widthPx - 1, ((place % columns) + random()) * spacingPx))
    const y = Math.floor(Math.min(heightPx - 1, (Math.floor(place / columns) + random()) * spacingPx))
    const at = y * widthPx + x
    if (brush.tolerance > 0 && differenceAt(canvas.picture, source, at) < brush.tolerance) continue
    const sure = Math.min(1, flow.certainty.values[at] * 1.6)
    const free = wander.values[place] * 7
    const along = Math.atan2(flow.alongY.values[at], flow.alongX.values[at])
    const angle = sure > 0.45 ? along : free
    const tone = (random() - 0.5) * 0.15
    const warmth = (random() - 0.5) * 0.075
    drawStroke(canvas, {
      x,
      y,
      angle,
      halfWidthPx: halfWidthPx * (0.75 + random() * 0.5),
      halfLengthPx: halfWidthPx * brush.stretch * (0.55 + random() * 0.45) * (0.6 + 0.4 * sure),
      red: reds[at] + tone + warmth,
      green: greens[at] + tone,
      blue: blues[at] + tone - warmth,
      seed: Math.floor(random() * 1e9),
    })
  }
}

function differenceAt(a: Picture, b: Picture, index: number): number {
  const [red, green, blue] = a.channels
  const [otherRed, otherGreen, otherBlue] = b.channels
  return (
    (Math.abs(red[index] - otherRed[index]) +
      Math.abs(green[index] - otherGreen[index]) +
      Math.abs(blue[index] - otherBlue[index])) /
    3
  )
}

function shuffled(count: number, random: () => number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index)
  for (let index = count - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1))
    const kept = order[index]
    order[index] = order[other]
    order[other] = kept
  }
  return order
}

interface Stroke {
  readonly x: number
  readonly y: number
  readonly angle: number
  readonly halfWidthPx: number
  readonly halfLengthPx: number
  readonly red: number
  readonly green: number
  readonly blue: number
  readonly seed: number
}

/**
 * Bristles give a stroke its grooves and ragged ends; paint piles up at its rims and where the brush was
 * lifted.
 */
function drawStroke({ picture, heights }: Canvas, stroke: Stroke): void {
  const { widthPx, heightPx } = picture
  const { halfWidthPx, halfLengthPx, seed } = stroke
  const [reds, greens, blues] = picture.channels
  const cos = Math.cos(stroke.angle)
  const sin = Math.sin(stroke.angle)
  const reachX = Math.abs(cos) * halfLengthPx + Math.abs(sin) * halfWidthPx
  const reachY = Math.abs(sin) * halfLengthPx + Math.abs(cos) * halfWidthPx
  const bristleCount = Math.max(3, Math.round(halfWidthPx * 1.4))
  const bristles = Float32Array.from({ length: bristleCount * 2 + 1 }, (_, place) =>
    latticeHash(place, 0, seed),
  )
  const top = Math.max(0, Math.ceil(stroke.y - reachY))
  const bottom = Math.min(heightPx - 1, Math.floor(stroke.y + reachY))
  const left = Math.max(0, Math.ceil(stroke.x - reachX))
  const right = Math.min(widthPx - 1, Math.floor(stroke.x + reachX))
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const along = ((x - stroke.x) * cos + (y - stroke.y) * sin) / halfLengthPx
      const across = ((y - stroke.y) * cos - (x - stroke.x) * sin) / halfWidthPx
      const rim = Math.abs(across)
      const reach = Math.abs(along)
      if (rim > 1 || reach > 1) continue
      const bristle = bristles[Math.floor((across + 1) * bristleCount)]
      const end = 1 - 0.3 * bristle - 0.35 * rim * rim
      if (reach > end) continue
      const cover =
        Math.min(1, (1 - rim) * halfWidthPx * 0.8) * Math.min(1, (end - reach) * halfLengthPx * 0.5) * 0.94
      const index = y * widthPx + x
      const groove = (bristle - 0.5) * 0.1
      reds[index] = reds[index] * (1 - cover) + (stroke.red + groove) * cover
      greens[index] = greens[index] * (1 - cover) + (stroke.green + groove) * cover
      blues[index] = blues[index] * (1 - cover) + (stroke.blue + groove) * cover
      const pile = 0.5 + 0.35 * bristle + 0.5 * rim ** 4 + 0.35 * Math.max(0, along) ** 3
      heights.values[index] = heights.values[index] * (1 - cover) + pile * cover
    }
  }
}
