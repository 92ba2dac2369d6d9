import type { Raster } from '../raster.js'
import { paintDab } from './brush.js'
import { hex, mix, smoothStep, turnHue } from './colour.js'
import type { Stage } from './composition.js'
import { rasterFor, type Viewport } from './frame.js'
import { blend, type PaintedLayer } from './layer.js'

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
    const y = viewport.top + (row + 0.5) / viewport.scale
    const band = Math.exp(-(((y - horizon - 30) / (frame.height * 0.16)) ** 2))
    for (let column = 0; column < viewport.widthPx; column++) {
      const x = viewport.left + (column + 0.5) / viewport.scale
      const wisp = 0.55 + noise.fractal(x * 0.0022, y * 0.0065, 4) * 1.1
      const opacity = Math.max(0, Math.min(0.9, band * wisp * strength))
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
  const fromX = (x0 - viewport.left) * viewport.scale
  const fromY = (y0 - viewport.top) * viewport.scale
  const toX = (x1 - viewport.left) * viewport.scale
  const toY = (y1 - viewport.top) * viewport.scale
  const half = Math.max(0.5, (width * viewport.scale) / 2)
  const weaker = Math.min(1, width * viewport.scale)
  for (let row = Math.max(0, Math.ceil(fromY)); row < Math.min(target.heightPx, toY); row++) {
    const share = (row - fromY) / (toY - fromY)
    const x = fromX + (toX - fromX) * share
    for (
      let column = Math.max(0, Math.floor(x - half));
      column <= Math.min(target.widthPx - 1, Math.ceil(x + half));
      column++
    ) {
      const cover = Math.max(0, Math.min(1, half + 0.5 - Math.abs(column + 0.5 - x)))
      if (cover > 0)
        blend(
          target.rgba,
          (row * target.widthPx + column) * 4,
          colour[0] * 255,
          colour[1] * 255,
          colour[2] * 255,
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

/** What the sky itself shows: lightning, a rainbow, polar lights. Painted on the sky. */
export function paintSkySigns(stage: Stage, target: Raster, viewport: Viewport): void {
  const { weather } = stage.description
  if (weather.includes('aurora')) paintAurora(stage, target, viewport)
  if (weather.includes('rainbow')) paintRainbow(stage, target, viewport)
  if (weather.includes('storm')) paintLightning(stage, target, viewport)
}

function paintAurora(stage: Stage, target: Raster, viewport: Viewport): void {
  const noise = stage.noise('aurora')
  const random = stage.random('aurora')
  const [low, high] = [
    turnHue(hex('#4affa0'), random.range(-25, 40)),
    turnHue(hex('#a05aff'), random.range(-40, 40)),
  ]
  const { horizon } = stage
  for (let row = 0; row < viewport.heightPx; row++) {
    const y = viewport.top + (row + 0.5) / viewport.scale
    if (y > horizon) break
    for (let column = 0; column < viewport.widthPx; column++) {
      const x = (viewport.left + (column + 0.5) / viewport.scale) / 1000
      let glow = 0
      let height = 0
      for (let curtain = 0; curtain < 3; curtain++) {
        const foot =
          horizon * (0.84 - curtain * 0.2) +
          noise.fractal(x * 1.1 + curtain * 7, curtain * 3.1, 3) * horizon * 0.5
        const up = (foot - y) / (horizon * 0.46)
        if (up < -0.06 || up > 1) continue
        const rays = 0.55 + 0.45 * noise.fractal(x * 13 + curtain * 11, up * 0.35 + curtain, 3) * 2
        const strength =
          Math.max(0, rays) * smoothStep(-0.06, 0.03, up) * (1 - up) ** 1.6 * (1 - curtain * 0.22)
        glow += strength
        height += up * strength
      }
      if (glow <= 0.01) continue
      const colour = mix(low, high, Math.min(1, (height / glow) * 1.7))
      const at = (row * viewport.widthPx + column) * 4
      for (let channel = 0; channel < 3; channel++) {
        target.rgba[at + channel] =
          (target.rgba[at + channel] ?? 0) + (colour[channel] ?? 0) * 235 * Math.min(1, glow * 0.85)
      }
    }
  }
}

function paintRainbow(stage: Stage, target: Raster, viewport: Viewport): void {
  const centerX = stage.frame.width * (0.5 - stage.lightSide * 0.12)
  const centerY = stage.horizon + 90
  const radius = Math.min(stage.horizon * 0.92, stage.frame.width * 0.62)
  for (let row = 0; row < viewport.heightPx; row++) {
    const y = viewport.top + (row + 0.5) / viewport.scale
    for (let column = 0; column < viewport.widthPx; column++) {
      const x = viewport.left + (column + 0.5) / viewport.scale
      const share = (Math.hypot(x - centerX, y - centerY) - radius) / 62
      if (share < 0 || share > 1) continue
      const colour = turnHue(hex('#e83a3a'), (1 - share) * 275)
      blend(
        target.rgba,
        (row * viewport.widthPx + column) * 4,
        colour[0] * 255,
        colour[1] * 255,
        colour[2] * 255,
        Math.sin(share * Math.PI) * 0.5,
      )
    }
  }
}

function paintLightning(stage: Stage, target: Raster, viewport: Viewport): void {
  const random = stage.random('lightning')
  const light = hex('#f4f0ff')
  let x = stage.frame.width * (0.5 + stage.lightSide * random.range(0.1, 0.36))
  let y = 0
  paintDab(target, viewport, {
    x,
    y: stage.horizon * 0.3,
    radiusX: 330,
    radiusY: 380,
    colour: hex('#b8b0e8'),
    opacity: 0.4,
    softness: 1,
  })
  while (y < stage.horizon) {
    const nextX = x + random.range(-26, 26)
    const nextY = y + random.range(14, 40)
    bolt(target, viewport, x, y, nextX, nextY, 3.4, light)
    if (random.chance(0.25)) {
      let twigX = nextX
      let twigY = nextY
      const lean = random.range(-1, 1)
      for (let piece = 0; piece < 6; piece++) {
        const toX = twigX + lean * 22 + random.range(-14, 14)
        const toY = twigY + random.range(8, 24)
        bolt(target, viewport, twigX, twigY, toX, toY, 1.5, light)
        twigX = toX
        twigY = toY
      }
    }
    x = nextX
    y = nextY
  }
}

function bolt(
  target: Raster,
  viewport: Viewport,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  width: number,
  light: readonly [number, number, number],
): void {
  const steps = Math.ceil(Math.hypot(x1 - x0, y1 - y0) / 2)
  for (let step = 0; step < steps; step++) {
    const share = step / steps
    const dab = { x: x0 + (x1 - x0) * share, y: y0 + (y1 - y0) * share, colour: light }
    paintDab(target, viewport, {
      ...dab,
      radiusX: width * 3.5,
      radiusY: width * 3.5,
      opacity: 0.05,
      softness: 1,
    })
    paintDab(target, viewport, {
      ...dab,
      radiusX: width * 0.5,
      radiusY: width * 0.5,
      opacity: 0.95,
      softness: 0.5,
    })
  }
}
