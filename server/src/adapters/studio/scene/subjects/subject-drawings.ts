import type { Ink } from '../ink.js'
import type { SubjectKind } from '../lexicon/subject-words.js'
import type { Drawing } from '../sprite.js'
import { buildingDrawings } from './buildings.js'

/** Draws one subject with an ink. */
export type DrawSubject = (ink: Ink) => Drawing

/** Every kind that is not a plant of the landscape. */
export const subjectDrawings: Partial<Record<SubjectKind, DrawSubject>> = {
  ...buildingDrawings,
}
