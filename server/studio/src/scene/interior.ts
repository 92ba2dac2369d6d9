import { type Colour, hex, mix, multiply, rotateHue, toHex } from '../core/colour.js'
import { clamp01, lerp, smoothstep } from '../core/interpolation.js'
import type { Raster } from '../core/raster.js'
import type { Stage } from './composition.js'
import { rasterFor, unitXAt, unitYAt, type Viewport } from './frame.js'
import { namedColours } from './palette-colours.js'
import type { Drawing } from './sprite.js'

/** A wall in the light of a window, and before it a table of boards (or a floor). Opaque. */
export function paintInterior(stage: Stage, viewport: Viewport, onlyBoard = false): Raster {
  const raster = rasterFor(viewport)
  const { palette, horizon, lightSide, frame, description } = stage
  const random = stage.random('room')
  const noise = stage.noise('plaster')
  const grain = stage.noise('wood')
  const asked = description.placeColour ?? description.colours.at(0)
  const wall = asked
    ? namedColours[asked]
    : random.pick(['#8c9a8a', '#b08a6a', '#6f7f96', '#a8a08c', '#7a5a5a', '#4f6a6a', '#c2a878'].map(hex))
  const wood = rotateHue(
    random.pick(['#7a4a2a', '#9a6a3c', '#5a3a28', '#b08a5c'].map(hex)),
    random.range(-8, 8),
  )
  const ambient = mix(palette.ambient, [0.62, 0.6, 0.6], 0.35)
  const slant = random.range(0.35, 0.6) * -lightSide
  const poolX = frame.width * 0.5 - lightSide * frame.width * 0.08
  for (let row = 0; row < viewport.heightPx; row++) {
    const y = unitYAt(viewport, row + 0.5)
    const isBoard = y > horizon
    if (onlyBoard && !isBoard) continue
    const depth = isBoard ? 240 / (y - horizon + 90) : 0
    for (let column = 0; column < viewport.widthPx; column++) {
      const x = unitXAt(viewport, column + 0.5)
      const at = (row * viewport.widthPx + column) * 4
      let surface: Colour
      let light: number
      if (isBoard) {
        const along = (x - frame.width / 2) * depth * 0.004
        const across = depth * 3.2
        const plank = Math.floor(across)
        const ring = grain.fbm(along * 1.5 + plank * 7.3, across * 5.5, 4)
        const seam = smoothstep(0.03, 0.0, Math.abs(across - Math.round(across)) * 0.9)
        surface = mix(wood, hex('#1c110a'), clamp01(0.2 + ring * 0.75 + (plank % 3) * 0.05 + seam * 0.5))
        const pool = Math.exp(-(((x - poolX) / 520) ** 2)) * Math.exp(-(((y - horizon - 190) / 260) ** 2))
        light = 0.3 + pool * 0.75
      } else {
        const patch = noise.fbm(x * 0.004, y * 0.004, 4) * 0.16 + noise.at(x * 0.06, y * 0.06) * 0.03
        surface = mix(wall, hex('#20181a'), Math.max(0, 0.12 - patch))
        // The window throws its panes on the wall.
        const wx = (x - poolX - (y - horizon * 0.5) * slant) / 250
        const wy = (y - horizon * 0.46) / 270
        const inside = smoothstep(1.04, 0.94, Math.abs(wx)) * smoothstep(1.04, 0.94, Math.abs(wy))
        const bars = smoothstep(0.03, 0.07, Math.abs(wx)) * smoothstep(0.03, 0.07, Math.abs(wy + 0.1))
        const fall = 0.55 + 0.45 * smoothstep(-lightSide * 900, lightSide * 700, x - frame.width / 2)
        light = 0.16 * fall + inside * bars * 0.5 * (stage.has('sun') || palette.isDark ? 1 : 0.4)
        light *= 1 - 0.4 * smoothstep(horizon - 60, horizon, y)
      }
      for (let channel = 0; channel < 3; channel++) {
        const shine = ambient[channel] * 0.72 + palette.key[channel] * light
        raster.rgba[at + channel] = surface[channel] * shine * 255
      }
      raster.rgba[at + 3] = 255
    }
  }
  return raster
}

/**
 * The frame of a window with its sash bars, curtains and sill, as a drawing over the whole frame and beyond.
 */
export function drawWindow(stage: Stage, margin: number): Drawing {
  const { frame, palette, horizon } = stage
  const random = stage.random('window')
  const paint = hex(random.pick(['#f2ece0', '#d8c8b0', '#7a5236', '#e4e8ea']))
  const dye = stage.description.colours.at(0)
  const cloth = dye
    ? namedColours[dye]
    : hex(random.pick(['#b85a4a', '#5a7a9a', '#d8b06a', '#6a8a6a', '#e8dcc8']))
  const tone = (colour: Colour, level: number) =>
    toHex(multiply(colour, mix(palette.ambient, palette.key, level)))
  const sill = lerp(horizon, frame.height, 0.26)
  const [left, right, top] = [frame.width * 0.1, frame.width * 0.9, frame.height * 0.05]
  const bar = (x: number, y: number, w: number, h: number, level: number) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${tone(paint, level)}"/>`
  const folds = (from: number, to: number) =>
    Array.from({ length: 9 }, (_, index) => {
      const x = from + ((to - from) * index) / 9
      const w = (to - from) / 9
      return `<path d="M${x} ${-margin}h${w}Q${x + w * 1.5} ${frame.height * 0.4} ${x + w * 0.9} ${sill + 30}h${-w}Q${x + w * 0.4} ${frame.height * 0.4} ${x} ${-margin}Z" fill="${tone(cloth, index % 2 ? 0.12 : 0.55)}"/>`
    }).join('')
  const wall = tone(mix(hex('#c8b8a4'), cloth, 0.25), 0.12)
  const middle = frame.width / 2
  return {
    width: frame.width + 2 * margin,
    height: frame.height + 2 * margin,
    body: `<g transform="translate(${margin} ${margin})"><path fill-rule="evenodd" d="M${-margin} ${-margin}H${frame.width + margin}V${sill + 20}H${-margin}ZM${left} ${top}V${sill}H${right}V${top}Z" fill="${wall}"/>
${bar(left - 26, top - 26, 26, sill - top + 40, 0.5)}${bar(right, top - 26, 26, sill - top + 40, 0.25)}${bar(left - 26, top - 26, right - left + 52, 26, 0.2)}${bar(left, top, 12, sill - top, 0.12)}${bar(right - 12, top, 12, sill - top, 0.6)}${bar(middle - 9, top, 18, sill - top, 0.42)}${bar(middle + 4, top, 5, sill - top, 0.1)}${bar(left, lerp(top, sill, 0.36), right - left, 12, 0.5)}${bar(left, lerp(top, sill, 0.36) + 12, right - left, 4, 0.08)}
${folds(-margin, left + frame.width * 0.035)}${folds(right - frame.width * 0.035, frame.width + margin)}<rect x="${-margin}" y="${sill - 4}" width="${frame.width + 2 * margin}" height="30" fill="${tone(paint, 0.8)}"/><rect x="${-margin}" y="${sill + 22}" width="${frame.width + 2 * margin}" height="${frame.height - sill + margin}" fill="${tone(paint, 0.5)}"/><rect x="${-margin}" y="${lerp(sill, frame.height, 0.62)}" width="${frame.width + 2 * margin}" height="${frame.height}" fill="${tone(mix(paint, hex('#8a7a6a'), 0.4), 0.12)}"/></g>`,
  }
}
