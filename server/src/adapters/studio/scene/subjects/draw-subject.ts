import type { Stage } from '../composition.js'
import { createInk, type Ink } from '../ink.js'
import type { SubjectKind } from '../lexicon/subject-words.js'
import type { Random } from '../random.js'
import type { ColourName } from '../scene-description.js'
import type { Drawing } from '../sprite.js'
import { drawPlant, type Plant } from './draw-flora.js'
import { subjectDrawings } from './subject-drawings.js'

/** Draws one subject in the light of the scene, in the colour that the prompt gave it. */
export function drawSubject(
  stage: Stage,
  kind: SubjectKind,
  random: Random,
  colour: ColourName | undefined,
): Drawing {
  const plant = plantOf[kind]
  if (plant) return drawPlant(stage, plant, random, colour)
  const ink: Ink = createInk(stage, random, colour)
  const draw = subjectDrawings[kind]
  if (!draw) throw new Error(`No drawing for ${kind}.`)
  const drawing = draw(ink)
  return { ...drawing, body: ink.definitions() + drawing.body }
}

const plantOf: Partial<Record<SubjectKind, Plant>> = {
  oak: 'broad',
  pine: 'pine',
  palm: 'palm',
  blossom: 'blossom',
}
