import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { resolutions } from '@mediagen/contract/limits'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unitPriceOf } from '../core/domain/catalogue.ts'
import { productNames } from '../core/domain/products.ts'
import { findRequestViolations } from '../wiring/find-request-violations.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { OperatorFileError } from './operator-file-error.ts'

const effects = `effects:
  - id: dusk
    name: Dusk
    description: Evening light.
    surface: image
    instruction: Make it dusk.
    defaults: { resolution: hd }
  - id: drift
    name: Drift
    description: A slow pan.
    surface: video
    instruction: Pan slowly.
    defaults: { resolution: fhd, aspectRatio: '16:9', durationSeconds: 8 }
`
const pricing = `currency: USD
products:
  - product: image.generate
    unit: image
    tiers:
      - { tier: 1k, unitPrice: '0.02' }
  - product: video.transform
    unit: second
    tiers:
      - { tier: hd, unitPrice: '0.050001' }
`
const gallery = `examples:
  - id: first
    surface: IMAGE
    title: First
    caption: A picture.
    parameter: effectId
    request: { effectId: dusk, resolution: hd }
    category: { id: light, label: Light, sortOrder: 1 }
    input: { assetId: in }
    poster: null
    output: { assetId: out }
    blurredPoster: null
    blurredOutput: null
    width: 1024
    height: 768
files:
  in: { file: gallery/in.jpg, contentType: image/jpeg }
  out: { file: gallery/out.jpg, contentType: image/jpeg }
`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-catalogue-'))
  await write({})
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function write(files: { effects?: string; pricing?: string; gallery?: string }): Promise<void> {
  await writeFile(join(folder, 'effects.yaml'), files.effects ?? effects)
  await writeFile(join(folder, 'pricing.yaml'), files.pricing ?? pricing)
  await writeFile(join(folder, 'gallery.yaml'), files.gallery ?? gallery)
}

/** The message with which a start with these files fails. */
async function messageOf(files: Parameters<typeof write>[0]): Promise<string> {
  await write(files)
  const error = await loadCatalogue(folder, findRequestViolations).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(OperatorFileError)
  return error instanceof Error ? error.message : ''
}

describe('loadCatalogue', () => {
  test('reads effects, exact prices and the gallery with its files', async () => {
    const catalogue = await loadCatalogue(folder, findRequestViolations)
    expect(catalogue.effects.map(({ id, surface, defaults }) => ({ id, surface, defaults }))).toEqual([
      { id: 'dusk', surface: 'image', defaults: { resolution: 'hd' } },
      {
        id: 'drift',
        surface: 'video',
        defaults: { resolution: 'fhd', aspectRatio: '16:9', durationSeconds: 8 },
      },
    ])
    expect(unitPriceOf(catalogue.pricing, 'video.transform', 'hd')?.micros).toBe(50_001n)
    expect(unitPriceOf(catalogue.pricing, 'image.generate', '2k')).toBeUndefined()
    expect(catalogue.gallery).toHaveLength(1)
    expect(catalogue.galleryFiles.get('out')).toEqual({
      path: join(folder, 'gallery/out.jpg'),
      contentType: 'image/jpeg',
    })
  })

  test('reads the shipped catalogue: every tier of every product has a price', async () => {
    const shipped = await loadCatalogue(
      fileURLToPath(new URL('../../catalogue', import.meta.url)),
      findRequestViolations,
    )
    for (const product of productNames) {
      for (const tier of Object.keys(resolutions[product])) {
        expect(unitPriceOf(shipped.pricing, product, tier)?.micros, `${product} ${tier}`).toBeGreaterThan(0n)
      }
    }
  })

  test('says which file cannot be read', async () => {
    await rm(join(folder, 'pricing.yaml'))
    await expect(loadCatalogue(folder, findRequestViolations)).rejects.toThrow(
      /pricing\.yaml:\n {2}- cannot be read/,
    )
  })

  test('reports invalid YAML with its line', async () => {
    expect(await messageOf({ effects: 'effects:\n  - id: a\n bad: [\n' })).toMatch(
      /effects\.yaml:\n {2}- line [234], column \d+:/,
    )
  })

  test('names every problem of a file, each with its line', async () => {
    const wrong = effects
      .replace('id: dusk', 'id: Dusk!')
      .replace('surface: video', 'surface: film')
      .replace('instruction: Pan slowly.', "instruction: ''")
    const message = await messageOf({ effects: wrong })
    expect(message).toContain('- line 2: "effects[0].id"')
    expect(message).toContain('- line 11: "effects[1].surface"')
    expect(message).toContain('- line 12: "effects[1].instruction"')
  })

  test.each([
    ['an effect twice', { effects: effects.replace('id: drift', 'id: dusk') }, 'line 8'],
    ['an unknown field', { effects: effects.replace('name: Dusk', 'nmae: Dusk') }, '"effects[0].nmae"'],
    [
      'a missing field',
      { effects: effects.replace('    name: Dusk\n', '') },
      '"effects[0].name" is required',
    ],
    [
      'a preset of a tier that the product lacks',
      { effects: effects.replace('{ resolution: hd }', '{ resolution: 4k }') },
      'hd, fhd',
    ],
    ['a price that YAML would read as a float', { pricing: pricing.replace("'0.02'", '0.02') }, 'line 6'],
    ['a price with too few decimals', { pricing: pricing.replace("'0.02'", "'0.2'") }, 'quoted decimal'],
    [
      'a price with too many decimals',
      { pricing: pricing.replace("'0.02'", "'0.0200001'") },
      'quoted decimal',
    ],
    ['a negative price', { pricing: pricing.replace("'0.02'", "'-0.02'") }, 'quoted decimal'],
    ['another currency', { pricing: pricing.replace('USD', 'EUR') }, 'line 1'],
    ['a product twice', { pricing: pricing.replace('video.transform', 'image.generate') }, 'line 7'],
    ['an unknown product', { pricing: pricing.replace('video.transform', 'audio.generate') }, 'line 7'],
    ['a tier of another product', { pricing: pricing.replace('tier: 1k', 'tier: hd') }, 'hd is not a tier'],
    [
      'an example of an unknown effect',
      { gallery: gallery.replace('effectId: dusk', 'effectId: dawn') },
      'no effect dawn',
    ],
    [
      'an example without its file',
      { gallery: gallery.replace('{ assetId: out }', '{ assetId: lost }') },
      'no file for lost',
    ],
    ['an example of a wrong surface', { gallery: gallery.replace('IMAGE', 'image') }, 'line 3'],
  ])('rejects %s and says where', async (_name, files, expected) => {
    expect(await messageOf(files)).toContain(expected)
  })
})

