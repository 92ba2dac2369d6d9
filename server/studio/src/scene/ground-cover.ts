import { type Colour, hex, mix } from '../core/colour.js'
import type { Raster } from '../core/raster.js'
import type { Stage } from './composition.js'
import type { Viewport } from './frame.js'
import { createInk, type Ink } from './ink.js'
import { hazeAt, screenYAt, worldXAt } from './perspective.js'
import { type Drawing, makeSprite, type Sprite, stampSprite } from './sprite.js'
import type { DepthRange, Ground } from './terrain.js'

/** Small things that cover the ground: how many, how high (camera heights), from where to where. */
interface Cover {
  readonly name: string
  readonly count: number
  readonly height: number
  readonly near: number
  readonly far: number
  readonly draw: (ink: Ink, variety: number) => Drawing
}

const varieties = 4

/** Paints grass, flowers and stones on a strip of ground, far ones first. */
export async function paintCover(
  stage: Stage,
  target: Raster,
  viewport: Viewport,
  ground: Ground,
  range: DepthRange,
): Promise<void> {
  for (const cover of coversOf(stage)) {
    const near = Math.max(range.near, cover.near)
    const far = Math.min(range.far, cover.far)
    if (near >= far) continue
    const sprites: Sprite[] = []
    const tallest = ((cover.height * 1.3) / near) * stage.focalLength
    for (let variety = 0; variety < varieties; variety++) {
      const ink = createInk(stage, stage.random(`${cover.name}/${variety}`), undefined)
      const drawing = cover.draw(ink, variety)
      sprites.push(
        await makeSprite(stage, viewport, { ...drawing, body: ink.definitions() + drawing.body }, tallest, {
          relief: 0,
        }),
      )
    }
    scatter(stage, target, viewport, ground, { cover, near, far, sprites, tallest })
  }
}

interface Scattering {
  readonly cover: Cover
  readonly near: number
  readonly far: number
  readonly sprites: readonly Sprite[]
  readonly tallest: number
}

function scatter(stage: Stage, target: Raster, viewport: Viewport, ground: Ground, plan: Scattering): void {
  const { cover, near, far } = plan
  const random = stage.random(`${cover.name}/${far}`)
  const patches = stage.noise(`${cover.name}/patches`)
  const { frame, focalLength } = stage
  const count = Math.round(cover.count * Math.min(2.4, frame.width / 1000) * Math.log(far / near))
  for (let index = 0; index < count; index++) {
    const z = far * (near / far) ** ((index + random.next()) / count)
    const x = frame.width * random.range(-0.15, 1.15)
    const size = random.range(0.7, 1.3)
    const sprite = plan.sprites[random.whole(0, varieties - 1)]
    const isMirrored = random.chance(0.5)
    const worldX = worldXAt(stage, x, z)
    if (patches.fbm(worldX * 0.8, z * 0.8, 2) < random.range(-0.3, 0.1)) continue
    const height = ground.height(worldX, z)
    if (ground.waterLevel !== undefined && height < ground.waterLevel + 0.05) continue
    const y = screenYAt(stage, height, z)
    const heightUnits = ((cover.height * size) / z) * focalLength
    const haze = hazeAt(z, ground.haze)
    stampSprite(target, viewport, sprite, {
      x,
      y: y + 2,
      size: heightUnits / plan.tallest,
      isMirrored,
      haze,
      hazeColour: stage.palette.haze,
    })
  }
}

function coversOf(stage: Stage): Cover[] {
  const { description } = stage
  const { place } = description
  const isSnowy = description.season === 'winter' && stage.has('snow')
  const covers: Cover[] = []
  const rocky = [
    'forest',
    'river',
    'waterfall',
    'coast',
    'canyon',
    'planet',
    'volcano',
    'mountains',
    'desert',
    'underwater',
    'lake',
  ]
  if (stage.has('rocks') && rocky.includes(place))
    covers.push({
      name: 'rocks',
      count: 16,
      height: place === 'planet' ? 0.11 : 0.14,
      near: 1.2,
      far: 16,
      draw: drawRock,
    })
  const grows = [
    'meadow',
    'hills',
    'savanna',
    'mountains',
    'forest',
    'village',
    'lake',
    'river',
    'waterfall',
    'coast',
  ]
  if (stage.has('grass') && !isSnowy && grows.includes(place)) {
    covers.push({
      name: 'grass',
      count: place === 'savanna' ? 420 : 330,
      height: place === 'savanna' ? 0.22 : 0.12,
      near: 1.1,
      far: 9,
      draw: drawTuft,
    })
  }
  const blooms = ['meadow', 'hills', 'mountains', 'forest', 'village', 'river', 'coast']
  if (stage.has('flowers') && !isSnowy && blooms.includes(place)) {
    covers.push({
      name: 'flowers',
      count: place === 'meadow' ? 300 : 110,
      height: 0.17,
      near: 1.2,
      far: 12,
      draw: drawWildflowers,
    })
  }
  if (place === 'underwater')
    covers.push({ name: 'corals', count: 26, height: 0.5, near: 1.6, far: 9, draw: drawCoral })
  return covers
}

