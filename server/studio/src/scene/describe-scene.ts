import { createRandom, type Random, seedOfText } from '../core/random.js'
import { placeElements } from './lexicon/place-elements.js'
import { readPhrases } from './lexicon/word-index.js'
import { type PromptReading, readPrompt } from './read-prompt.js'
import type {
  Element,
  Light,
  Medium,
  Mood,
  Place,
  SceneDescription,
  SceneSubject,
  Season,
  Weather,
} from './scene-description.js'
import { traitsOf } from './subjects/subject-traits.js'

/**
 * Says what to paint for a prompt. Pure; never throws, whatever the text. Words of the negative prompt take
 * subjects, weather, parts, colours and (where the prompt does not ask for it) the place away.
 */
export function describeScene(prompt: string, negativePrompt = ''): SceneDescription {
  const seed = seedOfText(`${prompt}\u0000${negativePrompt}`)
  const random = createRandom(seed)
  const wanted = readPrompt(readPhrases(prompt))
  const unwanted = readPrompt(readPhrases(negativePrompt))
  const without = withoutElements(wanted, unwanted)
  const refusedColours = [...unwanted.colours, unwanted.placeColour]
  const subjects = wanted.subjects
    .filter((subject) => !isUnwanted(subject, unwanted, without))
    .sort((one, other) => Number(isPlant(one)) - Number(isPlant(other)))
    .filter(({ kind }, _, all) => !(isCutFlower(kind) && all.some((other) => other.kind === 'vase')))
  const place = choosePlace(wanted, unwanted, without, subjects, random)
  const weather = wanted.weather.filter((kind) => !unwanted.weather.includes(kind))
  const medium = wanted.mediums.find((kind) => !unwanted.mediums.includes(kind)) ?? 'photo'
  const light = chooseLight(wanted, unwanted, place, weather, medium, random)
  const season = chooseSeason(wanted, unwanted, place, random)
  const elements = chooseElements(wanted, without, place, light, weather, season, random)
  return {
    seed,
    place,
    light,
    weather,
    season,
    medium,
    mood: chooseMood(wanted, unwanted, random),
    colours: wanted.colours.filter((colour) => !refusedColours.includes(colour)),
    ...(wanted.placeColour && !refusedColours.includes(wanted.placeColour)
      ? { placeColour: wanted.placeColour }
      : {}),
    subjects,
    elements,
    strangeness: wanted.strangeness,
  }
}

function withoutElements(wanted: PromptReading, unwanted: PromptReading): ReadonlySet<Element> {
  const without = new Set<Element>([...unwanted.elements, ...wanted.withoutElements])
  if (unwanted.subjects.some(({ kind }) => kind === 'flock' || kind === 'bird')) without.add('birds')
  if (unwanted.weather.includes('overcast')) without.add('clouds')
  if (without.has('sun')) without.add('lights')
  return without
}

/** Plants make room for whatever else is named: they stand around it. */
function isPlant({ kind }: SceneSubject): boolean {
  const { group } = traitsOf(kind)
  return group === 'tree' || (group === 'flower' && kind !== 'vase')
}

/** In a vase, flowers are part of the bunch. */
function isCutFlower(kind: SceneSubject['kind']): boolean {
  return kind === 'flower' || kind === 'sunflower'
}

/** The parts of a scene that stand for a whole group of subjects. */
const elementOfGroup = {
  building: 'buildings',
  boat: 'boats',
  animal: 'animals',
  bird: 'birds',
  person: 'people',
  tree: 'trees',
  flower: 'flowers',
  vehicle: undefined,
  object: undefined,
} as const

function isUnwanted(subject: SceneSubject, unwanted: PromptReading, without: ReadonlySet<Element>): boolean {
  if (unwanted.subjects.some(({ kind }) => kind === subject.kind)) return true
  const { group } = traitsOf(subject.kind)
  const element = elementOfGroup[group]
  if (group === 'bird' && without.has('animals')) return true
  return element !== undefined && without.has(element)
}

const wateryPlaces: readonly Place[] = ['sea', 'lake', 'river', 'waterfall', 'beach', 'coast', 'underwater']
const wildPlaces: readonly Place[] = [
  'mountains',
  'hills',
  'lake',
  'meadow',
  'coast',
  'forest',
  'river',
  'desert',
]

function choosePlace(
  wanted: PromptReading,
  unwanted: PromptReading,
  without: ReadonlySet<Element>,
  subjects: readonly SceneSubject[],
  random: Random,
): Place {
  const isRefused = (place: Place) =>
    unwanted.places.includes(place) || (without.has('water') && wateryPlaces.includes(place))
  const asked = askedPlace(wanted, subjects)
  if (asked && !isRefused(asked)) return asked
  const lead = subjects.at(0)
  const fitting = lead ? traitsOf(lead.kind).places : placesOfReading(wanted)
  const open = fitting.filter((place) => !isRefused(place))
  if (open.length > 0) return random.pick(open)
  const fallback = wildPlaces.filter(
    (place) => !isRefused(place) && !(place === 'forest' && without.has('trees')),
  )
  return fallback.length > 0 ? random.pick(fallback) : 'abstract'
}

