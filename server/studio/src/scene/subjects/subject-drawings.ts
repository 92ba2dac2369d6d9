import type { Ink } from '../ink.js'
import type { SubjectKind } from '../lexicon/subject-words.js'
import type { Drawing } from '../sprite.js'
import { birdAndFishDrawings } from './birds-and-fish.js'
import { buildingDrawings } from './buildings.js'
import { groundThingDrawings } from './ground-things.js'
import { landAnimalDrawings } from './land-animals.js'
import { monumentDrawings } from './monuments.js'
import { peopleDrawings } from './people.js'
import { stillLifeDrawings } from './still-life.js'
import { vehicleDrawings } from './vehicles.js'

/** Kinds of subject that are plants of the landscape too, and drawn as such. */
export type PlantKind = 'oak' | 'pine' | 'palm' | 'blossom'

/** Every other kind, drawn with an ink in a box of its own. */
export const subjectDrawings = {
  ...birdAndFishDrawings,
  ...buildingDrawings,
  ...monumentDrawings,
  ...groundThingDrawings,
  ...landAnimalDrawings,
  ...peopleDrawings,
  ...stillLifeDrawings,
  ...vehicleDrawings,
} as const satisfies Record<Exclude<SubjectKind, PlantKind>, (ink: Ink) => Drawing>
