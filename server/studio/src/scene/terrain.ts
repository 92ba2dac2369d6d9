import { clamp01, lerp } from '../core/interpolation.js'
import type { Raster } from '../core/raster.js'
import type { Stage } from './composition.js'
import { pxYAt, rasterFor, unitXAt, type Viewport } from './frame.js'
import { hazeAt } from './perspective.js'

/** A ground as functions over the plane: x to the right, z into the picture, in camera heights. */
export interface Ground {
  /** Height over the plane of the water or floor. */
  height(x: number, z: number): number
  /**
   * Writes the colour of the unlit surface, 0 to 1, to `out`. `steepness` is 0 on level ground, 1 on a wall.
   * A negative red means "lights itself": the colour is taken as it is, without light.
   */
  surface(x: number, z: number, height: number, steepness: number, out: Float32Array): void
  /** Everything below is water, and left out. */
  readonly waterLevel?: number
  /** How strongly the surface is mottled, 0 to 1. */
  readonly roughness: number
  /** How fast the air hides what is far. */
  readonly haze: number
  /** Share of shadow that the ground casts on itself. @default 1 */
  readonly shadow?: number
}

/** The strip of ground between two distances. */
export interface DepthRange {
  readonly near: number
  readonly far: number
}

/** A step into the depth lengthens the distance by this share; smaller shows no better at 1024 px. */
const stepShare = 0.0105

/**
 * Paints a strip of ground as seen by the stage's camera: true perspective, light by slope, cast shadows,
 * haze. Columns are walked from near to far and each pixel is written by the first ground that reaches it.
 * Transparent where there is no ground.
 */
export function paintTerrain(stage: Stage, viewport: Viewport, ground: Ground, range: DepthRange): Raster {
  const raster = rasterFor(viewport)
  const { widthPx: columns, scale } = viewport
  const strip = new TerrainStrip(stage, viewport, ground)
  const edge = new Float32Array(columns)
  const below = new Float32Array(columns).fill(Number.NaN)
  const steps = Math.ceil(Math.log(range.far / range.near) / Math.log(1 + stepShare))
  const noise = stage.noise('surface')
  for (let step = 0; step <= steps; step++) {
    const z = range.near * (1 + stepShare) ** step
    strip.advance(z)
    const haze = hazeAt(z, ground.haze)
    const fine = detailWeight(z, 26, stage.focalLength * scale)
    const finest = detailWeight(z, 95, stage.focalLength * scale)
    // The strip begins at its first row; what lies before it belongs to the nearer strip.
    if (step === 0) edge.set(strip.screenY)
    for (let column = 0; column < columns; column++) {
      const y = strip.screenY[column]
      const bottom = below[column]
      if (strip.isWater(column)) {
        if (y < edge[column]) edge[column] = y
        below[column] = Number.NaN
        continue
      }
      const limit = edge[column]
      if (y < limit) {
        const colour = strip.litColour(column, haze)
        const x = strip.worldX(column)
        const mottle =
          ground.roughness *
          (1 - haze * 0.8) *
          (0.22 * noise.at(x * 7, z * 5) +
            0.22 * fine * noise.at(x * 26, z * 15) +
            0.2 * finest * noise.at(x * 95, z * 40))
        strip.fill(raster, column, Math.max(y, -1), limit, Number.isNaN(bottom) ? y : bottom, colour, mottle)
        edge[column] = y
      } else strip.forget(column)
      below[column] = y
    }
  }
  return raster
}

/** Detail of that many waves per unit fades where it would be finer than pixels. */
function detailWeight(z: number, frequency: number, focalPx: number): number {
  const featurePx = focalPx / (z * frequency)
  return clamp01((featurePx - 1) / 2.5)
}

/** One row of ground at one distance, with what the row before left behind. */
class TerrainStrip {
  readonly screenY: Float32Array
  private readonly heights: Float32Array
  private readonly previousHeights: Float32Array
  private readonly shade: Float32Array
  private readonly previousColour: Float32Array
  private readonly colour = new Float32Array(3)
  private readonly columns: number
  private z = 0
  private previousZ = 0
  private readonly stage: Stage
  private readonly viewport: Viewport
  private readonly ground: Ground

  constructor(stage: Stage, viewport: Viewport, ground: Ground) {
    this.stage = stage
    this.viewport = viewport
    this.ground = ground
    this.columns = viewport.widthPx
    this.screenY = new Float32Array(this.columns)
    this.heights = new Float32Array(this.columns)
    this.previousHeights = new Float32Array(this.columns)
    this.shade = new Float32Array(this.columns)
    this.previousColour = new Float32Array(this.columns * 3).fill(-1)
  }

