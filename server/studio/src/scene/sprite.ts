import sharp from 'sharp'
import type { Colour } from '../core/colour.js'
import { bilinear, clamp, clamp01 } from '../core/interpolation.js'
import type { Raster } from '../core/raster.js'
import type { Stage } from './composition.js'
import { pxXAt, pxYAt, type Viewport } from './frame.js'
import { blend } from './layer.js'
import { halvings, takeSample } from './sprite-sampling.js'

/** A vector drawing in a box of its own; it stands on the lower edge of the box. */
export interface Drawing {
  readonly width: number
  readonly height: number
  /** SVG elements, without text. */
  readonly body: string
}

/** A drawing in pixels, lit, ready to be stamped. */
export interface Sprite {
  readonly raster: Raster
  /** The raster, then each half as large as the one before. */
  readonly levels: readonly Raster[]
  readonly widthUnits: number
  readonly heightUnits: number
}

/** A sprite is never larger than this along an edge: beyond it details are enlarged. */
const spriteEdgePxMax = 4096

/**
 * Draws into just the pixels that it will cover at that height in units, and gives the flat shapes volume:
 * the light that their rounded edge would catch.
 */
export async function makeSprite(
  stage: Stage,
  viewport: Viewport,
  drawing: Drawing,
  heightUnits: number,
  options: { readonly isMirrored?: boolean; readonly relief?: number } = {},
): Promise<Sprite> {
  const aspect = drawing.width / drawing.height
  const fit = Math.min(1, spriteEdgePxMax / (heightUnits * viewport.scale * Math.max(1, aspect)))
  const heightPx = Math.max(2, Math.round(heightUnits * viewport.scale * fit))
  const widthPx = Math.max(2, Math.round(heightUnits * aspect * viewport.scale * fit))
  const mirror = options.isMirrored ? `translate(${drawing.width} 0) scale(-1 1)` : ''
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}" preserveAspectRatio="none" ` +
    `viewBox="0 0 ${drawing.width} ${drawing.height}"><g transform="${mirror}">${drawing.body}</g></svg>`
  const { data, info } = await sharp(Buffer.from(svg), { unlimited: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const rgba = new Uint8ClampedArray(data.buffer, data.byteOffset, data.byteLength)
  const raster: Raster = { widthPx: info.width, heightPx: info.height, rgba }
  if ((options.relief ?? 1) > 0) await addRelief(stage, raster, options.relief ?? 1)
  return { raster, levels: halvings(raster), widthUnits: heightUnits * aspect, heightUnits }
}

/**
 * Light by the slope of the blurred outline: bright towards the light, dark away from it, darker at the foot.
 */
async function addRelief(stage: Stage, raster: Raster, strength: number): Promise<void> {
  const { widthPx, heightPx, rgba } = raster
  const gridWidth = clamp(widthPx, 4, 160)
  const gridHeight = clamp(Math.round((heightPx * gridWidth) / widthPx), 4, 240)
  const blurred = await sharp(rgba, { raw: { width: widthPx, height: heightPx, channels: 4 } })
    .extractChannel(3)
    .resize(gridWidth, gridHeight, { fit: 'fill', kernel: 'linear' })
    .blur(Math.max(0.6, gridWidth / 26))
    .raw()
    .toBuffer()
  const { palette, lightSide } = stage
  const at = (column: number, row: number) =>
    blurred[clamp(row, 0, gridHeight - 1) * gridWidth + clamp(column, 0, gridWidth - 1)] / 255
  const relief = new Float32Array(gridWidth * gridHeight)
  for (let row = 0; row < gridHeight; row++) {
    for (let column = 0; column < gridWidth; column++) {
      const slopeX = at(column + 2, row) - at(column - 2, row)
      const slopeY = at(column, row + 2) - at(column, row - 2)
      relief[row * gridWidth + column] = clamp((-slopeX * lightSide * 0.9 + slopeY * 0.55) * 1.6, -1, 1)
    }
  }
  const grain = stage.noise('grain')
  const toGridX = gridWidth / widthPx
  const toGridY = gridHeight / heightPx
  const grainScale = 150 / heightPx
  for (let row = 0; row < heightPx; row++) {
    const gridY = clamp((row + 0.5) * toGridY - 0.5, 0, gridHeight - 1.001)
    const foot = 1 - (0.16 * Math.max(0, row / heightPx - 0.72)) / 0.28
    for (let column = 0; column < widthPx; column++) {
      const pixel = (row * widthPx + column) * 4
      if (rgba[pixel + 3] === 0) continue
      const gridX = clamp((column + 0.5) * toGridX - 0.5, 0, gridWidth - 1.001)
      const light = sampleGrid(relief, gridWidth, gridX, gridY) * strength
      const speckle = 1 + 0.05 * grain.fbm(column * grainScale, row * grainScale, 2)
      for (let channel = 0; channel < 3; channel++) {
        const value = rgba[pixel + channel] * speckle * foot
        const key = palette.key[channel]
        rgba[pixel + channel] =
          light > 0
            ? value + (255 * Math.min(1, key) - value) * light * 0.34 + value * light * 0.25
            : value * (1 + light * 0.5)
      }
    }
  }
}

function sampleGrid(grid: Float32Array, width: number, x: number, y: number): number {
  const column = x | 0
  const row = y | 0
  const at = row * width + column
  const under = at + width
  return bilinear(grid[at], grid[at + 1], grid[under], grid[under + 1], x - column, y - row)
}

/** Where and how to put a sprite. */
export interface Stamp {
  /** The middle of its foot, in units. */
  readonly x: number
  readonly y: number
  /** Times its own size. @default 1 */
  readonly size?: number
  readonly isMirrored?: boolean
  /** How much of it the air hides, 0 to 1. @default 0 */
  readonly haze?: number
  /** The colour that hides it. */
  readonly hazeColour?: Colour
  /** @default 1 */
  readonly opacity?: number
  /** Upside down below its foot, as a mirror image in water; broken by that many units of waves. */
  readonly reflection?: number
  /** Times its brightness. @default 1 */
  readonly brightness?: number
}

/** Stamps a sprite on a raster of the viewport; parts outside are cut. */
export function stampSprite(target: Raster, viewport: Viewport, sprite: Sprite, stamp: Stamp): void {
  const size = stamp.size ?? 1
  const width = sprite.widthUnits * size * viewport.scale
  const height = sprite.heightUnits * size * viewport.scale
  if (width < 0.5 || height < 0.5) return
  const left = pxXAt(viewport, stamp.x) - width / 2
  const foot = pxYAt(viewport, stamp.y)
  const isReflected = stamp.reflection !== undefined
  const top = isReflected ? foot : foot - height
  const shrink = sprite.raster.heightPx / height
  const raster = sprite.levels[clamp(Math.round(Math.log2(shrink) - 0.2), 0, sprite.levels.length - 1)]
  const stepX = raster.widthPx / width
  const stepY = raster.heightPx / height
  const haze = stamp.haze ?? 0
  const tint = stamp.hazeColour ?? [0, 0, 0]
  const gain = stamp.brightness ?? 1
  const firstRow = Math.max(0, Math.floor(top))
  const lastRow = Math.min(target.heightPx - 1, Math.ceil(top + height))
  const sample = new Float32Array(4)
  for (let row = firstRow; row <= lastRow; row++) {
    const along = row + 0.5 - top
    const share = along / height
    const sourceY = (isReflected ? height - along : along) * stepY - 0.5
    const waves = isReflected
      ? Math.sin((row / viewport.scale) * 0.42 + Math.sin((row / viewport.scale) * 0.13) * 3) *
        (stamp.reflection ?? 0) *
        (0.3 + share) *
        viewport.scale
      : 0
    const opacity = (stamp.opacity ?? 1) * (isReflected ? clamp01(1 - share * 0.75) : 1)
    const firstColumn = Math.max(0, Math.floor(left + waves))
    const lastColumn = Math.min(target.widthPx - 1, Math.ceil(left + width + waves))
    for (let column = firstColumn; column <= lastColumn; column++) {
      const across = column + 0.5 - left - waves
      const sourceX = (stamp.isMirrored ? width - across : across) * stepX - 0.5
      takeSample(raster, sourceX, sourceY, sample)
      const alpha = (sample[3] / 255) * opacity
      if (alpha < 0.003) continue
      const at = (row * target.widthPx + column) * 4
      blend(
        target.rgba,
        at,
        sample[0] * gain * (1 - haze) + tint[0] * 255 * haze,
        sample[1] * gain * (1 - haze) + tint[1] * 255 * haze,
        sample[2] * gain * (1 - haze) + tint[2] * 255 * haze,
        alpha,
      )
    }
  }
}
