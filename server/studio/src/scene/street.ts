import { type Colour, hex, mix, multiply, toHex } from '../core/colour.js'
import { lerp } from '../core/interpolation.js'
import type { Stage } from './composition.js'
import type { Drawing } from './sprite.js'

/**
 * A street between two rows of houses that run to the vanishing point, as a drawing over the whole frame and
 * beyond.
 */
export function drawStreet(stage: Stage, margin: number): Drawing {
  const { frame, horizon, palette } = stage
  const random = stage.random('street')
  const vanishX = frame.width * 0.5 + random.range(-0.06, 0.06) * frame.width
  const isWet = stage.description.weather.includes('rain')
  const lit = (tone: Colour, level: number, depth: number) =>
    toHex(mix(multiply(tone, mix(palette.ambient, palette.key, level)), palette.haze, depth * 0.62))
  const parts: string[] = []
  const at = (edge: number, y: number, depth: number) => {
    const x = lerp(vanishX, edge, 1 - depth)
    return `${x.toFixed(1)} ${(lerp(horizon, y, 1 - depth)).toFixed(1)}`
  }
  const bottom = frame.height * 1.35
  const quad = (edge: number, top: number, foot: number, near: number, far: number, fill: string) =>
    `<path d="M${at(edge, top, near)}L${at(edge, top, far)}L${at(edge, foot, far)}L${at(edge, foot, near)}Z" fill="${fill}"/>`
  for (const side of [-1, 1]) {
    const edge = vanishX + side * frame.width * 0.98
    const stops = [0, 0.22, 0.4, 0.55, 0.67, 0.76, 0.83, 0.885, 0.925, 0.955]
    for (let index = stops.length - 2; index >= 0; index--) {
      const [near, far] = [stops[index], stops[index + 1]]
      const middle = (near + far) / 2
      const tone = random.pick(['#b8846a', '#c8a888', '#8a7a78', '#a0563f', '#d0c0a4', '#7a8a94'].map(hex))
      const top = horizon - frame.height * random.range(0.8, 1.5) - 200
      const level = side === stage.lightSide ? 0.12 : 0.62
      parts.push(quad(edge, top, bottom, near, far, lit(tone, level, middle)))
      const [columns, rows] = [random.whole(2, 4), random.whole(8, 12)]
      for (let row = 0; row < rows; row++) {
        for (let column = 0; column < columns; column++) {
          const isOn = random.chance(0.55)
          const pane =
            palette.isDark && stage.has('lights') && isOn
              ? toHex(
                  mix(
                    hex(
                      stage.description.medium === 'neon'
                        ? random.pick(['#ff3da0', '#22e6ff', '#ffd23f'])
                        : '#ffd27a',
                    ),
                    palette.haze,
                    middle * 0.4,
                  ),
                )
              : lit(hex('#33405a'), isOn ? 0.7 : 0.2, middle)
          const from = near + ((far - near) * (column + 0.22)) / columns
          const to = near + ((far - near) * (column + 0.78)) / columns
          const high = top + ((bottom - 60 - top) * (row + 0.2)) / rows
          parts.push(quad(edge, high, high + ((bottom - top) / rows) * 0.55, from, to, pane))
        }
      }
      const sign = random.pick(['#d8402f', '#2f8a9a', '#e8b83a', '#5a8a4a'].map(hex))
      const y = horizon + frame.height * 0.05
      parts.push(
        `<path d="M${at(edge, y, near + 0.01)}L${at(edge, y, far - 0.01)}L${at(edge - side * 130, y + 90, far - 0.01)}L${at(edge - side * 130, y + 90, near + 0.01)}Z" fill="${lit(sign, 0.7, middle)}"/>`,
      )
    }
    parts.push(
      `<path d="M${at(edge, bottom, 0)}L${at(edge, bottom, 0.9)}L${at(edge - side * frame.width * 0.3, bottom, 0.9)}L${at(edge - side * frame.width * 0.3, bottom, 0)}Z" fill="${lit(hex('#9a948c'), 0.5, 0.15)}"/>`,
    )
  }
  parts.push(closingHouses(stage, vanishX, lit))
  const road = lit(hex('#55555c'), 0.42, 0.05)
  const farRoad = toHex(mix(palette.haze, hex('#55555c'), 0.25))
  const half = frame.width * 0.68
  parts.unshift(
    `<linearGradient id="road" x2="0" y2="1"><stop offset="0" stop-color="${farRoad}"/><stop offset=".5" stop-color="${road}"/></linearGradient>`,
    `<path d="M${-margin} ${horizon + 1}H${frame.width + margin}V${frame.height + margin}H${-margin}Z" fill="url(#road)"/>`,
  )
  for (let dash = 0; dash < 9; dash++) {
    const [near, far] = [1 - 0.9 * 0.72 ** dash, 1 - 0.9 * 0.72 ** dash * 0.84]
    parts.push(
      `<path d="M${at(vanishX - half * 0.02, bottom, near)}L${at(vanishX - half * 0.02, bottom, far)}L${at(vanishX + half * 0.02, bottom, far)}L${at(vanishX + half * 0.02, bottom, near)}Z" fill="${lit(hex('#e8e0c8'), 0.5, near * 0.5)}" opacity=".8"/>`,
    )
  }
  if (isWet) {
    for (let streak = 0; streak < 46; streak++) {
      const x = random.range(0, frame.width)
      const y = lerp(horizon, frame.height, random.range(0.12, 0.95))
      const colour = palette.isDark
        ? random.pick(['#ffd27a', '#ff6aa8', '#6ae0ff', toHex(palette.accent)])
        : toHex(palette.horizon)
      parts.push(
        `<ellipse cx="${x.toFixed(0)}" cy="${y.toFixed(0)}" rx="${random.range(8, 30).toFixed(0)}" ry="${random.range(18, 110).toFixed(0)}" fill="${colour}" opacity="${random.range(0.04, 0.14).toFixed(2)}"/>`,
      )
    }
  }
  return {
    width: frame.width + 2 * margin,
    height: frame.height + 2 * margin,
    body: `<g transform="translate(${margin} ${margin})">${parts.join('')}</g>`,
  }
}

