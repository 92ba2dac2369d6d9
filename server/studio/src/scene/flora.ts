import type { Raster } from '../core/raster.js'
import type { Stage } from './composition.js'
import type { Viewport } from './frame.js'
import { hazeAt, screenYAt } from './perspective.js'
import { makeSprite, type Sprite, stampSprite } from './sprite.js'
import { drawPlant, type Plant } from './subjects/draw-flora.js'
import type { DepthRange, Ground } from './terrain.js'

/** One plant in the landscape. */
interface Growth {
  readonly x: number
  readonly z: number
  readonly y: number
  readonly variety: number
  readonly heightUnits: number
  readonly isMirrored: boolean
}

/** How many trees of how many shapes may stand in one strip of ground; more only costs time. */
const varieties = 3
const treesMax = 420

/** Plants trees on a strip of ground, far ones first, and paints them: each hazed by its distance. */
export async function paintTrees(
  stage: Stage,
  target: Raster,
  viewport: Viewport,
  ground: Ground,
  range: DepthRange,
): Promise<void> {
  const plan = planOf(stage)
  if (!plan) return
  const growths = plantStrip(stage, ground, range, plan)
  if (growths.length === 0) return
  const tallest = Math.max(...growths.map(({ heightUnits }) => heightUnits))
  const sprites: Sprite[] = []
  for (let variety = 0; variety < varieties; variety++) {
    const plant = plan.plants[variety % plan.plants.length]
    const random = stage.random(`tree/${variety}`)
    sprites.push(
      await makeSprite(stage, viewport, drawPlant(stage, plant, random), tallest, {
        relief: 0.6,
        isMirrored: stage.lightSide > 0,
      }),
    )
  }
  for (const growth of growths) {
    const sprite = sprites[growth.variety]
    const haze = hazeAt(growth.z, ground.haze)
    stampSprite(target, viewport, sprite, {
      x: growth.x,
      y: growth.y,
      size: growth.heightUnits / tallest,
      haze,
      hazeColour: stage.palette.haze,
    })
  }
}

interface PlantingPlan {
  readonly plants: readonly Plant[]
  /** Trees per strip of a picture one short edge wide. */
  readonly density: number
  /** Height in camera heights. */
  readonly height: number
  readonly nearest: number
  /** Trees stand where noise is above this: woods with clearings. */
  readonly clearing: number
}

function planOf(stage: Stage): PlantingPlan | undefined {
  const { place } = stage.description
  if (stage.has('blossoms'))
    return {
      plants: ['blossom', 'broad', 'blossom'],
      density: 26,
      height: 0.85,
      nearest: 4.6,
      clearing: 0.02,
    }
  if (place === 'beach') {
    return stage.has('palms')
      ? { plants: ['palm', 'palm', 'palm'], density: 0, height: 1.6, nearest: 2.4, clearing: -1 }
      : undefined
  }
  if (!stage.has('trees')) return undefined
  const conifers: readonly Plant[] = ['pine', 'pine', 'pine']
  switch (place) {
    case 'forest':
      return {
        plants:
          stage.random('wood').chance(0.45) || stage.description.season === 'winter'
            ? conifers
            : ['broad', 'broad', 'pine'],
        density: 84,
        height: 2.6,
        nearest: 3.2,
        clearing: -0.5,
      }
    case 'mountains':
    case 'snow':
      return { plants: conifers, density: 130, height: 0.8, nearest: 4.2, clearing: 0.06 }
    case 'lake':
    case 'river':
    case 'waterfall':
      return {
        plants: stage.random('wood').chance(0.5) ? conifers : ['broad', 'pine', 'broad'],
        density: 110,
        height: 0.85,
        nearest: 4.4,
        clearing: -0.05,
      }
    case 'savanna':
      return {
        plants: ['acacia', 'acacia', 'acacia'],
        density: 16,
        height: 0.8,
        nearest: 4.4,
        clearing: 0.05,
      }
    case 'desert':
    case 'sea':
    case 'canyon':
    case 'volcano':
    case 'planet':
    case 'underwater':
      return undefined
    default:
      return { plants: ['broad', 'broad', 'pine'], density: 60, height: 0.62, nearest: 5.2, clearing: 0.08 }
  }
}

function plantStrip(stage: Stage, ground: Ground, range: DepthRange, plan: PlantingPlan): Growth[] {
  const random = stage.random(`trees/${range.far}`)
  const woods = stage.noise('woods')
  const near = Math.max(range.near, plan.nearest)
  const far = Math.min(range.far, 44)
  if (near >= far) return []
  const wide = stage.frame.width / 1000
  const wanted = Math.min(treesMax, Math.round(plan.density * wide * Math.log(far / near) * 1.6))
  const growths: Growth[] = []
  for (let attempt = 0; attempt < wanted; attempt++) {
    const z = near * (far / near) ** random.next()
    const units = random.range(-0.72, 0.72) * stage.frame.width
    const x = (units * z) / stage.focalLength
    const variety = random.whole(0, varieties - 1)
    const heightUnits = ((plan.height * random.range(0.65, 1.15)) / z) * stage.focalLength
    const isMirrored = random.chance(0.5)
    if (woods.fbm(x * 0.3, z * 0.3, 2) < plan.clearing) continue
    const height = ground.height(x, z)
    if (ground.waterLevel !== undefined && height < ground.waterLevel + 0.04) continue
    const slope = Math.abs(ground.height(x + 0.3, z) - height)
    if (slope > 0.42 || height > 6) continue
    const y = screenYAt(stage, height, z)
    if (isHidden(stage, ground, x / z, z, range.near, y - heightUnits * 0.6)) continue
    if (isInTheWay(stage, units + stage.frame.width / 2, z)) continue
    growths.push({ x: units + stage.frame.width / 2, z, y: y + 1, variety, heightUnits, isMirrored })
  }
  return growths.sort((one, other) => other.z - one.z)
}

/** Nearer ground of the same strip covers that height on the picture. */
function isHidden(
  stage: Stage,
  ground: Ground,
  ratio: number,
  z: number,
  nearest: number,
  y: number,
): boolean {
  for (let nearer = z * 0.94; nearer > nearest; nearer *= 0.92) {
    if (screenYAt(stage, ground.height(ratio * nearer, nearer), nearer) < y) return true
  }
  return false
}

/** Near trees keep clear of the middle of attention. */
function isInTheWay(stage: Stage, x: number, z: number): boolean {
  if (z > 9 || stage.description.subjects.length === 0) return false
  return Math.abs(x - stage.focusX) < (stage.description.place === 'forest' ? 190 : 270)
}
