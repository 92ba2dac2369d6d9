import { hex, mix, rotateHue } from '../core/colour.js'
import { lerp, smoothstep } from '../core/interpolation.js'
import type { Raster } from '../core/raster.js'
import { paintDab } from './brush.js'
import type { Stage } from './composition.js'
import { unitXAt, unitYAt, type Viewport } from './frame.js'
import { blendColour } from './layer.js'

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
    rotateHue(hex('#4affa0'), random.range(-25, 40)),
    rotateHue(hex('#a05aff'), random.range(-40, 40)),
  ]
  const { horizon } = stage
  for (let row = 0; row < viewport.heightPx; row++) {
    const y = unitYAt(viewport, row + 0.5)
    if (y > horizon) break
    for (let column = 0; column < viewport.widthPx; column++) {
      const x = unitXAt(viewport, column + 0.5) / 1000
      let glow = 0
      let height = 0
      for (let curtain = 0; curtain < 3; curtain++) {
        const foot =
          horizon * (0.84 - curtain * 0.2) +
          noise.fbm(x * 1.1 + curtain * 7, curtain * 3.1, 3) * horizon * 0.5
        const up = (foot - y) / (horizon * 0.46)
        if (up < -0.06 || up > 1) continue
        const rays = 0.55 + 0.45 * noise.fbm(x * 13 + curtain * 11, up * 0.35 + curtain, 3) * 2
        const strength =
          Math.max(0, rays) * smoothstep(-0.06, 0.03, up) * (1 - up) ** 1.6 * (1 - curtain * 0.22)
        glow += strength
        height += up * strength
      }
      if (glow <= 0.01) continue
      const colour = mix(low, high, Math.min(1, (height / glow) * 1.7))
      const at = (row * viewport.widthPx + column) * 4
      for (let channel = 0; channel < 3; channel++) {
        target.rgba[at + channel] += colour[channel] * 235 * Math.min(1, glow * 0.85)
      }
    }
  }
}

function paintRainbow(stage: Stage, target: Raster, viewport: Viewport): void {
  const centerX = stage.frame.width * (0.5 - stage.lightSide * 0.12)
  const centerY = stage.horizon + 90
  const radius = Math.min(stage.horizon * 0.92, stage.frame.width * 0.62)
  for (let row = 0; row < viewport.heightPx; row++) {
    const y = unitYAt(viewport, row + 0.5)
    for (let column = 0; column < viewport.widthPx; column++) {
      const x = unitXAt(viewport, column + 0.5)
      const share = (Math.hypot(x - centerX, y - centerY) - radius) / 62
      if (share < 0 || share > 1) continue
      const colour = rotateHue(hex('#e83a3a'), (1 - share) * 275)
      blendColour(target.rgba, (row * viewport.widthPx + column) * 4, colour, Math.sin(share * Math.PI) * 0.5)
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
    const dab = { x: lerp(x0, x1, share), y: lerp(y0, y1, share), colour: light }
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
