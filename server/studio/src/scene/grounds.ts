import { smoothstep } from '../core/interpolation.js'
import type { Stage } from './composition.js'
import { canyon, desert, planet, volcano } from './dry-grounds.js'
import {
  alpsAt,
  greenSurface,
  type Heights,
  hazeOf,
  type Landscape,
  nearest,
  strips,
} from './ground-parts.js'
import type { Place } from './scene-description.js'
import { beach, coast, isRough, river, roughSea, seaBed, waterside } from './waterside-grounds.js'

/**
 * Builds the ground of the stage's place; undefined where there is none (space, sky, interiors, abstract).
 */
export function landscapeOf(stage: Stage): Landscape | undefined {
  const make = makers[stage.description.place]
  const landscape = make?.(stage)
  if (!landscape) return undefined
  const { ground } = landscape
  // Nobody stands in a hole: right before the camera the ground lies low.
  const height: Heights = (x, z) => {
    const own = ground.height(x, z)
    return own > 0 && z < 3 ? own * (0.22 + 0.78 * smoothstep(0.8, 3, z)) : own
  }
  return { ...landscape, ground: { ...ground, height } }
}

const makers: Partial<Record<Place, (stage: Stage) => Landscape>> = {
  mountains: (stage) => rolling(stage, { alps: 1, hills: 0.5, from: 12 }),
  hills: (stage) => rolling(stage, { alps: 0, hills: 1.3, from: 8 }),
  meadow: (stage) => rolling(stage, { alps: stage.has('mountains') ? 0.45 : 0, hills: 0.42, from: 16 }),
  village: (stage) => rolling(stage, { alps: stage.has('mountains') ? 0.6 : 0, hills: 0.6, from: 14 }),
  forest: (stage) => rolling(stage, { alps: 0, hills: 0.55, from: 12 }),
  snow: (stage) => rolling(stage, { alps: stage.has('mountains') ? 0.6 : 0.2, hills: 0.55, from: 14 }),
  savanna: (stage) => rolling(stage, { alps: stage.has('mountains') ? 0.35 : 0, hills: 0.16, from: 26 }),
  lake: (stage) =>
    waterside(stage, { shore: 14, alps: stage.has('mountains') ? 0.9 : 0.25, hills: 1.2, bank: 0.5 }),
  sea: (stage) =>
    isRough(stage)
      ? roughSea(stage)
      : waterside(stage, { shore: 30, alps: stage.has('mountains') ? 0.35 : 0, hills: 0.2, bank: 0 }),
  coast,
  beach,
  river: (stage) => river(stage, false),
  waterfall: (stage) => river(stage, true),
  desert,
  canyon,
  volcano,
  planet,
  underwater: seaBed,
}

interface Relief {
  readonly alps: number
  readonly hills: number
  readonly from: number
}

function rolling(stage: Stage, relief: Relief): Landscape {
  const noise = stage.noise('ground')
  const ridges = stage.noise('ridges')
  const height: Heights = (x, z) =>
    relief.hills * (noise.fbm(x * 0.2, z * 0.2, 3) * (0.35 + z * 0.085) + noise.at(x * 0.9, z * 0.9) * 0.05) +
    (relief.alps > 0 ? relief.alps * alpsAt(ridges, x, z, relief.from) : 0)
  return {
    ground: {
      height,
      surface: greenSurface(stage, relief.alps > 0 ? 2.2 : 9),
      roughness: 0.5,
      haze: hazeOf(stage),
    },
    strips: relief.alps > 0 ? strips(nearest, 5, 13, 62) : strips(nearest, 5, 12, 40),
  }
}
