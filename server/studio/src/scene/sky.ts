import type { Colour } from '../core/colour.js'
import { clamp, clamp01, lerp, smoothstep } from '../core/interpolation.js'
import type { GradientNoise } from '../core/noise.js'
import type { Raster } from '../core/raster.js'
import type { Stage } from './composition.js'
import { rasterFor, unitXAt, unitYAt, type Viewport } from './frame.js'

/**
 * The light under water: shafts that fan out from where the sun stands, and the dancing surface far up. In
 * place.
 */
export function paintShafts(stage: Stage, target: Raster, viewport: Viewport): void {
  const noise = stage.noise('shafts')
  const { frame, lightSide } = stage
  const sourceX = frame.width * (0.5 + lightSide * 0.2)
  for (let row = 0, at = 0; row < viewport.heightPx; row++) {
    const y = unitYAt(viewport, row + 0.5)
    const fade = Math.max(0, 1 - y / (frame.height * 0.85))
    for (let column = 0; column < viewport.widthPx; column++, at += 4) {
      const x = unitXAt(viewport, column + 0.5)
      const angle = Math.atan2(x - sourceX, y + 420)
      const ray = smoothstep(0.02, 0.5, noise.fbm(angle * 9, 0.3 + y * 0.0004, 3)) * fade * fade
      const crest = (1 - Math.min(1, Math.abs(noise.fbm(x * 0.006, y * 0.035, 3)) * 4)) ** 2
      const surface = smoothstep(150, -30, y) * crest
      const light = ray * 74 + surface * 90
      target.rgba[at] += light * 0.8
      target.rgba[at + 1] += light
      target.rgba[at + 2] += light * 0.95
    }
  }
}

/** How the clouds of one picture are made. */
interface CloudKind {
  readonly stretch: number
  readonly grain: number
  readonly cover: number
  readonly edge: number
}

const cloudKinds: readonly CloudKind[] = [
  { stretch: 1.4, grain: 1.25, cover: 0.1, edge: 0.22 },
  { stretch: 2.6, grain: 0.85, cover: 0.04, edge: 0.34 },
  { stretch: 1.1, grain: 1.7, cover: 0.02, edge: 0.16 },
  { stretch: 4.2, grain: 0.8, cover: 0.0, edge: 0.4 },
]

/** The sky: three colours that blend, the glow about the sun, and clouds lit from its side. Opaque. */
export function paintSky(stage: Stage, viewport: Viewport): Raster {
  const raster = rasterFor(viewport)
  const { palette, sun, description } = stage
  const clouds = cloudField(stage)
  const isCloudSea = description.place === 'sky'
  const isStormy = description.weather.includes('storm')
  const showsSun = (stage.has('sun') || stage.has('moon')) && description.place !== 'underwater'
  const glowWidth = description.light === 'night' ? 130 : 260
  const glowStrength = showsSun ? (isStormy ? 0.2 : description.light === 'noon' ? 0.45 : 0.85) : 0.12
  const skyHeight = Math.min(stage.horizon, 1400)
  const dither = stage.noise('dither')
  let at = 0
  for (let row = 0; row < viewport.heightPx; row++) {
    const y = unitYAt(viewport, row + 0.5)
    const up = (stage.horizon - y) / skyHeight
    const base = gradient(palette.zenith, palette.middle, palette.horizon, up)
    for (let column = 0; column < viewport.widthPx; column++, at += 4) {
      const x = unitXAt(viewport, column + 0.5)
      const distance = Math.hypot((x - sun.x) * 0.85, y - sun.y)
      const near = Math.exp(-distance / glowWidth) * glowStrength
      const wide = Math.exp(-distance / (glowWidth * 3.2)) * glowStrength * 0.5
      const glow = Math.min(1, near + wide * 0.6)
      let red = lerp(base[0], palette.sun[0], glow)
      let green = lerp(base[1], palette.sun[1], glow)
      let blue = lerp(base[2], palette.sun[2], glow)
      if (clouds && (up > -0.05 || isCloudSea)) {
        const height = isCloudSea ? Math.abs(up) : up
        const density = clouds.density(x, height)
        if (density > 0.004) {
          const lit = clouds.light(x, height, density)
          const lining = near * (1 - density) * 0.9
          const opacity = density * (0.96 - 0.3 * near)
          red += (lerp(palette.cloudShade[0], palette.cloudLit[0], lit) + lining - red) * opacity
          green += (lerp(palette.cloudShade[1], palette.cloudLit[1], lit) + lining * 0.85 - green) * opacity
          blue += (lerp(palette.cloudShade[2], palette.cloudLit[2], lit) + lining * 0.6 - blue) * opacity
        }
      }
      const grain = dither.at(column * 0.91, row * 0.87) * 1.1
      raster.rgba[at] = red * 255 + grain
      raster.rgba[at + 1] = green * 255 + grain
      raster.rgba[at + 2] = blue * 255 + grain
      raster.rgba[at + 3] = 255
    }
  }
  return raster
}

