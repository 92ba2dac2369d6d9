import type { SceneLayer } from '../scene/compose-layers.js'
import type { Motion } from '../scene/layer.js'
import { cellPx } from './mesh.js'
import { blueDifferenceOf, brightnessOf, redDifferenceOf } from './planes.js'

/**
 * A sheet of a scene as a film stores it. Colours are multiplied by their cover (0 to 255), so that sampling between a
 * painted pixel and an empty one brings in no stray colour.
 */
export interface LayerPlanes {
  readonly name: string
  readonly depth: number
  readonly motion: Motion
  readonly widthPx: number
  readonly heightPx: number
  readonly y: Uint8Array
  readonly u: Uint8Array
  readonly v: Uint8Array
  readonly cover: Uint8Array
  readonly halfCover: Uint8Array
  readonly blocks: Blocks
  /** The highest and lowest painted rows, in pixels. */
  readonly topPx: number
  readonly bottomPx: number
}

/** What each 16-pixel square of a layer holds: `empty`, `full` (all opaque) or `mixed`. */
export interface Blocks {
  readonly columns: number
  readonly rows: number
  readonly kinds: Uint8Array
}

export const empty = 0
export const mixed = 1
export const full = 2

/** Converts a painted layer. Both sides of its raster must be even. */
export function layerPlanesFrom(layer: SceneLayer): LayerPlanes {
  const { widthPx, heightPx, rgba } = layer.raster
  const size = widthPx * heightPx
  const y = new Uint8Array(size)
  const cover = new Uint8Array(size)
  const u = new Uint8Array(size / 4)
  const v = new Uint8Array(size / 4)
  const halfCover = new Uint8Array(size / 4)
  for (let row = 0; row < heightPx; row += 2) {
    for (let column = 0; column < widthPx; column += 2) {
      let red = 0
      let green = 0
      let blue = 0
      let alphaSum = 0
      for (let corner = 0; corner < 4; corner++) {
        const at = (row + (corner >> 1)) * widthPx + column + (corner & 1)
        const alpha = rgba[at * 4 + 3] ?? 0
        if (alpha === 0) continue
        const r = rgba[at * 4] ?? 0
        const g = rgba[at * 4 + 1] ?? 0
        const b = rgba[at * 4 + 2] ?? 0
        y[at] = (brightnessOf(r, g, b) * alpha + 127) / 255
        cover[at] = alpha
        red += r * alpha
        green += g * alpha
        blue += b * alpha
        alphaSum += alpha
      }
      if (alphaSum === 0) continue
      const half = (row >> 1) * (widthPx >> 1) + (column >> 1)
      const mean = alphaSum / 4
      halfCover[half] = mean + 0.5
      u[half] = (blueDifferenceOf(red / alphaSum, green / alphaSum, blue / alphaSum) * mean) / 255 + 0.5
      v[half] = (redDifferenceOf(red / alphaSum, green / alphaSum, blue / alphaSum) * mean) / 255 + 0.5
    }
  }
  const blocks = blocksOf(cover, widthPx, heightPx)
  const { name, depth, motion } = layer
  return { name, depth, motion, widthPx, heightPx, y, u, v, cover, halfCover, blocks, ...extent(blocks) }
}

function blocksOf(cover: Uint8Array, widthPx: number, heightPx: number): Blocks {
  const columns = Math.ceil(widthPx / cellPx)
  const rows = Math.ceil(heightPx / cellPx)
  const least = new Uint8Array(columns * rows).fill(255)
  const most = new Uint8Array(columns * rows)
  for (let row = 0; row < heightPx; row++) {
    const line = Math.floor(row / cellPx) * columns
    for (let column = 0; column < widthPx; column++) {
      const value = cover[row * widthPx + column] ?? 0
      const block = line + (column >> 4)
      if (value < (least[block] ?? 0)) least[block] = value
      if (value > (most[block] ?? 0)) most[block] = value
    }
  }
  const kinds = most.map((value, block) => (value === 0 ? empty : (least[block] ?? 0) >= 254 ? full : mixed))
  return { columns, rows, kinds }
}

function extent(blocks: Blocks): { topPx: number; bottomPx: number } {
  const first = blocks.kinds.findIndex((kind) => kind !== empty)
  const last = blocks.kinds.findLastIndex((kind) => kind !== empty)
  return {
    topPx: Math.max(0, Math.floor(first / blocks.columns)) * cellPx,
    bottomPx: (Math.floor(last / blocks.columns) + 1) * cellPx,
  }
}
