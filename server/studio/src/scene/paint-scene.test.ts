import { describe, expect, test } from 'vitest'
import type { Raster } from '../core/raster.js'
import { paintScene } from './paint-scene.js'

const size = { widthPx: 128, heightPx: 128 }
const paint = (prompt: string, negativePrompt = '', shape = size) =>
  paintScene({ prompt, negativePrompt, ...shape })

/** Mean of a measure of red, green, blue (0 to 255) over a part of the rows. */
function mean(
  raster: Raster,
  measure: (red: number, green: number, blue: number) => number,
  from = 0,
  to = 1,
): number {
  const first = Math.floor(raster.heightPx * from) * raster.widthPx
  const last = Math.floor(raster.heightPx * to) * raster.widthPx
  let sum = 0
  for (let pixel = first; pixel < last; pixel++) {
    const [red = 0, green = 0, blue = 0] = raster.rgba.subarray(pixel * 4, pixel * 4 + 3)
    sum += measure(red, green, blue)
  }
  return sum / (last - first)
}

const brightness = (red: number, green: number, blue: number) => 0.3 * red + 0.59 * green + 0.11 * blue
const redness = (red: number, green: number, blue: number) => Math.max(0, red - (green + blue) / 2)

function difference(one: Raster, other: Raster): number {
  let sum = 0
  for (let at = 0; at < one.rgba.length; at++) sum += Math.abs(one.rgba[at] - other.rgba[at])
  return sum / (one.widthPx * one.heightPx * 3)
}

const prompts = [
  'a lighthouse in a storm',
  'a red fox in a snowy forest at dawn',
  'a cat on a windowsill, watercolor',
  'city skyline at night, neon, rain',
  'three hot air balloons over green hills',
  'a sailboat on a calm lake at sunset',
  'an astronaut on a purple planet',
  'a bowl of oranges, oil painting',
  'desert dunes under a starry sky',
  'a castle on a cliff, low poly',
  'cherry blossoms by a pagoda, ukiyo-e',
  'a whale beneath the waves',
  'robot in a field of sunflowers',
  'abstract thoughts of tomorrow',
  'zorblax',
  'zorblax quindle',
  'zorblax quindel',
  'mountains',
  'mountain',
  'Mountains',
  'a mountain',
  'mountains, pencil sketch',
  'pixel art dragon',
  'paper cut deer',
  'volcano at night',
  'grand canyon',
  'tropical beach',
  'waterfall in the jungle',
  'northern lights over a lake',
  'a village in autumn',
  'steam train, vintage photo',
  'a vase of flowers',
  'a cup of coffee',
  'horses in the savanna',
  'a street in the rain at night',
  'galaxy',
  'two owls',
  'three owls',
  'comic of a rocket',
  'ink wash of a bamboo grove',
]

describe('paintScene', () => {
  test('gives clearly different pictures for 40 different prompts, near twins among them', async () => {
    const pictures: Raster[] = []
    for (const prompt of prompts) pictures.push(await paint(prompt))
    let least = Number.POSITIVE_INFINITY
    for (let one = 0; one < pictures.length; one++) {
      for (let other = one + 1; other < pictures.length; other++) {
        const [first, second] = [pictures[one], pictures[other]]
        if (first && second) least = Math.min(least, difference(first, second))
      }
    }
    expect(least).toBeGreaterThan(4)
  })

  test.each([
    [128, 64],
    [64, 128],
    [126, 54],
    [97, 61],
    [16, 16],
    [33, 200],
  ])('paints just %i x %i pixels, all opaque', async (widthPx, heightPx) => {
    for (const prompt of ['a ship on the sea', 'a cat on a windowsill, oil painting', 'pixel art street']) {
      const raster = await paint(prompt, '', { widthPx, heightPx })
      expect([raster.widthPx, raster.heightPx, raster.rgba.length]).toEqual([
        widthPx,
        heightPx,
        widthPx * heightPx * 4,
      ])
      expect(raster.rgba.every((value, at) => at % 4 !== 3 || value === 255)).toBe(true)
    }
  })

  test('paints the same picture at every resolution', async () => {
    const small = await paint('a castle by a lake at sunset')
    const large = await paint('a castle by a lake at sunset', '', { widthPx: 512, heightPx: 512 })
    for (const [from, to] of [
      [0, 0.3],
      [0.3, 0.6],
      [0.6, 1],
    ] as const) {
      expect(Math.abs(mean(small, brightness, from, to) - mean(large, brightness, from, to))).toBeLessThan(9)
    }
  })

  test('is darker at night than at noon', async () => {
    for (const place of ['mountains', 'a lake', 'a city', 'a meadow']) {
      expect(mean(await paint(`${place} at night`), brightness)).toBeLessThan(
        mean(await paint(`${place} at noon`), brightness) * 0.75,
      )
    }
  })

  test('is redder when the prompt says red', async () => {
    for (const [plain, red] of [
      ['a blue abstract', 'a red abstract'],
      ['green hills at noon', 'red hills at noon'],
      ['a teal book on a table at noon', 'a red book on a table at noon, red'],
    ] as const) {
      expect(mean(await paint(red), redness)).toBeGreaterThan(mean(await paint(plain), redness) + 3)
    }
  })

  test('brightens the ground with snow', async () => {
    const green = mean(await paint('hills in summer at noon', 'flowers'), brightness, 0.7)
    expect(
      mean(await paint('hills in the snow, winter, at noon', 'flowers'), brightness, 0.7),
    ).toBeGreaterThan(green + 15)
  })

  test('shows a clear sky when clouds are refused', async () => {
    const roughness = async (negative: string) => {
      const raster = await paint('mountains at noon, cloudy', negative)
      const level = mean(raster, brightness, 0, 0.25)
      return mean(raster, (red, green, blue) => Math.abs(brightness(red, green, blue) - level), 0, 0.25)
    }
    expect(await roughness('clouds, sun, birds')).not.toBe(await roughness('sun, birds'))
  })

  test.each([
    ['emoji', '🦊🌲❄️'],
    ['right to left', 'قطة على النافذة'],
    ['2000 code points', '𝔞🐉 '.repeat(666)],
    ['only spaces', '   '],
    ['nothing', ''],
    ['control characters', '\u0000\u202e\ufeff\n\t'],
    ['markup', '<svg onload="x"> & ]]> "\' </g>'],
    ['a prototype name', 'constructor __proto__ toString hasOwnProperty'],
    ['half a surrogate pair', '\ud83d cat \udd8a'],
  ])('paints for %s without complaint', async (_name, prompt) => {
    const raster = await paintScene({ prompt, negativePrompt: prompt, widthPx: 48, heightPx: 40 })
    expect(raster.rgba).toHaveLength(48 * 40 * 4)
  })
})
