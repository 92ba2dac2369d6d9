import { lerp } from '../core/interpolation.js'
import type { Random } from '../core/random.js'
import type { Stage } from './composition.js'
import type { Landscape } from './ground-parts.js'
import { focusSlope, screenYAt, worldXAt } from './perspective.js'
import type { Place, SceneSubject } from './scene-description.js'
import { type Anchor, traitsOf } from './subjects/subject-traits.js'

/** One subject in its spot. */
export interface Placed {
  readonly subject: SceneSubject
  /** Which of several of its kind. */
  readonly index: number
  /** The middle of its foot, in units. */
  readonly x: number
  readonly y: number
  readonly heightUnits: number
  readonly isMirrored: boolean
  readonly haze: number
  readonly anchor: Anchor
}

const sizeFactor = { tiny: 0.5, usual: 1, huge: 1.45 } as const
const indoors: readonly Place[] = ['table', 'windowsill', 'room']
/** How many flowers make a field. */
const fieldCount = 60

/** Puts all subjects into the picture, back to front: the first where the eye goes, the others around it. */
export function placeSubjects(stage: Stage, landscape: Landscape | undefined): Placed[] {
  const random = stage.random('placement')
  const placed: Placed[] = []
  stage.description.subjects.forEach((subject, order) => {
    const anchor = anchorIn(stage, subject)
    if (isField(stage, subject)) placed.push(...plantField(stage, subject, landscape, random))
    else placed.push(...placeKind(stage, subject, order, anchor, landscape, random))
  })
  return placed.sort((one, other) => depthKey(one) - depthKey(other))
}

function depthKey(placed: Placed): number {
  return placed.anchor === 'air' ? placed.heightUnits : 10_000 + placed.y
}

function anchorIn(stage: Stage, subject: SceneSubject): Anchor {
  const { anchor } = traitsOf(subject.kind)
  const { place } = stage.description
  if (place === 'space' || place === 'sky') return 'air'
  if (place === 'abstract') return 'air'
  if (place === 'underwater') return anchor === 'ground' || anchor === 'table' ? 'ground' : 'under'
  if (indoors.includes(place)) return anchor === 'air' ? 'air' : 'table'
  if (anchor === 'table') return 'ground'
  if (anchor === 'water' && !stage.has('water')) return 'ground'
  if (anchor === 'under') return stage.has('water') ? 'water' : 'air'
  return anchor
}

function isField(stage: Stage, subject: SceneSubject): boolean {
  const { group } = traitsOf(subject.kind)
  const { place } = stage.description
  return (
    group === 'flower' &&
    subject.count >= 3 &&
    subject.kind !== 'vase' &&
    !indoors.includes(place) &&
    place !== 'abstract' &&
    place !== 'space'
  )
}

/** How large each of several is. */
function crowdFactor(count: number): number {
  return Math.max(0.36, 1 / Math.sqrt(1 + (count - 1) * 0.42))
}

function placeKind(
  stage: Stage,
  subject: SceneSubject,
  order: number,
  anchor: Anchor,
  landscape: Landscape | undefined,
  random: Random,
): Placed[] {
  const { frame, focusX } = stage
  const rank = order === 0 ? 1 : 0.78
  const tallRoom = Math.min(1.25, Math.max(1, frame.height / 1000) * 0.9 + 0.1)
  const usual =
    traitsOf(subject.kind).height * sizeFactor[subject.size] * crowdFactor(subject.count) * rank * tallRoom
  const kinds = stage.description.subjects.length
  const spread = anchor === 'air' || anchor === 'under' ? 0.24 : 0.22
  const middle =
    order === 0
      ? kinds > 1
        ? focusX
        : focusX
      : frame.width - focusX + (order - 1) * frame.width * 0.16 * (order % 2 ? 1 : -1)
  return Array.from({ length: subject.count }, (_, index) => {
    const along = subject.count === 1 ? 0 : (index / (subject.count - 1)) * 2 - 1
    const jitter = random.range(-0.05, 0.05)
    const center = subject.count === 1 ? middle : lerp(frame.width * 0.5, middle, 0.35)
    const x =
      center +
      (subject.count === 1
        ? jitter * 0.4
        : along * spread * Math.min(2.2, 0.8 + subject.count * 0.12) + jitter) *
        Math.min(frame.width, 1700) *
        (subject.count === 1 ? 1 : 1.1)
    const isMirrored = order === 0 ? stage.lightSide > 0 : random.chance(0.5)
    const scaled = usual * (subject.count === 1 ? 1 : random.range(0.72, 1.12))
    const spot = spotOf(stage, anchor, x, scaled, index, order, landscape, random)
    return { subject, index, isMirrored, anchor, ...spot }
  })
}

