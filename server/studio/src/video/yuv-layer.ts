import type { SizePx } from '../core/size.js'
import { uOfRgb, vOfRgb, yOfRgb } from '../core/yuv.js'
import type { SceneLayer } from '../scene/compose-layers.js'
import type { Motion } from '../scene/layer.js'
import { type Veil, veilOf } from './veil.js'

/**
 * A sheet of a scene as a video stores it: full-size brightness and half-size colour, each sample with its
 * cover in the upper byte and its value in the lower one, so that one look-up and one multiplication serve
 * both. Values are multiplied by their cover, so that sampling between a painted pixel and an empty one
 * brings in no stray colour.
 */
export interface YuvLayer extends SizePx {
  readonly name: string
  readonly depth: number
  readonly motion: Motion
  readonly y: Uint16Array
  readonly u: Uint16Array
  readonly v: Uint16Array
  readonly blocks: Blocks
  /** Present on a layer that is soft all over, and then drawn instead of the samples. */
  readonly veil: Veil | undefined
  /** The highest and lowest painted rows, in pixels. */
  readonly topPx: number
  readonly bottomPx: number
}

/** What each 8-pixel square of a layer holds: `empty`, `full` (all opaque) or `mixed`. */
export interface Blocks {
  readonly columns: number
  readonly rows: number
  readonly kinds: Uint8Array
  /** How many squares hold an edge: their cover differs by more than a quarter from pixel to pixel. */
  readonly edges: number
}

export const blockPx = 8

export const empty = 0
export const mixed = 1
export const full = 2

/** Converts a painted layer. Both sides of its raster must be even. */
export function yuvLayerFrom(layer: SceneLayer): YuvLayer {
  const { widthPx, heightPx, rgba } = layer.raster
  const size = widthPx * heightPx
  const y = new Uint16Array(size)
  const u = new Uint16Array(size / 4)
  const v = new Uint16Array(size / 4)
  for (let row = 0; row < heightPx; row += 2) {
    for (let column = 0; column < widthPx; column += 2) {
      let red = 0
      let green = 0
      let blue = 0
      let alphaSum = 0
      for (let corner = 0; corner < 4; corner++) {
        const at = (row + (corner >> 1)) * widthPx + column + (corner & 1)
        const alpha = rgba[at * 4 + 3]
        if (alpha === 0) continue
        const r = rgba[at * 4]
        const g = rgba[at * 4 + 1]
        const b = rgba[at * 4 + 2]
        y[at] = (alpha << 8) | ((yOfRgb(r, g, b) * alpha + 127) / 255)
        red += r * alpha
        green += g * alpha
        blue += b * alpha
        alphaSum += alpha
      }
      if (alphaSum === 0) continue
      const half = (row >> 1) * (widthPx >> 1) + (column >> 1)
      const mean = (alphaSum + 2) >> 2
      const cover = mean << 8
      u[half] = cover | ((uOfRgb(red / alphaSum, green / alphaSum, blue / alphaSum) * mean + 127) / 255)
      v[half] = cover | ((vOfRgb(red / alphaSum, green / alphaSum, blue / alphaSum) * mean + 127) / 255)
    }
  }
  const blocks = blocksOf(y, widthPx, heightPx)
  const { name, depth, motion } = layer
  const veil = isSoft(blocks) ? veilOf(widthPx, heightPx, { y, u, v }) : undefined
  return { name, depth, motion, widthPx, heightPx, y, u, v, blocks, veil, ...extent(blocks) }
}

/** Much of the picture covered, nothing of it wholly, and hardly an edge: that is mist. */
function isSoft(blocks: Blocks): boolean {
  const count = (kind: number) => blocks.kinds.reduce((sum, found) => sum + (found === kind ? 1 : 0), 0)
  const veiled = count(mixed)
  return veiled > blocks.kinds.length / 5 && count(full) === 0 && blocks.edges < veiled / 50
}

function blocksOf(y: Uint16Array, widthPx: number, heightPx: number): Blocks {
  const columns = Math.ceil(widthPx / blockPx)
  const rows = Math.ceil(heightPx / blockPx)
  const least = new Uint8Array(columns * rows).fill(255)
  const most = new Uint8Array(columns * rows)
  for (let row = 0; row < heightPx; row++) {
    const line = Math.floor(row / blockPx) * columns
    for (let column = 0; column < widthPx; column++) {
      const value = y[row * widthPx + column] >> 8
      const block = line + (column >> 3)
      if (value < least[block]) least[block] = value
      if (value > most[block]) most[block] = value
    }
  }
  const kinds = most.map((value, block) => (value === 0 ? empty : least[block] >= 254 ? full : mixed))
  const edges = most.reduce((sum, value, block) => sum + (value - least[block] > 64 ? 1 : 0), 0)
  return { columns, rows, kinds, edges }
}

function extent(blocks: Blocks): { topPx: number; bottomPx: number } {
  const first = blocks.kinds.findIndex((kind) => kind !== empty)
  const last = blocks.kinds.findLastIndex((kind) => kind !== empty)
  return {
    topPx: Math.max(0, Math.floor(first / blocks.columns)) * blockPx,
    bottomPx: (Math.floor(last / blocks.columns) + 1) * blockPx,
  }
}
