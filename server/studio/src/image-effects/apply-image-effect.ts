import { pictureFromRaster, rasterFromPicture } from '../core/picture.js'
import { restyleSeedOfText } from '../core/random.js'
import type { Raster } from '../core/raster.js'
import { type ImageEffectId, isImageEffectId } from '../effect-ids.js'
import { imageEffects } from './effect-registry.js'
import { grades } from './prompt/grades.js'
import { type PromptReading, readPrompt } from './prompt/read-prompt.js'
import { varyLight } from './prompt/vary-light.js'

/**
 * Applies an effect of the catalogue, the words of a prompt, or both; the result has the input's size. A
 * prompt beside an effect adds to it: its weather and medium are laid beneath the effect and its light and
 * palette above. Without an effect the prompt alone restyles the picture, always visibly. The same arguments
 * always give the same bytes. Throws a RangeError on an effect the studio does not know.
 */
export async function applyImageEffect(
  effectId: string | undefined,
  input: Raster,
  options: { readonly prompt: string; readonly seed: number },
): Promise<Raster> {
  if (effectId !== undefined && !isImageEffectId(effectId)) {
    throw new RangeError(`The studio has no image effect named ${effectId}.`)
  }
  const reading = readPrompt(options.prompt)
  const seed = (options.seed ^ restyleSeedOfText(options.prompt)) >>> 0
  const source = pictureFromRaster(input)
  let picture =
    options.prompt === '' && effectId !== undefined
      ? source
      : varyLight(source, seed, strengthOf(reading, effectId))
  for (const id of techniquesInOrder(reading, effectId)) picture = imageEffects[id](picture, seed)
  for (const name of reading.grades) picture = grades[name](picture)
  return rasterFromPicture(picture)
}

/** Weather changes the scene, a medium redraws it, and the explicitly requested effect comes last. */
function techniquesInOrder(reading: PromptReading, effectId: ImageEffectId | undefined): ImageEffectId[] {
  const fromPrompt = [...reading.weather, ...(reading.medium === undefined ? [] : [reading.medium])]
  const others = fromPrompt.filter((id) => id !== effectId)
  return effectId === undefined ? others : [...others, effectId]
}

/** The less the words themselves change, the more the light that the prompt's seed chose has to. */
function strengthOf(reading: PromptReading, effectId: ImageEffectId | undefined): number {
  const understood = reading.weather.length + reading.grades.length + (reading.medium === undefined ? 0 : 1)
  if (effectId !== undefined) return understood > 0 ? 0.2 : 0.45
  return understood > 0 ? 0.3 : 1
}
