import type {
  ColourName,
  Element,
  Light,
  Medium,
  Mood,
  Place,
  Season,
  Size,
  Weather,
} from '../scene-description.js'
import {
  colourWords,
  countWords,
  elementWords,
  lightWords,
  mediumWords,
  moodWords,
  seasonWords,
  sizeWords,
  weatherWords,
} from './facet-words.js'
import { placeWords } from './place-words.js'
import { type SubjectKind, subjectWords } from './subject-words.js'

/** One thing that a word says about the scene. */
export type Meaning =
  | { facet: 'place'; value: Place }
  | { facet: 'subject'; value: SubjectKind }
  | { facet: 'light'; value: Light }
  | { facet: 'weather'; value: Weather }
  | { facet: 'season'; value: Season }
  | { facet: 'medium'; value: Medium }
  | { facet: 'mood'; value: Mood }
  | { facet: 'colour'; value: ColourName }
  | { facet: 'size'; value: Size }
  | { facet: 'element'; value: Element }
  | { facet: 'count'; value: number }

/** A run of words of a prompt that the lexicon knows, or one word that it does not (no meanings). */
export interface ReadPhrase {
  readonly text: string
  readonly meanings: readonly Meaning[]
  readonly isPlural: boolean
}

const phraseWordsMax = 3
const index = new Map<string, Meaning[]>()

function add(meaning: Meaning, phrase: string): void {
  const meanings = index.get(phrase)
  if (meanings) meanings.push(meaning)
  else index.set(phrase, [meaning])
}

function addAll<Value extends string>(table: Record<Value, string>, make: (value: Value) => Meaning): void {
  for (const value in table) {
    for (const phrase of table[value].split(',')) add(make(value), phrase)
  }
}

addAll(placeWords, (value) => ({ facet: 'place', value }))
addAll(subjectWords, (value) => ({ facet: 'subject', value }))
addAll(lightWords, (value) => ({ facet: 'light', value }))
addAll(weatherWords, (value) => ({ facet: 'weather', value }))
addAll(seasonWords, (value) => ({ facet: 'season', value }))
addAll(mediumWords, (value) => ({ facet: 'medium', value }))
addAll(moodWords, (value) => ({ facet: 'mood', value }))
addAll(colourWords, (value) => ({ facet: 'colour', value }))
addAll(sizeWords, (value) => ({ facet: 'size', value }))
addAll(elementWords, (value) => ({ facet: 'element', value }))
for (const word in countWords) add({ facet: 'count', value: countWords[word] }, word)

/** Splits a prompt into the longest phrases that the lexicon knows and the single words that it does not. */
export function readPhrases(prompt: string): ReadPhrase[] {
  const words =
    prompt
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const phrases: ReadPhrase[] = []
  for (let position = 0; position < words.length; ) {
    const { phrase, length } = longestAt(words, position)
    phrases.push(phrase)
    position += length
  }
  return phrases
}

function longestAt(words: readonly string[], position: number): { phrase: ReadPhrase; length: number } {
  for (let length = Math.min(phraseWordsMax, words.length - position); length > 0; length--) {
    const run = words.slice(position, position + length)
    const last = run[length - 1]
    const head = run.slice(0, -1).join(' ')
    for (const ending of [last, ...singulars(last)]) {
      const text = head === '' ? ending : `${head} ${ending}`
      const meanings = index.get(text)
      if (meanings) return { phrase: { text, meanings, isPlural: ending !== last }, length }
    }
  }
  const word = words[position]
  const count = /^\d{1,2}$/.test(word) ? Number(word) : 0
  const meanings: Meaning[] = count > 0 ? [{ facet: 'count', value: count }] : []
  return { phrase: { text: word, meanings, isPlural: false }, length: 1 }
}

const irregularPlurals: Readonly<Record<string, string>> = {
  wolves: 'wolf',
  leaves: 'leaf',
  men: 'man',
  women: 'woman',
  children: 'child',
  mice: 'mouse',
  geese: 'goose',
  knives: 'knife',
  shelves: 'shelf',
  loaves: 'loaf',
  fishes: 'fish',
  foxes: 'fox',
  butterflies: 'butterfly',
}

function singulars(word: string): string[] {
  const forms: string[] = []
  const irregular = irregularPlurals[word]
  if (irregular) forms.push(irregular)
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (word.endsWith('s')) forms.push(word.slice(0, -1))
  if (word.endsWith('es')) forms.push(word.slice(0, -2))
  return forms
}
