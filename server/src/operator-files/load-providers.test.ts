import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { productNames } from '../domain/generation/products.js'
import { loadProviders } from './load-providers.js'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-providers-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function load(text: string) {
  const path = join(folder, 'providers.yaml')
  await writeFile(path, text)
  return loadProviders(path)
}

describe('loadProviders', () => {
  test('serves every product by the studio where there is no file', async () => {
    const { providers, routes } = await loadProviders(undefined)
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
      'a route to a provider that is not there',
      'routes:\n  - { product: image.generate, providers: [b] }',
      'no provider b',
    ],
    ['a route of no product', 'routes:\n  - { product: audio, providers: [a] }', 'line 4'],
    ['a route to nobody', 'routes:\n  - { product: image.generate, providers: [] }', 'line 4'],
    ['no routes', '', '"routes" is required'],
  ])('refuses %s in the routes', async (_name, routes, expected) => {
    const text = `providers:\n  - { name: a, kind: studio }\n${routes}`
    await expect(load(text)).rejects.toThrow(expected)
  })

  test.each([
    ['a kind that does not exist', '{ name: a, kind: magic }', 'line 2'],
    ['a name with odd letters', '{ name: "A b", kind: studio }', 'line 2'],
    ['a name twice', '{ name: a, kind: studio }\n  - { name: a, kind: studio }', 'line 3'],
  ])('refuses %s among the providers', async (_name, provider, expected) => {
    await expect(load(`providers:\n  - ${provider}\nroutes: []`)).rejects.toThrow(expected)
  })

  test('says so when the file is missing', async () => {
    await expect(loadProviders(join(folder, 'none.yaml'))).rejects.toThrow(
      /none\.yaml:\n {2}- cannot be read/,
    )
  })
})
