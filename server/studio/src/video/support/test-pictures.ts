import { particleHash } from '../../core/random.js'
import type { Raster } from '../../core/raster.js'
import type { SceneLayer } from '../../scene/compose-layers.js'

/**
 * A picture with detail at every size, in colour: a sky, a ground, and a chequered figure in the middle. For
 * tests.
 */
export function testPicture(widthPx: number, heightPx: number): Raster {
  return paint(widthPx, heightPx, (across, down) => {
    const figure = Math.hypot((across - 0.5) * 1.4, down - 0.5) < 0.22
    const check = (Math.floor(across * 40) + Math.floor(down * 24)) % 2
    if (figure) return [210 - 120 * check, 90 + 60 * check, 60, 255]
    const wave = 20 * Math.sin(across * 50) + 12 * Math.sin(down * 70 + across * 9)
    return down < 0.55 ? [120 + wave, 160 + wave, 215, 255] : [90 + wave, 150 + wave, 70, 255]
  })
}

/** One even colour, by which anything that comes from outside the picture can be told. For tests. */
export function plainPicture(widthPx: number, heightPx: number): Raster {
  return paint(widthPx, heightPx, () => [190, 200, 210, 255])
}

/**
 * A sky and, before it, a wall of uneven stripes that covers the lower half; overscanned by a tenth. For
 * tests.
 */
export function testLayers(widthPx: number, heightPx: number): SceneLayer[] {
  const wide = widthPx + 2 * Math.round(widthPx * 0.1)
  const high = heightPx + 2 * Math.round(heightPx * 0.1)
  const sky = paint(wide, high, (across, down) => [
    90 + 60 * Math.sin(across * 30),
    140,
    200 - 40 * down,
    255,
  ])
  const wall = paint(wide, high, (across, down) =>
    down < 0.5 ? [0, 0, 0, 0] : [particleHash(1, Math.floor(across * 40), 1) * 220, 70, 50, 255],
  )
  return [
    { name: 'sky', depth: 0, raster: sky, overscan: 0.1, motion: 'drift' },
    { name: 'wall', depth: 1, raster: wall, overscan: 0.1, motion: 'none' },
  ]
}

/** Mean distance between two equally large planes, in 8-bit steps. */
export function meanDifference(one: Uint8Array, other: Uint8Array): number {
  let sum = 0
  for (let at = 0; at < one.length; at++) sum += Math.abs(one[at] - other[at])
  return sum / one.length
}

function paint(
  widthPx: number,
  heightPx: number,
  colourAt: (across: number, down: number) => readonly [number, number, number, number],
): Raster {
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4)
  for (let at = 0; at < widthPx * heightPx; at++) {
    rgba.set(colourAt((at % widthPx) / widthPx, Math.floor(at / widthPx) / heightPx), at * 4)
  }
  return { widthPx, heightPx, rgba }
}