describe('an effect may preset only what a caller could have sent', () => {
  test.each([
    [
      'an aspect ratio of no product',
      "defaults: { resolution: fhd, aspectRatio: '5:7', durationSeconds: 8 }",
    ],
    ['an aspect ratio of another product', "defaults: { aspectRatio: '21:9' }"],
    ['a duration that cannot be sent', 'defaults: { durationSeconds: 7 }'],
  ])('%s stops the start', async (_name, defaults) => {
    expect(
      await messageOf({ effects: effects.replace(/defaults: \{ resolution: fhd.*/, defaults) }),
    ).toContain('drift')
  })

  test('a duration on an image effect stops the start', async () => {
    const wrong = effects.replace('defaults: { resolution: hd }', 'defaults: { durationSeconds: 5 }')
    expect(await messageOf({ effects: wrong })).toContain('dusk')
  })
})

describe('the instructions of an effect to models', () => {
  test('are read unchanged, and left out where the file has none', async () => {
    const words =
      'instruction: Pan slowly.\n    motion: To the left.\n    negativePrompt: cut\n    strength: 0'
    await write({ effects: effects.replace('instruction: Pan slowly.', words) })
    const [dusk, drift] = (await loadCatalogue(folder, findRequestViolations)).effects
    expect(drift).toMatchObject({ motion: 'To the left.', negativePrompt: 'cut', strength: 0 })
    expect(Object.keys(dusk ?? {})).toEqual([
      'id',
      'name',
      'description',
      'surface',
      'instruction',
      'defaults',
    ])
  })

  test.each([
    ['motion of an image effect', 'motion: To the left.', '- line 7: "effects[0].motion" is not allowed'],
    ['a strength below 0', 'strength: -0.1', '- line 7: "effects[0].strength" must be greater than'],
    ['a strength above 1', 'strength: 1.01', '- line 7: "effects[0].strength" must be less than'],
    ['a strength in words', "strength: '0.5'", '- line 7: "effects[0].strength" must be a number'],
    ['an empty negative prompt', "negativePrompt: ''", '- line 7: "effects[0].negativePrompt"'],
    ['studioOnly as a word', "studioOnly: 'yes'", '- line 7: "effects[0].studioOnly" must be a boolean'],
  ])('is rejected with its line: %s', async (_name, line, expected) => {
    const wrong = effects.replace('Make it dusk.', `Make it dusk.\n    ${line}`)
    expect(await messageOf({ effects: wrong })).toContain(expected)
  })
})
