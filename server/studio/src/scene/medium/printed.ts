import { printLuma } from '../../core/colour.js'
import { clamp01, lerp, smoothstep } from '../../core/interpolation.js'
import type { Raster } from '../../core/raster.js'
import type { Stage } from '../composition.js'
import { unitXAt, unitYAt, type Viewport } from '../frame.js'
import { makeReference } from './reference.js'

/** How a print is made from a picture. */
interface Press {
  /** Flat tones from dark to light. */
  readonly tones: number
  /** How softly one tone passes into the next, 0 to 1. */
  readonly softness: number
  readonly line: {
    readonly from: number
    readonly to: number
    readonly colour: readonly [number, number, number]
  }
  readonly saturation: number
  readonly paper: readonly [number, number, number]
  /** Strength of the wood's grain. */
  readonly grain: number
  readonly dots: boolean
}

const woodblockPress: Press = {
  tones: 6,
  softness: 0.55,
  line: { from: 0.24, to: 0.62, colour: [28, 34, 58] },
  saturation: 0.92,
  paper: [246, 233, 205],
  grain: 0.045,
  dots: false,
}
const comicPress: Press = {
  tones: 5,
  softness: 0.12,
  line: { from: 0.24, to: 0.42, colour: [14, 12, 18] },
  saturation: 1.45,
  paper: [255, 253, 244],
  grain: 0,
  dots: true,
}

/** Flat areas with the wood's grain, shaded off by hand, keyed by a blue-black line, on rice paper. */
export function finishWoodblock(stage: Stage, viewport: Viewport, picture: Raster): Promise<Raster> {
  return print(stage, viewport, picture, woodblockPress)
}

/** Strong outlines, few tones, dots in the shadows. */
export function finishComic(stage: Stage, viewport: Viewport, picture: Raster): Promise<Raster> {
  return print(stage, viewport, picture, comicPress)
}

async function print(stage: Stage, viewport: Viewport, picture: Raster, press: Press): Promise<Raster> {
  const reference = await makeReference(picture, 1000, 5)
  const noise = stage.noise('block')
  const { rgba, widthPx, heightPx } = picture
  const sample = new Float32Array(3)
  const grainColumns = Math.max(2, Math.ceil(widthPx / 4))
  const grainLine = new Float32Array(grainColumns)
  const curve = toneSteps(press)
  for (let row = 0, at = 0; row < heightPx; row++) {
    const y = unitYAt(viewport, row)
    if (press.grain > 0) {
      for (let cell = 0; cell < grainColumns; cell++) {
        const x = unitXAt(viewport, cell * 4)
        grainLine[cell] =
          Math.sin(y * 0.5 + noise.at(x * 0.003, y * 0.012) * 16) * 0.5 + noise.at(x * 0.02, y * 0.7)
      }
    }
    for (let column = 0; column < widthPx; column++, at += 4) {
      reference.sample(column, row, sample)
      const grey = printLuma(sample[0], sample[1], sample[2])
      const flat = curve[Math.min(255, grey | 0)]
      const gain = flat / Math.max(12, grey)
      const line = smoothstep(press.line.from, press.line.to, reference.edge(column, row))
      const grain = press.grain > 0 ? 1 + grainLine[column >> 2] * press.grain : 1
      const dot = press.dots && flat < 150 ? halftone(viewport, column, row, (150 - flat) / 150) : 0
      for (let channel = 0; channel < 3; channel++) {
        const value = lerp(flat, sample[channel] * gain, press.saturation)
        const inked = Math.min(255, value * grain) * (1 - dot * 0.22)
        const printed = (inked * press.paper[channel]) / 255
        rgba[at + channel] = printed + (press.line.colour[channel] - printed) * line * 0.92
      }
    }
  }
  return picture
}

function toneSteps(press: Press): Float32Array {
  return Float32Array.from({ length: 256 }, (_, grey) => {
    const level = (grey / 255) * press.tones
    const step = Math.floor(level)
    const soft = press.softness
    const inside = clamp01((level - step - (1 - soft)) / Math.max(0.02, soft))
    return ((step + 0.5 + inside) / (press.tones + 0.35)) * 255
  })
}

function halftone(viewport: Viewport, column: number, row: number, dark: number): number {
  const x = unitXAt(viewport, column)
  const y = unitYAt(viewport, row)
  const across = Math.sin((x + y) * 0.5)
  const down = Math.sin((x - y) * 0.5)
  return smoothstep(-0.1, 0.25, across * down - 0.55 + dark * 0.9)
}

/** Sheets of coloured paper: flat tones, each casting its shadow on the lighter sheet behind it. */
export async function finishPaperCut(stage: Stage, viewport: Viewport, picture: Raster): Promise<Raster> {
  const reference = await makeReference(picture, 640, 9)
  const noise = stage.noise('sheet')
  const { rgba, widthPx, heightPx } = picture
  const sample = new Float32Array(3)
  const beside = new Float32Array(3)
  const tones = 6
  const level = (colour: Float32Array) => {
    const grey = (printLuma(colour[0], colour[1], colour[2]) / 255) * tones
    const step = Math.floor(grey)
    return step + smoothstep(0.88, 1, grey - step)
  }
  const reach = 9 * viewport.scale
  for (let row = 0, at = 0; row < heightPx; row++) {
    for (let column = 0; column < widthPx; column++, at += 4) {
      reference.sample(column, row, sample)
      const own = level(sample)
      let shadow = 0
      for (const far of [0.35, 0.7, 1]) {
        reference.sample(column + stage.lightSide * reach * far, row - reach * far, beside)
        shadow += clamp01(own - level(beside)) * (1.1 - far * 0.6)
      }
      reference.sample(column + stage.lightSide * 1.6 * viewport.scale, row - 1.6 * viewport.scale, beside)
      const rim = clamp01(level(beside) - own) * 0.12
      const x = unitXAt(viewport, column)
      const y = unitYAt(viewport, row)
      const fibre = widthPx > 2200 && (column & 1) === 1 ? 0 : noise.at(x * 0.35, y * 0.5) * 0.035
      const grey = printLuma(sample[0], sample[1], sample[2])
      const flat = ((own + 0.6) / (tones + 0.4)) * 255
      const gain = flat / Math.max(14, grey)
      const light = (1 - Math.min(0.5, shadow * 0.3)) * (1 + fibre + rim)
      for (let channel = 0; channel < 3; channel++) {
        const value = lerp(flat, sample[channel] * gain, 1.25)
        rgba[at + channel] = value * light
      }
    }
  }
  return picture
}
