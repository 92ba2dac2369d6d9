import { cellSeed, createRandom } from '../../core/random.js'
import type { Raster } from '../../core/raster.js'
import type { Stage } from '../composition.js'
import { pxXAt, pxYAt, unitXAt, unitYAt, type Viewport } from '../frame.js'
import { makeReference, type Reference } from './reference.js'

/**
 * Brushes from broad to fine, in units: width, length, and how far the paint may be off before it is touched
 * again.
 */
const brushes = [
  { width: 34, length: 92, tolerance: -1 },
  { width: 17, length: 50, tolerance: 9 },
  { width: 8, length: 26, tolerance: 13 },
  { width: 4.2, length: 13, tolerance: 20 },
] as const

/** Paints the picture again in strokes along its contours, broad ones first, with ridges of thick paint. */
export async function finishOil(stage: Stage, viewport: Viewport, picture: Raster): Promise<Raster> {
  const canvas: Raster = { ...picture, rgba: new Uint8ClampedArray(picture.rgba.length) }
  for (let at = 0; at < canvas.rgba.length; at += 4) {
    canvas.rgba[at] = 120
    canvas.rgba[at + 1] = 96
    canvas.rgba[at + 2] = 78
    canvas.rgba[at + 3] = 255
  }
  const reference = await makeReference(picture, 1100, 3)
  const contours = await makeReference(picture, 180, 5)
  for (const brush of brushes) paintPass(stage, viewport, canvas, reference, contours, brush)
  weave(viewport, canvas)
  return canvas
}

function paintPass(
  stage: Stage,
  viewport: Viewport,
  canvas: Raster,
  reference: Reference,
  contours: Reference,
  brush: (typeof brushes)[number],
): void {
  const spacing = brush.width * 0.7
  const colour = new Float32Array(3)
  const firstRow = Math.floor(viewport.top / spacing) - 1
  const lastRow = Math.ceil(unitYAt(viewport, viewport.heightPx) / spacing) + 1
  const firstColumn = Math.floor(viewport.left / spacing) - 1
  const lastColumn = Math.ceil(unitXAt(viewport, viewport.widthPx) / spacing) + 1
  const flow = stage.noise('strokes')
  for (let row = firstRow; row <= lastRow; row++) {
    for (let column = firstColumn; column <= lastColumn; column++) {
      // Each spot of the picture has its own numbers, so that a larger canvas has the same strokes.
      const random = createRandom(cellSeed(column + 104_729, row + 7919, stage.description.seed))
      const unitX = (column + random.range(-0.5, 0.5)) * spacing
      const unitY = (row + random.range(-0.5, 0.5)) * spacing
      const x = pxXAt(viewport, unitX)
      const y = pxYAt(viewport, unitY)
      if (x < 0 || y < 0 || x >= canvas.widthPx || y >= canvas.heightPx) continue
      reference.sample(x, y, colour)
      const at = ((y | 0) * canvas.widthPx + (x | 0)) * 4
      const off =
        Math.abs(canvas.rgba[at] - colour[0]) +
        Math.abs(canvas.rgba[at + 1] - colour[1]) +
        Math.abs(canvas.rgba[at + 2] - colour[2])
      if (off / 3 < brush.tolerance) continue
      const strength = contours.edge(x, y)
      const along =
        strength > 0.06
          ? contours.direction(x, y) + Math.PI / 2
          : flow.fbm(unitX * 0.003, unitY * 0.003, 2) * 5
      const tint = random.range(-9, 9)
      const shaded = [colour[0] + tint, colour[1] + tint * 0.8, colour[2] + tint * 0.6] as const
      stroke(
        canvas,
        x,
        y,
        along + random.range(-0.25, 0.25),
        brush.width * viewport.scale,
        brush.length * viewport.scale * random.range(0.7, 1.2),
        shaded,
        random.next(),
      )
    }
  }
}

/** How high the hairs of a brush press the paint, across it. */
const bristles = Float32Array.from({ length: 512 }, (_, at) => {
  const turn = (at / 512) * Math.PI * 2
  return Math.sin(turn * 6) + Math.sin(turn * 17 + 1) * 0.9
})

/** One stroke: bristles run along it, its flank towards the light stands up. */
function stroke(
  canvas: Raster,
  x: number,
  y: number,
  angle: number,
  width: number,
  length: number,
  colour: readonly [number, number, number],
  bristle: number,
): void {
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const halfLength = length / 2
  const halfWidth = Math.max(0.7, width / 2)
  const reachX = Math.abs(cos) * halfLength + Math.abs(sin) * halfWidth
  const reachY = Math.abs(sin) * halfLength + Math.abs(cos) * halfWidth
  const { rgba, widthPx, heightPx } = canvas
  const shift = (bristle * 511) | 0
  const lightAcross = Math.sign(cos) || 1
  for (let row = Math.max(0, Math.ceil(y - reachY)); row <= Math.min(heightPx - 1, y + reachY); row++) {
    for (
      let column = Math.max(0, Math.ceil(x - reachX));
      column <= Math.min(widthPx - 1, x + reachX);
      column++
    ) {
      const dx = column - x
      const dy = row - y
      const along = (dx * cos + dy * sin) / halfLength
      const across = (dy * cos - dx * sin) / halfWidth
      const rim = along * along * along * along + across * across
      if (rim >= 1) continue
      const hair = bristles[((across * 0.5 + 0.5) * 255 + shift) & 511]
      const ridge = -across * lightAcross * 9 + hair * 4.2
      const opacity = rim > 0.65 ? (1 - rim) / 0.35 : 0.94
      const at = (row * widthPx + column) * 4
      rgba[at] += (colour[0] + ridge - rgba[at]) * opacity
      rgba[at + 1] += (colour[1] + ridge - rgba[at + 1]) * opacity
      rgba[at + 2] += (colour[2] + ridge - rgba[at + 2]) * opacity
    }
  }
}

/** The weave of the canvas under the paint. */
function weave(viewport: Viewport, canvas: Raster): void {
  const { rgba, widthPx, heightPx } = canvas
  const columns = Float32Array.from({ length: widthPx }, (_, column) =>
    Math.sin(unitXAt(viewport, column) * 2.1),
  )
  for (let row = 0, at = 0; row < heightPx; row++) {
    const thread = Math.sin(unitYAt(viewport, row) * 2.1)
    for (let column = 0; column < widthPx; column++, at += 4) {
      const lift = thread * columns[column] * 3.2
      rgba[at] += lift
      rgba[at + 1] += lift
      rgba[at + 2] += lift
    }
  }
}
