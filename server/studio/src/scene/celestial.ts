import { type Colour, hex, mix } from '../core/colour.js'
import { clamp01, lerp, smoothstep } from '../core/interpolation.js'
import type { Raster } from '../core/raster.js'
import { paintDab } from './brush.js'
import type { Stage } from './composition.js'
import { pxXAt, pxYAt, unitXAt, unitYAt, type Viewport } from './frame.js'
import { blendColour } from './layer.js'
import { namedColours } from './palette-colours.js'

/** The sun's disc with a small halo, or the moon with its seas and phase. */
export function paintSunOrMoon(stage: Stage, target: Raster, viewport: Viewport): void {
  const { sun, palette, description } = stage
  const isVeiled = description.weather.some(
    (kind) => kind === 'storm' || kind === 'rain' || kind === 'overcast',
  )
  if (stage.has('moon')) paintMoon(stage, target, viewport)
  else if (description.medium === 'neon') {
    if (!isVeiled) paintStripedSun(stage, target, viewport)
  } else if (stage.has('sun') && !isVeiled) {
    for (const [factor, opacity] of [
      [3.4, 0.3],
      [1.9, 0.45],
    ] as const) {
      paintDab(target, viewport, {
        ...sun,
        radiusX: sun.radius * factor,
        radiusY: sun.radius * factor,
        colour: palette.sun,
        opacity,
        softness: 1,
      })
    }
    const core = mix(palette.sun, [1, 1, 1], 0.55)
    paintDab(target, viewport, {
      ...sun,
      radiusX: sun.radius,
      radiusY: sun.radius,
      colour: core,
      opacity: 0.97,
      softness: 0.06,
    })
  }
}

function paintMoon(stage: Stage, target: Raster, viewport: Viewport): void {
  const { sun } = stage
  const random = stage.random('moon')
  const noise = stage.noise('moon')
  const phase = random.pick([2, 2, 0.55, 0.8, 1.3])
  paintDab(target, viewport, {
    ...sun,
    radiusX: sun.radius * 3.6,
    radiusY: sun.radius * 3.6,
    colour: hex('#b8c8f0'),
    opacity: 0.34,
    softness: 1,
  })
  paintSphere(target, viewport, { x: sun.x, y: sun.y, radius: sun.radius }, (nx, ny) => {
    const seas = smoothstep(0, 0.35, noise.fbm(nx * 1.6, ny * 1.6, 4))
    const craters = noise.fbm(nx * 6, ny * 6, 3) * 0.12
    const surface = mix(hex('#f6f1e2'), hex('#b9b6b4'), seas * 0.75 + craters)
    const lit =
      phase >= 2
        ? 1
        : smoothstep(-0.12, 0.12, nx * stage.lightSide + (phase - 1) * Math.sqrt(Math.max(0, 1 - ny * ny)))
    return [surface, 0.05 + 0.95 * lit]
  })
}

/** A sunset of the eighties: yellow to pink, cut by widening bars. */
function paintStripedSun(stage: Stage, target: Raster, viewport: Viewport): void {
  const radius = 190
  const x = lerp(stage.frame.width * 0.5, stage.sun.x, 0.5)
  const y = stage.horizon - radius * 0.72
  paintDab(target, viewport, {
    x,
    y,
    radiusX: radius * 2,
    radiusY: radius * 2,
    colour: hex('#ff3d9a'),
    opacity: 0.5,
    softness: 1,
  })
  paintSphere(target, viewport, { x, y, radius }, (_nx, ny) => {
    const down = (ny + 1) / 2
    const gap = down > 0.45 && (down * 11) % 1 < (down - 0.4) * 0.85
    return [mix(hex('#ffe14d'), hex('#ff2e93'), down), gap ? 0 : 1]
  })
}

interface Ball {
  readonly x: number
  readonly y: number
  readonly radius: number
}

/** Paints a disc pixel by pixel: `paint` gets -1..1 coordinates and answers colour and opacity. */
export function paintSphere(
  target: Raster,
  viewport: Viewport,
  ball: Ball,
  paint: (nx: number, ny: number) => readonly [Colour, number],
): void {
  const centerX = pxXAt(viewport, ball.x)
  const centerY = pxYAt(viewport, ball.y)
  const radius = ball.radius * viewport.scale
  for (
    let row = Math.max(0, Math.floor(centerY - radius));
    row <= Math.min(target.heightPx - 1, centerY + radius);
    row++
  ) {
    for (
      let column = Math.max(0, Math.floor(centerX - radius));
      column <= Math.min(target.widthPx - 1, centerX + radius);
      column++
    ) {
      const nx = (column + 0.5 - centerX) / radius
      const ny = (row + 0.5 - centerY) / radius
      const cover = clamp01((1 - Math.hypot(nx, ny)) * radius + 0.5)
      if (cover <= 0) continue
      const [colour, opacity] = paint(nx, ny)
      blendColour(target.rgba, (row * target.widthPx + column) * 4, colour, cover * clamp01(opacity))
    }
  }
}

