import type { Random } from '../../core/random.js'
import type { Stage } from '../composition.js'
import { createInk } from '../ink.js'
import type { SubjectKind } from '../lexicon/subject-words.js'
import type { ColourName } from '../scene-description.js'
import type { Drawing } from '../sprite.js'
import { drawPlant } from './draw-flora.js'
import { subjectDrawings } from './subject-drawings.js'

/** Draws one subject in the light of the scene, in the colour that the prompt gave it. */
export function drawSubject(
  stage: Stage,
  kind: SubjectKind,
  random: Random,
  colour: ColourName | undefined,
): Drawing {
  switch (kind) {
    case 'oak':
      return drawPlant(stage, 'broad', random, colour)
    case 'pine':
    case 'palm':
    case 'blossom':
      return drawPlant(stage, kind, random, colour)
    default: {
      const ink = createInk(stage, random, colour)
      const drawing = subjectDrawings[kind](ink)
      return { ...drawing, body: ink.definitions() + drawing.body }
    }
  }
}
