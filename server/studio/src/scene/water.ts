import { hex, mix } from '../core/colour.js'
import { clamp, lerp, smoothstep } from '../core/interpolation.js'
import type { Raster } from '../core/raster.js'
import type { Stage } from './composition.js'
import { pxYAt, rasterFor, unitXAt, type Viewport } from './frame.js'
import { worldXAt } from './perspective.js'

/**
 * Paints the water's plane from the horizon down, as a mirror of `above` (sky and shores, opaque where there
 * is sky, same viewport), broken by waves, tinted by its depth, with the sun's glitter. Transparent above the
 * horizon.
 */
export function paintWater(stage: Stage, viewport: Viewport, above: Raster, shores: Raster): Raster {
  const raster = rasterFor(viewport)
  const { widthPx: columns, heightPx: rows, scale } = viewport
  const { palette, sun, horizon, focalLength, description } = stage
  const ripples = stage.noise('ripples')
  const swell = stage.noise('swell')
  const isRough = description.weather.includes('storm') || description.weather.includes('wind')
  const isOpen = description.place === 'sea' || description.place === 'coast' || description.place === 'beach'
  const height = isRough ? 1.5 : isOpen ? 0.8 : 0.32
  const horizonRow = pxYAt(viewport, horizon)
  const shoreRows = shoreline(shores, horizonRow)
  const deep = palette.deepWater
  const shallow = mix(deep, hex('#37b5ac'), 0.75)
  const foam = mix(palette.cloudLit, [1, 1, 1], 0.4)
  const dim = palette.isDark ? 0.45 : 0.9
  const hasSun = stage.has('sun') || stage.has('moon')
  for (let row = Math.max(0, Math.floor(horizonRow)); row < rows; row++) {
    const down = Math.max(0.7, (row + 0.5 - horizonRow) / scale)
    const z = (focalLength * stage.cameraHeight) / down
    const haze = 1 - Math.exp(-Math.max(0, z - 8) * 0.013)
    const edge = Math.min(1, row + 1 - horizonRow)
    for (let column = 0; column < columns; column++) {
      const shore = Math.max(horizonRow, shoreRows[column])
      if (row + 2 < shore) continue
      const xUnits = unitXAt(viewport, column + 0.5)
      const x = worldXAt(stage, xUnits, z)
      const wave = waveAt(swell, ripples, x, z, height)
      // Waves tilt the mirror: near water looks higher up and to the side.
      const wobble = wave * Math.min(1, 14 / z)
      const mirror = shore - (row - shore) * (1 - 0.18 * height) + wobble * 46 * scale
      const source = clamp(Math.min(shore - 1, mirror), 0, rows - 1) | 0
      const aside = clamp(column + wobble * 16 * scale, 0, columns - 1) | 0
      const from = (source * columns + aside) * 4
      const grazing = 0.3 + 0.62 * Math.exp(-down / (isOpen ? 170 : 330)) - wave * 0.22
      const share = clamp(grazing, 0.05, 0.95)
      const coast = description.place === 'beach' ? smoothstep(9, 2.6, z + x * stage.lightSide * 0.3) : 0
      const at = (row * columns + column) * 4
      const slope = Math.max(0, wave) * 0.35
      const glitter = hasSun ? glint(ripples, x, z, xUnits - sun.x, down, wave, height) : 0
      const crest = isRough ? smoothstep(0.62, 0.95, wave + ripples.at(x * 6, z * 4) * 0.3) * 0.8 : 0
      for (let channel = 0; channel < 3; channel++) {
        const body = (deep[channel] * (1 - coast) + shallow[channel] * coast) * dim * (1 + slope)
        let value = lerp(body, above.rgba[from + channel] / 255, share)
        value += (palette.haze[channel] - value) * haze * 0.5
        value += palette.sun[channel] * glitter
        value += (foam[channel] * dim - value) * crest
        raster.rgba[at + channel] = value * 255
      }
      raster.rgba[at + 3] = 255 * edge
    }
  }
  return raster
}

function waveAt(
  swell: ReturnType<Stage['noise']>,
  ripples: ReturnType<Stage['noise']>,
  x: number,
  z: number,
  height: number,
): number {
  const near = Math.min(1, 9 / z)
  const broad = swell.fbm(x * 0.5, z * 1.5, 2) * height
  const fine = ripples.fbm(x * 2.1, z * 6.2, 2) * (0.55 + height * 0.4) * Math.min(1, 22 / z)
  return broad + fine + ripples.at(x * 9, z * 24) * 0.35 * near
}

/** Sparks on the path below the sun. */
function glint(
  ripples: ReturnType<Stage['noise']>,
  x: number,
  z: number,
  aside: number,
  down: number,
  wave: number,
  height: number,
): number {
  const width = 34 + down * (0.22 + height * 0.25)
  const path = Math.exp(-((aside / width) ** 2))
  if (path < 0.01) return 0
  const spark = ripples.at(x * 7 + 31, z * 15) + wave * 0.6
  return path * (0.16 + 0.95 * smoothstep(0.16, 0.55, spark)) * Math.exp(-down / 900)
}

/**
 * For each column the row under the last solid pixel of the far shore, smoothed; the horizon where there is
 * none.
 */
function shoreline(shores: Raster, horizonRow: number): Float32Array {
  const { widthPx: columns, heightPx: rows, rgba } = shores
  const raw = new Float32Array(columns).fill(horizonRow)
  const lowest = Math.min(rows - 1, Math.floor(lerp(horizonRow, rows, 0.35)))
  for (let column = 0; column < columns; column++) {
    for (let row = lowest; row > horizonRow; row--) {
      if (rgba[(row * columns + column) * 4 + 3] > 127) {
        raw[column] = row < lowest - 1 ? row + 1 : horizonRow
        break
      }
    }
  }
  const reach = Math.max(2, Math.round(columns / 90))
  const smooth = new Float32Array(columns)
  for (let column = 0; column < columns; column++) {
    let sum = 0
    let count = 0
    for (let near = Math.max(0, column - reach); near <= Math.min(columns - 1, column + reach); near++) {
      sum += raw[near]
      count++
    }
    smooth[column] = sum / count
  }
  return smooth
}