function gradient(zenith: Colour, middle: Colour, horizon: Colour, up: number): Colour {
  const low = smoothstep(0, 0.42, up)
  const high = smoothstep(0.25, 1.05, up)
  const blendChannel = (channel: 0 | 1 | 2) => {
    const lower = lerp(horizon[channel], middle[channel], low)
    return lerp(lower, zenith[channel], high)
  }
  return [blendChannel(0), blendChannel(1), blendChannel(2)]
}

interface CloudField {
  density(x: number, up: number): number
  light(x: number, up: number, density: number): number
}

function cloudField(stage: Stage): CloudField | undefined {
  if (!stage.has('clouds')) return undefined
  const random = stage.random('clouds')
  const kind = random.pick(cloudKinds)
  const noise = stage.noise('clouds')
  const { weather, place } = stage.description
  const heavy = weather.includes('storm')
    ? 0.34
    : weather.includes('overcast') || weather.includes('rain')
      ? 0.26
      : 0
  const cover = kind.cover + heavy + (place === 'sky' ? 0.1 : 0) + random.range(-0.06, 0.08)
  const edge = heavy > 0 ? 0.5 : kind.edge
  const middleX = stage.frame.width / 2
  const shape = (x: number, up: number, octaves: number) =>
    rawDensity(noise, kind, (x - middleX) / 1000, up, octaves)
  const sunUp = (stage.horizon - stage.sun.y) / Math.min(stage.horizon, 1400)
  return {
    density(x, up) {
      const fade = smoothstep(-0.03, 0.1, up)
      return smoothstep(0, edge, shape(x, up, 5) + cover) * fade
    },
    light(x, up, density) {
      // Step a little towards the sun: where the cloud thins out there, this spot is lit.
      const towardsX = x + Math.sign(stage.sun.x - x) * Math.min(45, Math.abs(stage.sun.x - x))
      const towardsUp = up + clamp(sunUp - up + 0.02, -0.03, 0.05)
      const beyond = smoothstep(0, edge, shape(towardsX, towardsUp, 4) + cover)
      return clamp01(0.62 + (density - beyond) * 0.9 - density * (heavy > 0 ? 0.45 : 0.28))
    },
  }
}

/** Clouds lie on a ceiling: seen flatter and smaller towards the horizon. */
function rawDensity(noise: GradientNoise, kind: CloudKind, x: number, up: number, octaves: number): number {
  const distance = 1 / (Math.max(0, up) + 0.22)
  const px = (x * distance * kind.grain * 1.1) / Math.sqrt(kind.stretch)
  const py = distance * kind.grain * 0.9 * Math.sqrt(kind.stretch)
  const bend = noise.at(px * 0.6 + 9.2, py * 0.6) * 0.45
  return noise.fbm(px + bend, py + bend * 0.6, octaves) - 0.1
}