  advance(z: number): void {
    const { stage, viewport, ground, heights } = this
    this.previousHeights.set(heights)
    this.previousZ = this.z === 0 ? z * (1 - stepShare) : this.z
    const isFirst = this.z === 0
    this.z = z
    const unitX = z / stage.focalLength / viewport.scale
    const startX = (viewport.left - stage.frame.width / 2) * (z / stage.focalLength)
    const toPx = (stage.focalLength / z) * viewport.scale
    const horizonPx = pxYAt(viewport, stage.horizon)
    for (let column = 0; column < this.columns; column++) {
      const height = ground.height(startX + (column + 0.5) * unitX, z)
      heights[column] = height
      const seen = ground.waterLevel !== undefined && height < ground.waterLevel ? ground.waterLevel : height
      this.screenY[column] = horizonPx + (stage.cameraHeight - seen) * toPx
    }
    if (isFirst) this.previousHeights.set(heights)
    this.castShadows(unitX)
  }

  /** One sweep away from the light: what lies under the sinking edge of the shadow is dark. */
  private castShadows(unitX: number): void {
    const [lightX, lightY] = this.stage.lightDirection
    const drop = (lightY / Math.max(0.2, Math.abs(lightX))) * unitX * 0.8
    const softness = 0.08 + this.z * 0.012
    const strength = 0.75 * (this.ground.shadow ?? 1)
    let shadow = -1e9
    for (let index = 0; index < this.columns; index++) {
      const column = lightX > 0 ? this.columns - 1 - index : index
      const height = this.heights[column]
      shadow = Math.max(shadow - drop, height)
      this.shade[column] = 1 - strength * clamp01((shadow - height) / softness)
    }
  }

  isWater(column: number): boolean {
    const { waterLevel } = this.ground
    return waterLevel !== undefined && this.heights[column] < waterLevel
  }

  worldX(column: number): number {
    const units = unitXAt(this.viewport, column + 0.5) - this.stage.frame.width / 2
    return units * (this.z / this.stage.focalLength)
  }

  /** The colour of the row at a column, lit and hazed; valid until the next call. */
  litColour(column: number, haze: number): Float32Array {
    const { colour, ground, heights } = this
    const { palette, lightDirection } = this.stage
    const reach = 3
    const left = Math.max(0, column - reach)
    const right = Math.min(this.columns - 1, column + reach)
    const across = this.worldX(right) - this.worldX(left)
    const height = heights[column]
    const slopeX = (heights[right] - heights[left]) / across
    const slopeZ = (height - this.previousHeights[column]) / (this.z - this.previousZ)
    const length = Math.sqrt(slopeX * slopeX + slopeZ * slopeZ + 1)
    ground.surface(this.worldX(column), this.z, height, 1 - 1 / length, colour)
    const red = colour[0]
    if (red < 0) {
      colour[0] = -red
      return colour
    }
    const facing = (-slopeX * lightDirection[0] + lightDirection[1] - slopeZ * lightDirection[2]) / length
    const direct = Math.max(0, facing) * this.shade[column] * 1.25
    const open = 0.62 + 0.38 / length
    for (let channel = 0; channel < 3; channel++) {
      const light = palette.ambient[channel] * open + palette.key[channel] * direct
      const lit = colour[channel] * light
      colour[channel] = lerp(lit, palette.haze[channel], haze)
    }
    return colour
  }

  /** The row is hidden at that column: the next one that shows has nothing to blend with. */
  forget(column: number): void {
    this.previousColour[column * 3] = -1
  }

  /**
   * Fills a column from `top` down to `limit` (pixels), blending from the row before, which lies at `bottom`.
   */
  fill(
    raster: Raster,
    column: number,
    top: number,
    limit: number,
    bottom: number,
    colour: Float32Array,
    mottle: number,
  ): void {
    const { previousColour } = this
    const slot = column * 3
    const start = previousColour[slot] < 0 ? colour : previousColour.subarray(slot, slot + 3)
    const [red0, green0, blue0] = [start[0], start[1], start[2]]
    const shade = 1 + mottle
    const [red1, green1, blue1] = [colour[0] * shade, colour[1] * shade, colour[2] * shade]
    const first = Math.max(0, Math.floor(top))
    const last = Math.min(raster.heightPx - 1, Math.ceil(limit) - 1)
    const span = Math.max(0.001, bottom - top)
    const { rgba } = raster
    for (let row = first; row <= last; row++) {
      const share = clamp01((bottom - row - 0.5) / span)
      const at = (row * this.columns + column) * 4
      const had = rgba[at + 3]
      if (had === 255) continue
      const cover = row < top ? row + 1 - top : 1
      const red = lerp(red0, red1, share) * 255
      const green = lerp(green0, green1, share) * 255
      const blue = lerp(blue0, blue1, share) * 255
      if (had === 0) {
        rgba[at] = red
        rgba[at + 1] = green
        rgba[at + 2] = blue
        rgba[at + 3] = cover * 255
      } else {
        // A nearer edge covers part of this pixel already: this ground shows in the rest of it.
        const own = had / 255
        const added = (1 - own) * cover
        const alpha = own + added
        rgba[at] = (rgba[at] * own + red * added) / alpha
        rgba[at + 1] = (rgba[at + 1] * own + green * added) / alpha
        rgba[at + 2] = (rgba[at + 2] * own + blue * added) / alpha
        rgba[at + 3] = alpha * 255
      }
    }
    previousColour[slot] = red1
    previousColour[slot + 1] = green1
    previousColour[slot + 2] = blue1
  }
}
