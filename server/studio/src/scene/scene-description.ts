import type { SubjectKind } from './lexicon/subject-words.js'

/** Where the scene plays. */
export type Place =
  | 'mountains'
  | 'hills'
  | 'forest'
  | 'desert'
  | 'sea'
  | 'lake'
  | 'river'
  | 'waterfall'
  | 'beach'
  | 'coast'
  | 'snow'
  | 'canyon'
  | 'volcano'
  | 'meadow'
  | 'savanna'
  | 'city'
  | 'street'
  | 'village'
  | 'space'
  | 'planet'
  | 'underwater'
  | 'sky'
  | 'table'
  | 'windowsill'
  | 'room'
  | 'abstract'

/** Time of day, which is most of the light. */
export type Light = 'dawn' | 'morning' | 'noon' | 'golden' | 'sunset' | 'dusk' | 'night'

/** What the air does. Several may hold at once. */
export type Weather = 'rain' | 'snowfall' | 'storm' | 'fog' | 'rainbow' | 'aurora' | 'overcast' | 'wind'

/** The time of year: it colours leaves and ground. */
export type Season = 'spring' | 'summer' | 'autumn' | 'winter'

/** What the picture seems to be made with. */
export type Medium =
  | 'photo'
  | 'watercolour'
  | 'oil'
  | 'pencil'
  | 'ink'
  | 'pixel'
  | 'low-poly'
  | 'neon'
  | 'woodblock'
  | 'paper-cut'
  | 'comic'
  | 'vintage'

/** The temper of the grading. */
export type Mood = 'plain' | 'calm' | 'dramatic' | 'dreamy' | 'dark' | 'joyful' | 'melancholy' | 'eerie'

/** Colours that words can ask for. */
export type ColourName =
  | 'red'
  | 'orange'
  | 'yellow'
  | 'gold'
  | 'green'
  | 'teal'
  | 'blue'
  | 'indigo'
  | 'purple'
  | 'pink'
  | 'brown'
  | 'black'
  | 'white'
  | 'grey'
  | 'silver'
  | 'rainbow'

/** Things that a scene has by itself, and that a negative prompt can take away. */
export type Element =
  | 'clouds'
  | 'sun'
  | 'moon'
  | 'stars'
  | 'trees'
  | 'flowers'
  | 'grass'
  | 'rocks'
  | 'birds'
  | 'water'
  | 'mountains'
  | 'buildings'
  | 'people'
  | 'animals'
  | 'boats'
  | 'fog'
  | 'rain'
  | 'snow'
  | 'galaxy'
  | 'planets'
  | 'blossoms'
  | 'palms'
  | 'lights'
  | 'shadows'

/** How large a subject is against what is usual for it. */
export type Size = 'tiny' | 'usual' | 'huge'

/** One kind of thing in the picture. The kinds are those of the lexicon. */
export interface SceneSubject {
  readonly kind: SubjectKind
  readonly count: number
  readonly colour?: ColourName
  readonly size: Size
}

/** All that the painter needs to know, and nothing about pixels: equal descriptions give equal pictures. */
export interface SceneDescription {
  /** From every character of both prompts: words that the lexicon does not know still change the picture. */
  readonly seed: number
  readonly place: Place
  readonly light: Light
  readonly weather: readonly Weather[]
  readonly season: Season
  readonly medium: Medium
  readonly mood: Mood
  /** Colours that belong to the whole picture. */
  readonly colours: readonly ColourName[]
  /** The colour that was said of the place itself ("green hills", "a purple planet"). */
  readonly placeColour?: ColourName
  readonly subjects: readonly SceneSubject[]
  readonly elements: readonly Element[]
  /** 0 to 1: how much of the prompt nothing in the lexicon answered. */
  readonly strangeness: number
}
