import { printLuma } from '../../core/colour.js'
import { clamp01, lerp, smoothstep } from '../../core/interpolation.js'
import type { GradientNoise } from '../../core/noise.js'
import type { Raster } from '../../core/raster.js'
import type { Stage } from '../composition.js'
import { coarser, unitXAt, unitYAt, type Viewport } from '../frame.js'
import { makeReference } from './reference.js'

/**
 * A grid of noise over the viewport, at most about 1400 pixels wide: paper needs no more, and noise is dear.
 */
class PaperGrain {
  private readonly values: Float32Array
  private readonly grid: Viewport
  private readonly share: number

  constructor(
    viewport: Viewport,
    noise: GradientNoise,
    paint: (noise: GradientNoise, x: number, y: number) => number,
  ) {
    this.grid = coarser(viewport, 1400)
    this.share = this.grid.widthPx / viewport.widthPx
    this.values = new Float32Array(this.grid.widthPx * this.grid.heightPx)
    for (let row = 0, at = 0; row < this.grid.heightPx; row++) {
      for (let column = 0; column < this.grid.widthPx; column++, at++) {
        this.values[at] = paint(noise, unitXAt(this.grid, column), unitYAt(this.grid, row))
      }
    }
  }

  at(column: number, row: number): number {
    const x = Math.min(this.grid.widthPx - 1, (column * this.share) | 0)
    const y = Math.min(this.grid.heightPx - 1, (row * this.share) | 0)
    return this.values[y * this.grid.widthPx + x]
  }
}

/** Transparent washes that run a little, pool at their rims and settle in the grain of white paper. */
export async function finishWatercolour(stage: Stage, viewport: Viewport, picture: Raster): Promise<Raster> {
  const fine = await makeReference(picture, 760, 5)
  const wash = await makeReference(picture, 150, 5)
  const bleed = new PaperGrain(viewport, stage.noise('bleed'), (noise, x, y) =>
    noise.fbm(x * 0.011, y * 0.011, 4),
  )
  const tooth = new PaperGrain(viewport, stage.noise('paper'), (noise, x, y) =>
    noise.fbm(x * 0.16, y * 0.16, 3),
  )
  const pool = new PaperGrain(viewport, stage.noise('pool'), (noise, x, y) =>
    noise.fbm(x * 0.0045, y * 0.0045, 4),
  )
  const { rgba, widthPx, heightPx } = picture
  const near = new Float32Array(3)
  const broad = new Float32Array(3)
  const paper = [250, 246, 236] as const
  const reach = 15 * viewport.scale
  for (let row = 0, at = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++, at += 4) {
      const run = bleed.at(column, row) * reach
      const x = column + run
      const y = row + bleed.at(row % widthPx, column % heightPx) * reach * 0.5 + run * 0.4
      fine.sample(x, y, near)
      wash.sample(x, y, broad)
      const rim = smoothstep(0.12, 0.6, fine.edge(x, y))
      const load = 0.86 + pool.at(column, row) * 0.5 + rim * 0.3 + tooth.at(column, row) * 0.22
      for (let channel = 0; channel < 3; channel++) {
        const colour = near[channel] * 0.76 + broad[channel] * 0.24
        // Pigment takes light away from the paper; thin washes keep it bright.
        const pigment = 1 - Math.min(1, colour / 255) ** 0.72
        rgba[at + channel] = paper[channel] * (1 - clamp01(pigment * load))
      }
    }
  }
  return picture
}

/** Hatching in three directions, darker where the picture is, and a drawn contour, on drawing paper. */
export async function finishPencil(stage: Stage, viewport: Viewport, picture: Raster): Promise<Raster> {
  const reference = await makeReference(picture, 900, 3)
  const tooth = new PaperGrain(viewport, stage.noise('paper'), (noise, x, y) =>
    noise.fbm(x * 0.3, y * 0.3, 3),
  )
  const shake = new PaperGrain(
    viewport,
    stage.noise('hand'),
    (noise, x, y) => noise.fbm(x * 0.006, y * 0.006, 2) * 5,
  )
  const { rgba, widthPx, heightPx } = picture
  const sample = new Float32Array(3)
  const hatches = [
    { across: 0.8, down: 0.95, from: 0.9, strength: 0.4 },
    { across: -0.7, down: 1.05, from: 0.66, strength: 0.42 },
    { across: 0.1, down: 1.25, from: 0.42, strength: 0.5 },
  ] as const
  for (let row = 0, at = 0; row < heightPx; row++) {
    const y = unitYAt(viewport, row)
    for (let column = 0; column < widthPx; column++, at += 4) {
      const x = unitXAt(viewport, column)
      reference.sample(column, row, sample)
      const grey = printLuma(sample[0], sample[1], sample[2]) / 255
      const tone = clamp01((grey - 0.12) / 0.72)
      const wobble = shake.at(column, row)
      const grain = tooth.at(column, row)
      let dark = 0.3 * (1 - tone) * (0.8 + grain)
      for (const hatch of hatches) {
        const depth = clamp01((hatch.from - tone) / 0.4)
        if (depth <= 0) continue
        const wave = Math.sin((x * hatch.across + y * hatch.down + wobble) * 1.35)
        dark +=
          smoothstep(0.95 - depth * 1.25, 1.15 - depth * 0.5, wave) * hatch.strength * (0.55 + depth * 0.45)
      }
      dark += smoothstep(0.16, 0.75, reference.edge(column, row)) * 0.62
      dark *= 0.82 + grain * 0.9
      const light = 1 - clamp01(dark) * 0.9
      rgba[at] = (248 + grain * 8) * light + 8
      rgba[at + 1] = (245 + grain * 8) * light + 8
      rgba[at + 2] = (238 + grain * 8) * light + 12
    }
  }
  return picture
}

/** Brush and ink: four washes of grey with wet rims and a bold contour on warm paper. */
export async function finishInk(stage: Stage, viewport: Viewport, picture: Raster): Promise<Raster> {
  const reference = await makeReference(picture, 620, 5)
  const run = new PaperGrain(viewport, stage.noise('ink'), (noise, x, y) => noise.fbm(x * 0.02, y * 0.02, 4))
  const fibre = new PaperGrain(viewport, stage.noise('fibre'), (noise, x, y) =>
    noise.fbm(x * 0.02, y * 0.25, 3),
  )
  const { rgba, widthPx, heightPx } = picture
  const sample = new Float32Array(3)
  for (let row = 0, at = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++, at += 4) {
      const shift = run.at(column, row) * 13 * viewport.scale
      reference.sample(column + shift, row + shift * 0.7, sample)
      const tone = printLuma(sample[0], sample[1], sample[2]) / 255
      const level = clamp01(1 - tone * 1.12) * 4
      const step = Math.floor(level)
      const wash = (step + smoothstep(0.3, 0.8, level - step)) / 4
      const contour = smoothstep(0.2, 0.62, reference.edge(column + shift * 0.5, row + shift * 0.4))
      const dark = clamp01(wash * wash * 0.92 * (0.85 + run.at(column, row) * 0.7) + contour * 0.85)
      const paper = 1 + fibre.at(column, row) * 0.05
      const warmth = 0.16
      for (let channel = 0; channel < 3; channel++) {
        const sheet = [244, 236, 218][channel] * paper
        const tint = 22 + sample[channel] * warmth
        rgba[at + channel] = lerp(sheet, tint, dark)
      }
    }
  }
  return picture
}
