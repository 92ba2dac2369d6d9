import type { Yuv } from '../core/yuv.js'
import type { YuvPicture } from './yuv-picture.js'

/** A round spot of light or snow. `x` and `y` are its middle in pixels and need not be whole. */
export interface Spot {
  readonly x: number
  readonly y: number
  readonly radiusPx: number
  /** 0 to 1 in the middle. */
  readonly strength: number
  /**
   * 'soft' fades from the middle outwards, 'lens' is an even disc with a brighter rim, as a lens draws a far
   * lamp.
   */
  readonly shape: 'soft' | 'lens'
}

/** A thin line that fades at both ends: a drop of rain, a spark, a scratch. */
export interface Streak {
  readonly x: number
  readonly y: number
  /** From its upper end to its lower end. */
  readonly reachXPx: number
  readonly reachYPx: number
  readonly thicknessPx: number
  readonly strength: number
}

/** Mixes the colour into the picture under the spot; what lies outside the picture is left out. */
export function drawSpot(target: YuvPicture, spot: Spot, colour: Yuv): void {
  drawSpotOn(target.y, target.widthPx, spot, 1, colour.y)
  drawSpotOn(target.u, target.widthPx / 2, spot, 0.5, colour.u)
  drawSpotOn(target.v, target.widthPx / 2, spot, 0.5, colour.v)
}

/** Brightness only, since a line this thin shows no colour. */
export function drawStreak(target: YuvPicture, streak: Streak, brightness: number): void {
  const { y: plane, widthPx, heightPx } = target
  const { x, y, reachXPx, reachYPx, thicknessPx, strength } = streak
  const rowFirst = Math.max(0, Math.ceil(y))
  const rowLast = Math.min(heightPx - 1, Math.floor(y + reachYPx))
  const half = thicknessPx / 2 + 0.5
  for (let row = rowFirst; row <= rowLast; row++) {
    const along = (row - y) / reachYPx
    const middle = x + reachXPx * along
    const fade = strength * Math.min(1, 4 * along * (1 - along))
    const last = Math.min(widthPx - 1, Math.floor(middle + half))
    for (let column = Math.max(0, Math.ceil(middle - half)); column <= last; column++) {
      const cover = Math.min(1, half - Math.abs(column - middle))
      const at = row * widthPx + column
      const old = plane[at]
      plane[at] = old + (brightness - old) * cover * fade + 0.5
    }
  }
}

function drawSpotOn(plane: Uint8Array, widthPx: number, spot: Spot, scale: number, value: number): void {
  // A spot smaller than a sample keeps its light by growing to one and dimming.
  const radius = Math.max(0.8, spot.radiusPx * scale)
  const strength = spot.strength * Math.min(1, (spot.radiusPx * scale) / radius)
  const x = spot.x * scale
  const y = spot.y * scale
  const rowLast = Math.min(plane.length / widthPx - 1, Math.floor(y + radius))
  const columnFirst = Math.max(0, Math.ceil(x - radius))
  const columnLast = Math.min(widthPx - 1, Math.floor(x + radius))
  for (let row = Math.max(0, Math.ceil(y - radius)); row <= rowLast; row++) {
    const down = (row - y) / radius
    for (let column = columnFirst; column <= columnLast; column++) {
      const across = (column - x) / radius
      const far = across * across + down * down
      if (far >= 1) continue
      const inner = 1 - far
      const cover =
        spot.shape === 'soft' ? inner * inner : Math.min(1, inner * radius * 0.5) * (0.55 + 0.45 * far * far)
      const at = row * widthPx + column
      const old = plane[at]
      plane[at] = old + (value - old) * cover * strength + 0.5
    }
  }
}
