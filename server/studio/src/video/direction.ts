import { seedOfText } from '../core/random.js'

export type Weather = 'none' | 'snow' | 'rain' | 'fireflies' | 'embers' | 'fog'
export type Light = 'plain' | 'night' | 'warm' | 'cold' | 'bright' | 'faded'

/** What a prompt asks of the camera, the air and the light. Every prompt at least has its own `seed`. */
export interface Direction {
  readonly seed: number
  /** 1 as the effect means it; 0.6 slow, 1.6 fast, 2.4 a time lapse. */
  readonly speed: number
  /** 1 as the effect means it; smaller is subtler. */
  readonly strength: number
  /** Which way things go across: -1 left, 1 right. Named, or by the seed. */
  readonly sideways: -1 | 1
  /** The camera's move that the words name. */
  readonly move: 'in' | 'out' | 'pan' | 'up' | 'down' | 'still' | 'unnamed'
  readonly weather: Weather
  readonly light: Light
}

/** Reads a prompt, '' included. The same words always direct the same video; any other words another one. */
export function readDirection(prompt: string, salt: string): Direction {
  const words = withoutRefused(prompt.toLowerCase())
  const seed = seedOfText(`${salt}\n${prompt}`)
  return {
    seed,
    speed: first(words, speeds) ?? 1,
    strength: first(words, strengths) ?? 1,
    sideways: first(words, sides) ?? ((seed & 1) === 0 ? -1 : 1),
    move: first(words, moves) ?? 'unnamed',
    weather: first(words, weathers) ?? 'none',
    light: first(words, lights) ?? 'plain',
  }
}

type Table<Value> = readonly (readonly [RegExp, Value])[]

const speeds = [
  [/\b(time-?\s?lapse|hyper-?lapse)\b/, 2.4],
  [/\b(fast|faster|quick|quickly|rapid|rapidly|swift|energetic|rushing)\b/, 1.6],
  [/\b(slow|slowly|slow-motion|calm|calmly|gentle|gently|serene|peaceful|lazy)\b/, 0.6],
] as const satisfies Table<number>

const strengths = [
  [/\b(dramatic|dramatically|strong|strongly|intense|heavy|wild|extreme|epic)\b/, 1.5],
  [/\b(subtle|subtly|soft|softly|slight|slightly|light touch|faint|delicate)\b/, 0.6],
] as const satisfies Table<number>

const sides = [
  [/\b(to the left|leftwards?|pan left|left)\b/, -1],
  [/\b(to the right|rightwards?|pan right|right)\b/, 1],
] as const satisfies Table<-1 | 1>

const moves = [
  [/\b(zoom(s|ing)? out|pull(s|ing)? (back|out)|dolly out|reveal(s|ing)?)\b/, 'out'],
  [
    /\b(zoom(s|ing)?( in)?|push(es|ing)? in|dolly in|closer|close-up|approach(es|ing)?|fly(ing)? (in|into|through|over))\b/,
    'in',
  ],
  [/\b(crane up|tilt up|ris(e|es|ing)|ascend(s|ing)?|upwards?)\b/, 'up'],
  [/\b(crane down|tilt down|descend(s|ing)?|lower(s|ing)?|downwards?)\b/, 'down'],
  [
    /\b(pan|pans|panning|track(s|ing)? shot|sideways|leftwards?|rightwards?|to the (left|right)|dolly (left|right))\b/,
    'pan',
  ],
  [/\b(static|still camera|locked-off|tripod)\b/, 'still'],
] as const satisfies Table<Direction['move']>

const weathers = [
  [/\b(snow|snowy|snowing|snowfall|snowflakes?|blizzard|flurr(y|ies))\b/, 'snow'],
  [/\b(rain|rainy|raining|rainfall|drizzle|downpour|thunderstorm|monsoon)\b/, 'rain'],
  [/\b(firefl(y|ies)|fairy|sparkl(e|es|ing)|magic|magical|bokeh|pixie)\b/, 'fireflies'],
  [/\b(embers?|sparks?|fire|flames?|bonfire|campfire|volcano|lava)\b/, 'embers'],
  [/\b(fog|foggy|mist|misty|haze|hazy|smoke|smoky)\b/, 'fog'],
] as const satisfies Table<Weather>

const lights = [
  [/\b(night|nighttime|midnight|moonlit|moonlight|dark|nocturnal)\b/, 'night'],
  [/\b(warm|warmer|golden|sunset|sunrise|dusk|dawn|autumn|candlelight)\b/, 'warm'],
  [/\b(cold|colder|cool|icy|winter|wintry|blue|frozen)\b/, 'cold'],
  [/\b(bright|brighter|sunny|sunlit|vivid|daylight|summer)\b/, 'bright'],
  [/\b(vintage|sepia|faded|retro|old film|black and white|monochrome|noir)\b/, 'faded'],
] as const satisfies Table<Light>

function first<Value>(words: string, table: Table<Value>): Value | undefined {
  return table.find(([pattern]) => pattern.test(words))?.[1]
}

/** Drops what is asked not to be there: 'no rain', 'without any snow'. */
function withoutRefused(words: string): string {
  return words.replace(/\b(no|not|without|never)\s+(any\s+|the\s+)?[\p{L}-]+/gu, ' ')
}
