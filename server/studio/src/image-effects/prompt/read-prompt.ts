import type { ImageEffectId } from '../../effect-ids.js'
import type { GradeName } from './grades.js'
import { gradeWords, mediumWords, weatherWords } from './prompt-words.js'

/** What the studio understood of a prompt; each list in the order of the words. */
export interface PromptReading {
  /** The technique of the first medium named, if any. */
  readonly medium: ImageEffectId | undefined
  readonly weather: readonly ImageEffectId[]
  readonly grades: readonly GradeName[]
}

/** More than these would cost time and turn every picture to mud. */
const gradesMax = 4
const weatherMax = 2

const denials = new Set(['no', 'not', 'without', 'never', 'remove', 'dont', 'less'])
/** A denial reaches over an article or one adjective: "no snow", "without the heavy rain". */
const denialReach = 3

/**
 * Finds the words of medium, weather, light and palette in a prompt. Words after "no" or "without" are left
 * out.
 */
export function readPrompt(prompt: string): PromptReading {
  const words = prompt
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return {
    medium: mentioned(words, mediumWords).at(0),
    weather: mentioned(words, weatherWords).slice(0, weatherMax),
    grades: mentioned(words, gradeWords).slice(0, gradesMax),
  }
}

/** The names whose words occur, by the place of the first; of two at one place the longer phrase is meant. */
function mentioned<Name extends string>(
  words: readonly string[],
  table: Readonly<Record<Name, readonly string[]>>,
): Name[] {
  const found: { name: Name; place: number; length: number }[] = []
  for (const name of namesOf(table)) {
    const matches = table[name]
      .map((phrase) => phrase.split(' '))
      .map((phrase) => ({ place: placeOf(words, phrase), length: phrase.length }))
      .filter(({ place }) => place >= 0)
      .sort((a, b) => a.place - b.place || b.length - a.length)
    const first = matches.at(0)
    if (first !== undefined) found.push({ name, ...first })
  }
  return found.sort((a, b) => a.place - b.place || b.length - a.length).map(({ name }) => name)
}

function namesOf<Name extends string>(table: Readonly<Record<Name, readonly string[]>>): Name[] {
  const names: Name[] = []
  for (const name in table) names.push(name)
  return names
}

function placeOf(words: readonly string[], phrase: readonly string[]): number {
  return words.findIndex(
    (_, place) => phrase.every((word, offset) => words[place + offset] === word) && !isDenied(words, place),
  )
}

function isDenied(words: readonly string[], place: number): boolean {
  return words.slice(Math.max(0, place - denialReach), place).some((word) => denials.has(word))
}
