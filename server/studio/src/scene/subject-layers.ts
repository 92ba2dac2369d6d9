import { scale } from '../core/colour.js'
import type { Raster } from '../core/raster.js'
import { paintDab } from './brush.js'
import type { Stage } from './composition.js'
import type { Viewport } from './frame.js'
import type { Motion, PaintedLayer } from './layer.js'
import type { Placed } from './placement.js'
import { makeSprite, type Sprite, stampSprite } from './sprite.js'
import { drawSubject } from './subjects/draw-subject.js'
import { traitsOf } from './subjects/subject-traits.js'

/** Up to that many of a kind are drawn each for itself; more of them repeat these. */
const individualsMax = 5

/** One layer for what stands, swims or lies, one for what flies. */
export async function subjectLayers(stage: Stage, placed: readonly Placed[]): Promise<PaintedLayer[]> {
  const flying = placed.filter(({ anchor }) => anchor === 'air' || anchor === 'under')
  const standing = placed.filter(({ anchor }) => anchor !== 'air' && anchor !== 'under')
  const layers: PaintedLayer[] = []
  if (flying.length > 0) layers.push(layerOf(stage, 'subjects in the air', 0.55, 'rise', flying))
  if (standing.length > 0)
    layers.push(layerOf(stage, 'subjects', 0.82, swaying(standing) ? 'sway' : 'none', standing))
  return layers
}

function swaying(placed: readonly Placed[]): boolean {
  return placed.every(({ subject }) => ['tree', 'flower'].includes(traitsOf(subject.kind).group))
}

function layerOf(
  stage: Stage,
  name: string,
  depth: number,
  motion: Motion,
  placed: readonly Placed[],
): PaintedLayer {
  return { name, depth, motion, crisp: (target, viewport) => paintPlaced(stage, target, viewport, placed) }
}

async function paintPlaced(
  stage: Stage,
  target: Raster,
  viewport: Viewport,
  placed: readonly Placed[],
): Promise<void> {
  const sprites = new Map<string, Sprite>()
  const tallest = new Map<string, number>()
  for (const one of placed) {
    const key = spriteKey(one)
    tallest.set(key, Math.max(tallest.get(key) ?? 0, one.heightUnits))
  }
  for (const one of placed) {
    const key = spriteKey(one)
    const height = tallest.get(key) ?? one.heightUnits
    let sprite = sprites.get(key)
    if (!sprite) {
      const drawing = drawSubject(stage, one.subject.kind, stage.random(key), colourOf(stage, one))
      const widest = stage.frame.width * 0.86
      const fit = Math.min(1, widest / ((height * drawing.width) / drawing.height))
      sprite = await makeSprite(stage, viewport, drawing, height * fit, { isMirrored: one.isMirrored })
      sprites.set(key, sprite)
    }
    const size = one.heightUnits / height
    const width = sprite.widthUnits * size
    const isRough = stage.description.weather.some((kind) => kind === 'storm' || kind === 'wind')
    if (one.anchor === 'water' && !isRough) {
      stampSprite(target, viewport, sprite, {
        x: one.x,
        y: one.y - sprite.heightUnits * size * 0.02,
        size,
        reflection: 5,
        opacity: 0.5,
        brightness: 0.75,
      })
    } else if (one.anchor !== 'air' && one.anchor !== 'under' && one.anchor !== 'water')
      shadow(stage, target, viewport, one, width)
    stampSprite(target, viewport, sprite, {
      x: one.x,
      y: one.y,
      size,
      haze: one.haze,
      hazeColour: stage.palette.haze,
    })
  }
}

function spriteKey({ subject, index, isMirrored }: Placed): string {
  return `${subject.kind}/${index % individualsMax}/${isMirrored}`
}

function colourOf(stage: Stage, { subject, index }: Placed) {
  if (subject.colour && subject.colour !== 'rainbow') return subject.colour
  const isColourful =
    subject.colour === 'rainbow' ||
    [
      'balloon',
      'toy-balloon',
      'flower',
      'butterfly',
      'umbrella',
      'sailboat',
      'car',
      'fish',
      'crystal',
      'book',
      'heart',
    ].includes(subject.kind)
  if (!isColourful) return undefined
  const choices = ['red', 'orange', 'yellow', 'blue', 'teal', 'purple', 'pink', 'green'] as const
  const start = stage.random(`colour/${subject.kind}`).whole(0, choices.length - 1)
  return choices[(start + index * 3) % choices.length]
}

/** A dark touch where it meets the ground, and a longer soft one away from the light. */
function shadow(stage: Stage, target: Raster, viewport: Viewport, one: Placed, width: number): void {
  const colour = scale(stage.palette.ambient, 0.16)
  const strength = stage.description.weather.includes('fog') ? 0.3 : 0.5
  paintDab(target, viewport, {
    x: one.x - stage.lightSide * width * 0.34,
    y: one.y - width * 0.015,
    radiusX: width * 0.78,
    radiusY: width * 0.1 + 3,
    colour,
    opacity: strength * 0.75,
    softness: 1,
  })
  paintDab(target, viewport, {
    x: one.x,
    y: one.y - 1,
    radiusX: width * 0.46,
    radiusY: width * 0.055 + 2,
    colour,
    opacity: strength,
    softness: 0.9,
  })
}