/** Stars of several sizes and tints, denser along a band when there is a galaxy. */
export function paintStars(stage: Stage, target: Raster, viewport: Viewport): void {
  const random = stage.random('stars')
  const { frame, horizon, description } = stage
  const isSpace =
    description.place === 'space' || description.place === 'planet' || description.place === 'abstract'
  const floor = isSpace ? frame.height * 1.1 : horizon
  const count = Math.round((frame.width * (floor + 100)) / (isSpace ? 900 : 1300))
  const isMoonlit = stage.has('moon') && !isSpace
  const dim = description.light === 'night' || isSpace ? (isMoonlit ? 0.75 : 1) : 0.45
  for (let index = 0; index < count; index++) {
    const x = random.range(-0.15, 1.15) * frame.width
    const y = random.range(-100, floor)
    const size = random.next() ** 9
    const fade = isSpace ? 1 : smoothstep(0, 0.4, 1 - y / floor)
    const colour = mix(
      random.pick([hex('#ffffff'), hex('#cfe0ff'), hex('#fff0d0'), hex('#ffd8c0')]),
      [1, 1, 1],
      0.3,
    )
    const radius = 0.5 + size * 1.4
    const opacity = (0.25 + random.next() * 0.6 + size) * fade * dim
    if (size > 0.45)
      paintDab(target, viewport, {
        x,
        y,
        radiusX: radius * 4,
        radiusY: radius * 4,
        colour,
        opacity: opacity * 0.22,
        softness: 1,
      })
    paintDab(target, viewport, {
      x,
      y,
      radiusX: radius,
      radiusY: radius,
      colour,
      opacity: Math.min(1, opacity),
      softness: 0.6,
    })
  }
}

/** The band of a galaxy with dust, and glowing clouds where the picture plays in space. */
export function paintGalaxy(stage: Stage, target: Raster, viewport: Viewport): void {
  const noise = stage.noise('galaxy')
  const random = stage.random('galaxy')
  const tilt = random.range(0.35, 0.9) * (random.chance(0.5) ? 1 : -1)
  const shift = random.range(-0.1, 0.2)
  const isSpace = stage.description.place === 'space'
  const strength = isSpace ? 1.7 : stage.has('galaxy') ? 0.75 : 0.4
  const hues = random.pick([
    ['#3a5ac8', '#c85aa0', '#ffd2a0'],
    ['#1f8a9a', '#6a4ac8', '#ffb0d0'],
    ['#8a2a5a', '#e0703a', '#ffe6b0'],
    ['#2a7a5a', '#3a6ad0', '#e0f0ff'],
  ])
  const asked =
    stage.description.place === 'space'
      ? (stage.description.placeColour ?? stage.description.colours.at(0))
      : undefined
  const dye = (text: string, share: number) =>
    asked ? mix(hex(text), namedColours[asked], share) : hex(text)
  const [cold, warm, core] = [dye(hues[0], 0.75), dye(hues[1], 0.75), dye(hues[2], 0.25)]
  const floor = isSpace ? Number.POSITIVE_INFINITY : stage.horizon
  for (let row = 0; row < viewport.heightPx; row++) {
    const y = unitYAt(viewport, row + 0.5) / 1000
    const fade = isSpace ? 1 : smoothstep(1, 0.55, (y * 1000) / floor)
    if (fade <= 0) continue
    for (let column = 0; column < viewport.widthPx; column++) {
      const x = (unitXAt(viewport, column + 0.5) - stage.frame.width / 2) / 1000
      const bend = noise.fbm(x * 1.3, y * 1.3, 3)
      const across = x * tilt + (y - 0.42 - shift) + bend * 0.28
      const band = Math.exp(-((across / (isSpace ? 0.3 : 0.16)) ** 2))
      if (band < 0.02) continue
      const cloud = 0.5 + noise.fbm(x * 2.6 + bend, y * 2.6 - bend, 5) * 1.2
      const dust = smoothstep(0.1, 0.5, noise.ridged(x * 2.1 + 4, y * 2.1 + bend, 4) - 0.25 + band * 0.2)
      const bright = band * Math.max(0, cloud) * (1 - dust * 0.55) * strength * fade
      const heart = smoothstep(0.45, 1, band * cloud)
      const colour = mix(mix(cold, warm, clamp01(0.5 + bend * 2)), core, heart * 0.7)
      const at = (row * viewport.widthPx + column) * 4
      for (let channel = 0; channel < 3; channel++) {
        target.rgba[at + channel] += colour[channel] * 255 * Math.min(1, bright * 0.95)
      }
    }
  }
}
