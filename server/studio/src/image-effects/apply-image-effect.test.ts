import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { applyImageEffect } from './apply-image-effect.js'
import { imageEffects } from './effect-registry.js'
import { meanColour, meanDifference, testPicture } from './support/test-picture.js'

const input = testPicture()
const ids = Object.keys(imageEffects)
const options = { prompt: '', seed: 11 }

describe('image effects', () => {
  test('the catalogue and the studio know the same image effects', () => {
    const file = new URL('../../../catalogue/effects.yaml', import.meta.url)
    const catalogue: { effects: { id: string; surface: string }[] } = parse(readFileSync(file, 'utf8'))
    const listed = catalogue.effects.filter(({ surface }) => surface === 'image').map(({ id }) => id)
    expect(listed.sort()).toEqual([...ids].sort())
  })

  test.each(ids)('%s changes the picture visibly, keeps its size and is opaque', async (id) => {
    const result = await applyImageEffect(id, input, options)
    expect([result.widthPx, result.heightPx]).toEqual([input.widthPx, input.heightPx])
    expect(result.rgba).toHaveLength(input.rgba.length)
    expect(meanDifference(input, result)).toBeGreaterThan(6)
    expect(result.rgba.every((value, index) => index % 4 !== 3 || value === 255)).toBe(true)
  })

  test.each(ids)('%s gives the same bytes for the same seed', async (id) => {
    const first = await applyImageEffect(id, input, options)
    const again = await applyImageEffect(id, input, options)
    expect(Buffer.from(first.rgba).equals(Buffer.from(again.rgba))).toBe(true)
  })

  test('every two effects differ more than a person would overlook', async () => {
    const results = await Promise.all(ids.map((id) => applyImageEffect(id, input, options)))
    for (const [index, result] of results.entries()) {
      for (const [other, another] of results.slice(0, index).entries()) {
        expect(meanDifference(result, another), `${ids[index]} and ${ids[other]}`).toBeGreaterThan(6)
      }
    }
  })

  test.each(ids)('%s works on the smallest and on narrow pictures', async (id) => {
    for (const [widthPx, heightPx] of [
      [16, 16],
      [16, 90],
      [97, 17],
    ] as const) {
      const result = await applyImageEffect(id, testPicture(widthPx, heightPx), options)
      expect(result.rgba).toHaveLength(widthPx * heightPx * 4)
    }
  })

  test('an effect that is not the studio’s throws', async () => {
    await expect(applyImageEffect('levitation', input, options)).rejects.toThrow(RangeError)
    await expect(applyImageEffect('toString', input, options)).rejects.toThrow(RangeError)
  })

  test('the input is left as it was', async () => {
    const untouched = testPicture()
    for (const id of ids) await applyImageEffect(id, untouched, options)
    expect(meanDifference(untouched, input)).toBe(0)
  })
})

describe('prompts', () => {
  const restyle = (prompt: string, effectId?: string) =>
    applyImageEffect(effectId, input, { prompt, seed: 11 })
  const before = meanColour(input)

  test('every prompt changes the picture visibly, understood or not', async () => {
    for (const prompt of ['quux', 'a horse on the moon', '愛', 'snow', 'blue', 'as a watercolour', '!']) {
      expect(meanDifference(input, await restyle(prompt)), prompt).toBeGreaterThan(6)
    }
  })

  test('the same prompt gives the same bytes, another prompt other ones', async () => {
    const [first, again, other] = await Promise.all([restyle('quux'), restyle('quux'), restyle('quuz')])
    expect(meanDifference(first, again)).toBe(0)
    expect(meanDifference(first, other)).toBeGreaterThan(3)
  })

  test('colour words pull the picture towards their colour', async () => {
    const blue = meanColour(await restyle('make it blue'))
    expect(blue.blue - blue.red).toBeGreaterThan(before.blue - before.red + 40)
    const red = meanColour(await restyle('red, please'))
    expect(red.red - red.blue).toBeGreaterThan(before.red - before.blue + 60)
    const green = meanColour(await restyle('emerald'))
    expect(green.green - green.red).toBeGreaterThan(before.green - before.red + 20)
  })

  test('light and season words do what they say', async () => {
    const night = meanColour(await restyle('at night'))
    expect(night.red + night.green + night.blue).toBeLessThan(0.6 * (before.red + before.green + before.blue))
    expect(night.blue).toBeGreaterThan(night.red)
    const golden = meanColour(await restyle('golden light'))
    expect(golden.red - golden.blue).toBeGreaterThan(before.red - before.blue + 30)
    const autumn = meanColour(await restyle('autumn'))
    expect(autumn.red - autumn.blue).toBeGreaterThan(before.red - before.blue + 30)
    const snow = meanColour(await restyle('deep snow'))
    expect(snow.red + snow.green + snow.blue).toBeGreaterThan(before.red + before.green + before.blue)
    const grey = await restyle('black and white')
    expect(
      grey.rgba.every((value, index) => index % 4 === 3 || value === grey.rgba[index - (index % 4)]),
    ).toBe(true)
  })

  test('a medium word paints with the technique of that effect', async () => {
    const [drawn, effect, photo] = await Promise.all([
      restyle('as a pencil sketch'),
      applyImageEffect('pencil-sketch', input, options),
      restyle('quux'),
    ])
    expect(meanDifference(drawn, effect)).toBeLessThan(0.5 * meanDifference(drawn, photo))
  })

  test('a denied word has no say', async () => {
    const bright = meanColour(await restyle('no night at all'))
    expect(bright.red + bright.green + bright.blue).toBeGreaterThan(
      0.75 * (before.red + before.green + before.blue),
    )
  })

  test('a prompt beside an effect adds to it and does not replace it', async () => {
    const [plain, tinted, photo] = await Promise.all([
      restyle('', 'noir'),
      restyle('blue', 'noir'),
      restyle('blue'),
    ])
    const colour = meanColour(tinted)
    expect(colour.blue - colour.red).toBeGreaterThan(15)
    expect(meanDifference(tinted, plain)).toBeGreaterThan(3)
    expect(meanDifference(tinted, photo)).toBeGreaterThan(15)
  })
})