function askedPlace(wanted: PromptReading, subjects: readonly SceneSubject[]): Place | undefined {
  const lead = subjects.at(0)
  const group = lead ? traitsOf(lead.kind).group : undefined
  const places = wanted.places.filter(
    (place) => !(place === 'windowsill' && (group === 'building' || group === 'vehicle')),
  )
  // "A city street" is a street, "a starry sky over dunes" is dunes: the more particular place wins.
  const first = [
    ...places.filter((place) => place === 'street' || place === 'underwater'),
    ...(places.includes('mountains') || places.includes('forest')
      ? places.filter((place) => place === 'lake' || place === 'river' || place === 'waterfall')
      : []),
    ...places.filter((place) => place !== 'sky' && place !== 'abstract'),
  ].at(0)
  if (first === 'planet' && !lead && !wanted.standsOn) return 'space'
  if (first === 'city' && lead && traitsOf(lead.kind).anchor === 'ground' && group !== 'building')
    return 'street'
  if (first === 'sea' && lead && traitsOf(lead.kind).anchor === 'ground') return 'coast'
  if (first) return first
  if (wanted.isPlainlyAbstract) return 'abstract'
  const isGrounded = lead !== undefined && traitsOf(lead.kind).anchor !== 'air'
  if (places.includes('sky') && !isGrounded) return 'sky'
  if (places.includes('abstract') && !lead) return 'abstract'
  return undefined
}

/**
 * Where a prompt without place and subject plays: light, weather and season point outdoors, nothing at all
 * inwards.
 */
function placesOfReading(wanted: PromptReading): readonly Place[] {
  if (wanted.elements.includes('galaxy') || wanted.elements.includes('planets')) return ['space']
  if (wanted.elements.includes('palms')) return ['beach']
  if (wanted.elements.includes('flowers')) return ['meadow']
  if (wanted.elements.includes('trees')) return ['forest', 'hills', 'meadow']
  if (wanted.seasons.includes('winter') || wanted.weather.includes('snowfall')) return ['snow', 'mountains']
  if (wanted.mediums.includes('neon')) return ['city']
  if (wanted.lights.length + wanted.weather.length + wanted.seasons.length > 0) return wildPlaces
  return wanted.elements.length > 0 ? wildPlaces : ['abstract']
}

function chooseLight(
  wanted: PromptReading,
  unwanted: PromptReading,
  place: Place,
  weather: readonly Weather[],
  medium: Medium,
  random: Random,
): Light {
  const isFree = (light: Light) => !unwanted.lights.includes(light)
  const asked = wanted.lights.find(isFree)
  if (asked) return asked
  const dark: readonly Light[] = ['night', 'dusk']
  const usual: readonly Light[] = ['morning', 'noon', 'golden', 'golden', 'sunset', 'dawn']
  const needsNight =
    place === 'space' || medium === 'neon' || weather.includes('aurora') || wanted.weakLight === 'night'
  const choices = needsNight
    ? dark.slice(0, 1)
    : place === 'city' || place === 'street'
      ? [...usual, ...dark]
      : usual
  const free = choices.filter(isFree)
  return random.pick(free.length > 0 ? free : ['noon'])
}

function chooseSeason(wanted: PromptReading, unwanted: PromptReading, place: Place, random: Random): Season {
  const asked = wanted.seasons.find((season) => !unwanted.seasons.includes(season))
  if (asked) return asked
  const isWinter = place === 'snow' || wanted.weather.includes('snowfall')
  if (isWinter && !unwanted.seasons.includes('winter')) return 'winter'
  const seasons: readonly Season[] = ['spring', 'summer', 'summer', 'autumn']
  const free = seasons.filter((season) => !unwanted.seasons.includes(season))
  return random.pick(free.length > 0 ? free : ['winter'])
}

function chooseMood(wanted: PromptReading, unwanted: PromptReading, random: Random): Mood {
  const asked = wanted.moods.find((mood) => !unwanted.moods.includes(mood))
  const free = (['plain', 'calm', 'dramatic', 'dreamy'] as const).filter(
    (mood) => !unwanted.moods.includes(mood),
  )
  return asked ?? random.pick(free.length > 0 ? free : ['plain'])
}

function chooseElements(
  wanted: PromptReading,
  without: ReadonlySet<Element>,
  place: Place,
  light: Light,
  weather: readonly Weather[],
  season: Season,
  random: Random,
): Element[] {
  const inventory = placeElements[place]
  const elements = new Set<Element>([...inventory.always, ...wanted.elements])
  for (const element of inventory.sometimes) if (random.chance(0.45)) elements.add(element)
  if (light === 'night') {
    elements.add('stars')
    if (random.chance(0.6) && !wanted.mediums.includes('neon')) elements.add('moon')
  } else if (place !== 'space') elements.add('sun')
  if (wanted.elements.includes('moon')) elements.delete('sun')
  if (season === 'winter') elements.add('snow')
  if (weather.includes('overcast') || weather.includes('storm')) elements.add('clouds')
  return [...elements].filter((element) => !without.has(element))
}