/** Houses and a lit square where the street ends, and a row of lamps on each side. */
function closingHouses(
  stage: Stage,
  vanishX: number,
  lit: (tone: Colour, level: number, depth: number) => string,
): string {
  const { horizon, frame, palette } = stage
  const random = stage.random('street end')
  const wide = frame.width * 0.075
  const parts = Array.from({ length: 5 }, (_, index) => {
    const x = vanishX - wide + (index * wide * 2) / 5
    const high = random.range(60, 170)
    return `<rect x="${x.toFixed(0)}" y="${(horizon - high).toFixed(0)}" width="${(wide * 0.42).toFixed(0)}" height="${(high + 18).toFixed(0)}" fill="${lit(hex('#8a8a98'), random.range(0.2, 0.6), 1)}"/>`
  })
  for (const side of [-1, 1]) {
    for (let step = 5; step >= 0; step--) {
      const near = 1 - 0.62 * 0.66 ** step
      const x = vanishX + side * frame.width * 0.66 * (1 - near)
      const foot = horizon + frame.height * 0.5 * (1 - near) * 1.35
      const tall = 620 * (1 - near)
      const glow = palette.isDark
        ? `<circle cx="${x.toFixed(1)}" cy="${(foot - tall).toFixed(1)}" r="${(tall * 0.3).toFixed(1)}" fill="#ffd27a" opacity=".22"/><circle cx="${x.toFixed(1)}" cy="${(foot - tall).toFixed(1)}" r="${(tall * 0.13).toFixed(1)}" fill="#ffe2a0" opacity=".4"/><ellipse cx="${x.toFixed(1)}" cy="${(foot + tall * 0.04).toFixed(1)}" rx="${(tall * 0.42).toFixed(1)}" ry="${(tall * 0.07).toFixed(1)}" fill="#ffd27a" opacity=".22"/>`
        : ''
      parts.push(
        `<rect x="${(x - tall * 0.012).toFixed(1)}" y="${(foot - tall).toFixed(1)}" width="${(tall * 0.024).toFixed(1)}" height="${tall.toFixed(1)}" fill="${lit(hex('#2c2f38'), 0.3, near * 0.6)}"/>${glow}<circle cx="${x.toFixed(1)}" cy="${(foot - tall).toFixed(1)}" r="${(tall * 0.038).toFixed(1)}" fill="${palette.isDark ? '#fff4d0' : lit(hex('#e8ecec'), 0.6, near * 0.5)}"/>`,
      )
    }
  }
  return parts.join('')
}
