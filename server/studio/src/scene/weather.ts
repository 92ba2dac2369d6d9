import { mix } from '../core/colour.js'
import { clamp, clamp01, lerp } from '../core/interpolation.js'
import type { Raster } from '../core/raster.js'
import { paintDab } from './brush.js'
import type { Stage } from './composition.js'
import { pxXAt, pxYAt, rasterFor, unitXAt, unitYAt, type Viewport } from './frame.js'
import { blendColour, type PaintedLayer } from './layer.js'

/** What falls or drifts before everything else: rain, snow, mist. Near layers, back to front. */
export function weatherLayers(stage: Stage, softView: Viewport): PaintedLayer[] {
  const { weather, place } = stage.description
  const layers: PaintedLayer[] = []
  const isOutdoors = place !== 'table' && place !== 'room' && place !== 'space' && place !== 'underwater'
  if (!isOutdoors) return layers
  if (weather.includes('fog') || (stage.has('fog') && place !== 'abstract')) {
    layers.push({
      name: 'mist',
      depth: 0.7,
      motion: 'drift',
      soft: paintMist(stage, softView, weather.includes('fog') ? 0.8 : 0.5),
    })
  }
  if ((weather.includes('rain') || weather.includes('storm')) && !isDry(stage)) {
    layers.push({
      name: 'rain',
      depth: 0.95,
      motion: 'drift',
      crisp: (target, at) => paintRain(stage, target, at),
    })
  }
  if (weather.includes('snowfall')) {
    layers.push({
      name: 'snow',
      depth: 0.95,
      motion: 'drift',
      crisp: (target, at) => paintSnow(stage, target, at),
    })
  }
  return layers
}

function isDry(stage: Stage): boolean {
  return stage.description.place === 'desert' && !stage.description.weather.includes('rain')
}

function paintMist(stage: Stage, viewport: Viewport, strength: number): Raster {
  const raster = rasterFor(viewport)
  const noise = stage.noise('mist')
  const { palette, horizon, frame } = stage
  const colour = mix(palette.haze, [1, 1, 1], palette.isDark ? 0.08 : 0.25)
  for (let row = 0; row < viewport.heightPx; row++) {
    const y = unitYAt(viewport, row + 0.5)
    const band = Math.exp(-(((y - horizon - 30) / (frame.height * 0.16)) ** 2))
    for (let column = 0; column < viewport.widthPx; column++) {
      const x = unitXAt(viewport, column + 0.5)
      const wisp = 0.55 + noise.fbm(x * 0.0022, y * 0.0065, 4) * 1.1
      const opacity = clamp(band * wisp * strength, 0, 0.9)
      const at = (row * viewport.widthPx + column) * 4
      raster.rgba[at] = colour[0] * 255
      raster.rgba[at + 1] = colour[1] * 255
      raster.rgba[at + 2] = colour[2] * 255
      raster.rgba[at + 3] = opacity * 255
    }
  }
  return raster
}

/** Slanted threads, near ones long and bright. */
function paintRain(stage: Stage, target: Raster, viewport: Viewport): void {
  const random = stage.random('rain')
  const { frame, palette, description } = stage
  const isStorm = description.weather.includes('storm')
  const slant = (isStorm ? 0.42 : 0.16) * stage.lightSide
  const count = Math.round((frame.width * frame.height) / (isStorm ? 900 : 1100))
  const colour = mix(palette.cloudLit, [1, 1, 1], 0.45)
  for (let drop = 0; drop < count; drop++) {
    const near = random.next() ** 3
    const length = 14 + near * 52
    const x = random.range(-0.15, 1.15) * frame.width
    const y = random.range(-0.15, 1.1) * frame.height
    streak(target, viewport, x, y, x + slant * length, y + length, 0.5 + near * 1.1, colour, 0.1 + near * 0.3)
  }
}

function streak(
  target: Raster,
  viewport: Viewport,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  width: number,
  colour: readonly [number, number, number],
  opacity: number,
): void {
  const fromX = pxXAt(viewport, x0)
  const fromY = pxYAt(viewport, y0)
  const toX = pxXAt(viewport, x1)
  const toY = pxYAt(viewport, y1)
  const half = Math.max(0.5, (width * viewport.scale) / 2)
  const weaker = Math.min(1, width * viewport.scale)
  for (let row = Math.max(0, Math.ceil(fromY)); row < Math.min(target.heightPx, toY); row++) {
    const share = (row - fromY) / (toY - fromY)
    const x = lerp(fromX, toX, share)
    for (
      let column = Math.max(0, Math.floor(x - half));
      column <= Math.min(target.widthPx - 1, Math.ceil(x + half));
      column++
    ) {
      const cover = clamp01(half + 0.5 - Math.abs(column + 0.5 - x))
      if (cover > 0)
        blendColour(
          target.rgba,
          (row * target.widthPx + column) * 4,
          colour,
          cover * opacity * weaker * (0.3 + 0.7 * share),
        )
    }
  }
}

function paintSnow(stage: Stage, target: Raster, viewport: Viewport): void {
  const random = stage.random('snow')
  const { frame } = stage
  const count = Math.round((frame.width * frame.height) / 2300)
  const colour = mix(stage.palette.snow, stage.palette.key, 0.15)
  for (let flake = 0; flake < count; flake++) {
    const near = random.next() ** 5
    const radius = 1 + near * 8
    paintDab(target, viewport, {
      x: random.range(-0.15, 1.15) * frame.width,
      y: random.range(-0.15, 1.15) * frame.height,
      radiusX: radius,
      radiusY: radius,
      colour,
      opacity: 0.85 - near * 0.5,
      softness: 0.5 + near * 0.5,
    })
  }
}