function spotOf(
  stage: Stage,
  anchor: Anchor,
  x: number,
  heightUnits: number,
  index: number,
  order: number,
  landscape: Landscape | undefined,
  random: Random,
): { x: number; y: number; heightUnits: number; haze: number } {
  const { frame, horizon, description } = stage
  if (anchor === 'air' || anchor === 'under') {
    const isOpen =
      description.place === 'space' ||
      description.place === 'sky' ||
      description.place === 'abstract' ||
      anchor === 'under'
    const level = isOpen ? frame.height * random.range(0.42, 0.56) : horizon * random.range(0.36, 0.58)
    const lift = index === 0 ? 0 : random.range(-0.3, 0.34) * Math.min(horizon, 900)
    const y = Math.min(
      isOpen ? frame.height * 0.95 : horizon * 0.98,
      Math.max(heightUnits * 0.62, level + lift * (isOpen ? 0.8 : 0.6)) + heightUnits / 2,
    )
    return { x, y, heightUnits, haze: order > 0 ? 0.12 : Math.max(0, 0.22 - heightUnits / 1500) }
  }
  if (description.place === 'table' || description.place === 'room' || description.place === 'windowsill') {
    const depth = description.place === 'windowsill' ? 0.52 : 0.4
    const y = lerp(horizon, frame.height, depth + 0.16 * order + random.range(0, 0.12))
    return { x, y: Math.min(y, frame.height * 0.94), heightUnits, haze: 0 }
  }
  const down =
    (frame.height - horizon) * (order === 0 ? random.range(0.5, 0.62) : random.range(0.3, 0.5)) + index * 9
  const limited = Math.min(down, 430)
  if (anchor === 'water')
    return { x, y: horizon + limited * 0.8, heightUnits: heightUnits * 0.95, haze: 0.04 }
  const z = description.place === 'coast' ? 5.2 : (stage.focalLength * stage.cameraHeight) / limited
  const ground = landscape?.ground
  if (!ground) return { x, y: horizon + limited, heightUnits, haze: 0.03 }
  const height = Math.max(ground.waterLevel ?? -9, ground.height(worldXAt(stage, x, z), z))
  const y = screenYAt(stage, height, z)
  return { x, y: Math.min(frame.height * 0.93, y + 3), heightUnits, haze: 0.03 }
}

/** Many small ones over the near ground, in rows that thin out into the distance. */
function plantField(
  stage: Stage,
  subject: SceneSubject,
  landscape: Landscape | undefined,
  random: Random,
): Placed[] {
  const usual = traitsOf(subject.kind).height * sizeFactor[subject.size]
  const wide = Math.min(2, stage.frame.width / 1000)
  const field: Placed[] = []
  for (let index = 0; index < fieldCount * wide; index++) {
    const z = 1.5 * 7 ** (1 - index / (fieldCount * wide))
    const x = stage.frame.width * random.range(-0.05, 1.05)
    const worldX = worldXAt(stage, x, z)
    const height = landscape ? landscape.ground.height(worldX, z) : 0
    const y = screenYAt(stage, height, z)
    const heightUnits = (usual * random.range(0.8, 1.2) * 1.7) / z
    const others = stage.description.subjects.length > 1
    // The field is lower in front of the one who stands in it.
    if (others && z < 4 && Math.abs(x - stage.focusX) < 210) continue
    field.push({
      subject,
      index,
      x,
      y: y + 4,
      heightUnits,
      isMirrored: random.chance(0.5),
      haze: Math.min(0.5, (z - 1.5) * 0.03),
      anchor: 'ground',
    })
  }
  return field
}

/** Keeps the ground low between the camera and the subjects that stand on it. */
export function withClearing(stage: Stage, landscape: Landscape): Landscape {
  const stands = stage.description.subjects.some((subject) => anchorIn(stage, subject) === 'ground')
  const { place } = stage.description
  if (!stands || place === 'coast' || place === 'beach') return landscape
  const { ground } = landscape
  const focus = focusSlope(stage)
  const isWet = ground.waterLevel !== undefined
  return {
    ...landscape,
    ground: {
      ...ground,
      height(x, z) {
        const height = ground.height(x, z)
        const aside = Math.abs(x - focus * z) / (0.5 + z * 0.3)
        const weight = Math.exp(-(aside ** 2) * 0.9) * (z < 4 ? 1 : Math.exp(-(((z - 4) / 3) ** 2)))
        const level = isWet ? 0.1 + height * 0.15 : Math.min(height, 0.02 + height * 0.2)
        return lerp(height, level, weight)
      },
    },
  }
}