function blades(ink: Ink, count: number, width: number, paint: (level: number) => string): string {
  return Array.from({ length: count }, () => {
    const foot = ink.random.range(width * 0.2, width * 0.8)
    const tip = foot + ink.random.range(-width * 0.3, width * 0.3)
    const top = ink.random.range(4, 60)
    return `<path d="M${(foot - 1.8).toFixed(1)} 100Q${foot.toFixed(1)} ${((100 + top) / 2).toFixed(1)} ${tip.toFixed(1)} ${top.toFixed(1)}Q${(foot + 2).toFixed(1)} ${((100 + top) / 2 + 6).toFixed(1)} ${(foot + 1.8).toFixed(1)} 100Z" fill="${paint(ink.random.range(-0.9, 0.9))}"/>`
  }).join('')
}

function drawTuft(ink: Ink, variety: number): Drawing {
  const colour = mix(ink.leaf, hex('#d8c878'), variety * 0.09)
  return { width: 130, height: 100, body: blades(ink, 22, 130, (level) => ink.tone(colour, level)) }
}

function drawWildflowers(ink: Ink, variety: number): Drawing {
  const petal = ink.petals[variety % ink.petals.length]
  const heads = Array.from({ length: 5 }, () => {
    const x = ink.random.range(18, 112)
    const y = ink.random.range(12, 62)
    const r = ink.random.range(9, 14)
    const petals = Array.from({ length: 5 }, (_, index) => {
      const angle = (index / 5) * Math.PI * 2 + 0.5
      return `<ellipse cx="${(x + Math.cos(angle) * r * 0.6).toFixed(1)}" cy="${(y + Math.sin(angle) * r * 0.45).toFixed(1)}" rx="${(r * 0.6).toFixed(1)}" ry="${(r * 0.46).toFixed(1)}" fill="${ink.tone(petal, 0.7 - Math.cos(angle) * 0.5)}"/>`
    }).join('')
    return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}Q${(x + 5).toFixed(1)} ${((y + 100) / 2).toFixed(1)} ${(x + ink.random.range(-9, 9)).toFixed(1)} 100" stroke="${ink.tone(ink.leaf, 0)}" stroke-width="2.400" fill="none"/>${petals}<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(r * 0.26).toFixed(1)}" fill="${ink.tone('#f2c53a', 0.7)}"/>`
  }).join('')
  return { width: 130, height: 100, body: blades(ink, 7, 130, (level) => ink.tone(ink.leaf, level)) + heads }
}

function drawRock(ink: Ink): Drawing {
  const { random } = ink
  const [a, b, c] = [random.range(20, 50), random.range(60, 110), random.range(120, 150)]
  const [top, shoulder] = [random.range(6, 26), random.range(30, 52)]
  return {
    width: 170,
    height: 100,
    body: `<path d="M4 100L${a * 0.5} ${shoulder + 22}L${a} ${shoulder}L${b} ${top}L${c} ${shoulder - 4}L164 ${shoulder + 30}L168 100Z" fill="${ink.tone(ink.stone, -0.2)}"/><path d="M4 100L${a * 0.5} ${shoulder + 22}L${a} ${shoulder}L${b} ${top}L${b - 12} ${shoulder + 16}L${a + 24} 100Z" fill="${ink.tone(ink.stone, 0.75)}"/><path d="M${b} ${top}L${c} ${shoulder - 4}L${c - 26} ${shoulder + 24}L${b - 12} ${shoulder + 16}Z" fill="${ink.tone(ink.stone, 0.35)}"/><path d="M${c - 26} ${shoulder + 24}L164 ${shoulder + 30}L168 100H${b + 20}Z" fill="${ink.tone(ink.stone, -0.85)}"/>`,
  }
}

function drawCoral(ink: Ink, variety: number): Drawing {
  const tones: readonly Colour[] = ['#e8607a', '#f09a4a', '#8a6ad8', '#4aa86a'].map(hex)
  const colour = tones[variety % tones.length]
  const { random } = ink
  const branch = (x: number, y: number, angle: number, length: number, depth: number): string => {
    if (depth === 0)
      return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="3" fill="${ink.tone(mix(colour, [1, 1, 1], 0.4), 0.5)}"/>`
    const toX = x + Math.cos(angle) * length
    const toY = y + Math.sin(angle) * length
    return `<path d="M${x.toFixed(1)} ${y.toFixed(1)}L${toX.toFixed(1)} ${toY.toFixed(1)}" stroke="${ink.tone(colour, random.range(-0.7, 0.6))}" stroke-width="${2.4 * depth}" stroke-linecap="round"/>${branch(toX, toY, angle - random.range(0.25, 0.6), length * 0.78, depth - 1)}${branch(toX, toY, angle + random.range(0.25, 0.6), length * 0.78, depth - 1)}`
  }
  if (variety === 3)
    return { width: 100, height: 100, body: blades(ink, 14, 100, (level) => ink.tone(colour, level)) }
  return { width: 120, height: 100, body: branch(60, 100, -Math.PI / 2, 26, 4) }
}
