import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Joi from 'joi'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { productNames } from '../core/domain/products.ts'
import { loadProviders } from './load-providers.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-providers-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const hosted = {
  kind: 'hosted',
  apiKey: 'required',
  model: 'required',
  products: ['image.generate', 'video.generate'],
  options: Joi.object({ style: Joi.string().default('plain') }),
} as const

async function load(text: string) {
  const path = join(folder, 'providers.yaml')
  await writeFile(path, text)
  return loadProviders(path, [hosted], (variable) => (variable === 'HOSTED_KEY' ? 'secret' : undefined))
}

describe('loadProviders', () => {
  test('serves every product with the studio if there is no file', async () => {
    const { providers, routes } = await loadProviders(undefined, [], () => undefined)
    expect(providers).toEqual([{ name: 'studio', kind: 'studio' }])
    expect(routes).toEqual(productNames.map((product) => ({ product, providers: ['studio'] })))
  })

  test('reads providers and routes, tiers included', async () => {
    const file = await load(`
providers:
  - { name: first, kind: studio }
  - { name: second, kind: studio }
routes:
  - { product: image.generate, tiers: [1k], providers: [first, second] }
  - { product: video.generate, providers: [second] }
`)
    expect(file.providers.map(({ name }) => name)).toEqual(['first', 'second'])
    expect(file.routes).toEqual([
      { product: 'image.generate', tiers: ['1k'], providers: ['first', 'second'] },
      { product: 'video.generate', providers: ['second'] },
    ])
  })

  test.each([
    [
      'a route to a missing provider',
      'routes:\n  - { product: image.generate, providers: [b] }',
      'no provider b',
    ],
    ['a route of an unknown product', 'routes:\n  - { product: audio, providers: [a] }', 'line 4'],
    ['a route without providers', 'routes:\n  - { product: image.generate, providers: [] }', 'line 4'],
    ['no routes', '', '"routes" is required'],
    [
      'a tier that the product does not have',
      'routes:\n  - { product: image.generate, tiers: [1k, 8k], providers: [a] }',
      'line 4: image.generate: there is no tier 8k; there are 1k, 2k, 4k',
    ],
    [
      'a misspelt weight',
      'routes:\n  - { product: image.generate, providers: [{ name: a, weigth: 2 }] }',
      'did you mean weight?',
    ],
  ])('rejects %s in the routes', async (_name, routes, expected) => {
    const text = `providers:\n  - { name: a, kind: studio }\n${routes}`
    await expect(load(text)).rejects.toThrow(expected)
  })

  test('reads an engine with its limits, its models and the defaults of its options', async () => {
    const { providers, routes } = await load(`
providers:
  - name: cloud
    kind: hosted
    url: https://engine.example/v1
    apiKeyEnv: HOSTED_KEY
    models: { image.generate: small, video.generate: large }
    concurrency: 4
    requestsPerMinute: 60
    timeoutSeconds: 300
    cost: { perImage: "0.04" }
routes:
  - product: image.generate
    providers: [{ name: cloud, weight: 3 }]
`)
    expect(providers[0]).toMatchObject({ kind: 'hosted', options: { style: 'plain' }, concurrency: 4 })
    expect(routes[0]?.providers).toEqual([{ name: 'cloud', weight: 3 }])
  })

  const engine = (more: string) =>
    `providers:\n  - name: a\n    kind: hosted\n    url: http://engine\n    apiKeyEnv: HOSTED_KEY\n${more}\nroutes: []`

  test.each([
    ['no model', '    concurrency: 1', /line 2: .*must contain at least one of \[model, models\]/],
    [
      'a model of a product that the kind cannot make',
      '    models: { image.transform: x }',
      /line 6: .*image\.transform/,
    ],
    [
      'an option that the kind does not have',
      '    model: x\n    options: { stile: plain }',
      /line 7: .*stile/,
    ],
    [
      'a concurrency of 0',
      '    model: x\n    concurrency: 0',
      /line 7: .*concurrency.*greater than or equal to 1/,
    ],
    [
      'a cost that is not a quoted decimal',
      '    model: x\n    cost: { perImage: 0.04 }',
      /line 7: .*perImage/,
    ],
    [
      'a key in the file',
      '    model: x\n    apiKey: sk-123',
      /line 7: .*apiKey" is not allowed; did you mean apiKeyEnv\?/,
    ],
    ['a misspelt key', '    model: x\n    concurency: 2', /line 7: .*did you mean concurrency\?/],
    ['a misspelt option', '    model: x\n    options: { stile: plain }', /line 7: .*did you mean style\?/],
  ])('rejects an engine with %s, naming the line', async (_name, more, expected) => {
    await expect(load(engine(more))).rejects.toThrow(expected)
  })

  test('rejects a key whose variable is not set, naming the variable and the line', async () => {
    const text = engine('    model: x').replace('HOSTED_KEY', 'OTHER_KEY')
    await expect(load(text)).rejects.toThrow(
      /line 5: provider a: the environment variable OTHER_KEY is not set/,
    )
  })

  test.each(['replace-me-with-the-key-of-the-engine', '…'])(
    'rejects the placeholder %s as a key, naming the variable and the line',
    async (key) => {
      const path = join(folder, 'providers.yaml')
      await writeFile(path, engine('    model: x'))
      await expect(loadProviders(path, [hosted], () => key)).rejects.toThrow(
        /line 5: provider a: the environment variable HOSTED_KEY is the placeholder of an example/,
      )
    },
  )

  test.each(['sk-proj-abcdef', 'r8_abcdef'])('does not repeat the key %s given as apiKeyEnv', async (key) => {
    const error = await load(engine('    model: x').replace('HOSTED_KEY', key)).catch(String)
    expect(error).toMatch(/line 5: .*apiKeyEnv.*not the key itself/)
    expect(error).not.toContain(key)
  })

  test('rejects a key in a URL without repeating it', async () => {
    const error = await load(engine('    model: x').replace('//engine', '//user:sk-123@engine')).catch(String)
    expect(error).toMatch(/line 4: .*must not contain a user name or a password/)
    expect(error).not.toContain('sk-123')
  })

  test.each(['http://engine:81888', 'http://10.0.0.256:8188'])('rejects %s with its line', async (url) => {
    const text = engine('    model: x').replace(/http:\/\/engine[^\s"']*/, url)
    await expect(load(text)).rejects.toThrow(/line 4: .*must have a valid host and port/)
  })

  test('names only the first of the syntax errors that follow from each other', async () => {
    const text = engine('    model: x').replace('    kind:', '\tkind:')
    await expect(load(text)).rejects.toThrow(
      /providers\.yaml:\n {2}- line 3, column 1: Tabs are not allowed as indentation$/,
    )
  })

  test('states which keys an empty file needs', async () => {
    await expect(load('')).rejects.toThrow('the file must have the keys providers and routes')
  })

  test.each([
    ['a kind that does not exist', '{ name: a, kind: magic }', 'line 2'],
    [
      'a name with invalid characters',
      '{ name: "A b", kind: studio }',
      'lower-case letters, digits and hyphens',
    ],
    [
      'a name twice',
      '{ name: a, kind: studio }\n  - { name: a, kind: studio }',
      'line 3: "providers[1]" has the name "a" of "providers[0]"',
    ],
  ])('rejects %s among the providers', async (_name, provider, expected) => {
    await expect(load(`providers:\n  - ${provider}\nroutes: []`)).rejects.toThrow(expected)
  })

  test('says so when the file is missing', async () => {
    await expect(loadProviders(join(folder, 'none.yaml'), [], () => undefined)).rejects.toThrow(
      /none\.yaml:\n {2}- cannot be read/,
    )
  })
})
