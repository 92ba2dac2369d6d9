import { colourOfSubjectWord, type SubjectKind } from './lexicon/subject-words.js'
import type { Meaning, ReadPhrase } from './lexicon/word-index.js'
import type {
  ColourName,
  Element,
  Light,
  Medium,
  Mood,
  Place,
  SceneSubject,
  Season,
  Size,
  Weather,
} from './scene-description.js'

/** Everything that the words of one prompt say, in their order, before anything is chosen. */
export interface PromptReading {
  readonly places: readonly Place[]
  readonly subjects: readonly SceneSubject[]
  readonly lights: readonly Light[]
  /** A light that a thing brings along ("moon"), weaker than one that is named. */
  readonly weakLight: Light | undefined
  readonly weather: readonly Weather[]
  readonly seasons: readonly Season[]
  readonly mediums: readonly Medium[]
  readonly moods: readonly Mood[]
  readonly colours: readonly ColourName[]
  readonly placeColour: ColourName | undefined
  readonly elements: readonly Element[]
  /** What the prompt itself rules out ("without clouds"). */
  readonly withoutElements: readonly Element[]
  /** Something stands "on" the place. */
  readonly standsOn: boolean
  readonly isPlainlyAbstract: boolean
  /** Share of the words, 0 to 1, that nothing knows. */
  readonly strangeness: number
}

/** How many subjects of one kind are painted at most; more would be a texture. */
const countMax = 14
/** How many kinds of subject one picture holds at most. */
const kindsMax = 5
const smallWords = new Set(
  'the of in on at with and or under over by to from into through near behind above below beneath between for its his her their my your is are as s very style art'.split(
    ' ',
  ),
)
const plainlyAbstract = new Set([
  'abstract',
  'fractal',
  'geometric',
  'psychedelic',
  'pattern',
  'swirl',
  'surreal',
])
const refusals = new Set(['without', 'no', 'not', 'minus', 'except'])

/**
 * Collects the meanings of phrases: adjectives and counts go to the noun that follows them, else to the whole
 * picture.
 */
export function readPrompt(phrases: readonly ReadPhrase[]): PromptReading {
  const found: Meaning[] = []
  const subjects = new Map<SubjectKind, SceneSubject>()
  const withoutElements: Element[] = []
  const colours: ColourName[] = []
  let placeColour: ColourName | undefined
  let pendingColour: ColourName | undefined
  let pendingCount: number | undefined
  let pendingSize: Size = 'usual'
  let sinceAdjective = 0
  let isRefused = false
  let words = 0
  let unknown = 0
  for (const phrase of phrases) {
    if (refusals.has(phrase.text)) {
      isRefused = true
      continue
    }
    const { meanings } = phrase
    if (!smallWords.has(phrase.text)) words++
    if (meanings.length === 0 && !smallWords.has(phrase.text)) unknown++
    if (isRefused && meanings.length > 0) {
      for (const meaning of meanings) if (meaning.facet === 'element') withoutElements.push(meaning.value)
      isRefused = false
      continue
    }
    const isNoun = meanings.some(
      ({ facet }) => facet === 'subject' || facet === 'place' || facet === 'element',
    )
    for (const meaning of meanings) {
      if (meaning.facet === 'colour' && !isNoun) {
        if (pendingColour) colours.push(pendingColour)
        pendingColour = meaning.value
        sinceAdjective = 0
      } else if (meaning.facet === 'count') {
        pendingCount = Math.min(countMax, meaning.value)
        sinceAdjective = 0
      } else if (meaning.facet === 'size') pendingSize = meaning.value
      else if (meaning.facet === 'subject') {
        const colour = pendingColour ?? colourOf(phrase.text)
        const count = pendingCount ?? (phrase.isPlural || phrase.text === 'oranges' ? 3 : 1)
        const previous = subjects.get(meaning.value)
        if (previous || subjects.size < kindsMax) {
          subjects.set(meaning.value, {
            kind: meaning.value,
            count: Math.max(previous?.count ?? 0, pendingCount === 2 && phrase.text === 'couple' ? 2 : count),
            size: pendingSize === 'usual' ? (previous?.size ?? 'usual') : pendingSize,
            ...((colour ?? previous?.colour) ? { colour: colour ?? previous?.colour ?? 'red' } : {}),
          })
        }
      } else found.push(meaning)
    }
    if (isNoun) {
      const isPlaceOnly = !meanings.some(({ facet }) => facet === 'subject')
      if (pendingColour && isPlaceOnly) placeColour ??= pendingColour
      pendingColour = undefined
      pendingCount = undefined
      pendingSize = 'usual'
    } else if (++sinceAdjective > 3 && pendingColour) {
      colours.push(pendingColour)
      pendingColour = undefined
    }
  }
  if (pendingColour) colours.push(pendingColour)
  return {
    ...groupByFacet(found),
    subjects: [...subjects.values()],
    colours,
    placeColour,
    withoutElements,
    standsOn: phrases.some(({ text }) => text === 'on'),
    isPlainlyAbstract: phrases.some(({ text }) => plainlyAbstract.has(text)),
    strangeness: words === 0 ? 1 : unknown / words,
  }
}

function colourOf(word: string): ColourName | undefined {
  const colours: Readonly<Record<string, ColourName>> = colourOfSubjectWord
  return Object.hasOwn(colours, word) ? colours[word] : undefined
}

function groupByFacet(found: readonly Meaning[]) {
  const places: Place[] = []
  const lights: Light[] = []
  const weather: Weather[] = []
  const seasons: Season[] = []
  const mediums: Medium[] = []
  const moods: Mood[] = []
  const elements: Element[] = []
  let weakLight: Light | undefined
  for (const meaning of found) {
    if (meaning.facet === 'place') places.push(meaning.value)
    else if (meaning.facet === 'weather') weather.push(meaning.value)
    else if (meaning.facet === 'season') seasons.push(meaning.value)
    else if (meaning.facet === 'medium') mediums.push(meaning.value)
    else if (meaning.facet === 'mood') moods.push(meaning.value)
    else if (meaning.facet === 'element') {
      elements.push(meaning.value)
      if (meaning.value === 'moon' || meaning.value === 'stars') weakLight = 'night'
    } else if (meaning.facet === 'light') lights.push(meaning.value)
  }
  return { places, lights, weather: [...new Set(weather)], seasons, mediums, moods, elements, weakLight }
}
