import { readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { Provider } from '../../server/src/core/ports/provider.ts'
import { engineKinds } from '../../server/src/engines/engine-kinds.ts'
import { startCounterpart } from './support/counterpart.ts'

/** A provider of a kind as the service creates it: options validated by the kind's schema, then passed on. */
function made(kindName: string, options: object, url = 'http://127.0.0.1:9'): Provider {
  const kind = engineKinds.find((candidate) => candidate.kind === kindName)
  if (kind === undefined) throw new Error(`There is no kind ${kindName}.`)
  const { value, error } = kind.options.validate(options)
  if (error !== undefined) throw error
  const models = { 'image.generate': 'model', 'video.generate': 'model' }
  const provider = kind.create({
    name: 'tested',
    url,
    apiKey: 'unused',
    models,
    limits: {},
    cost: undefined,
    options: value,
  })
  onTestFinished(() => provider.close?.())
  return provider
}

/** The options that a kind requires because they have no defaults. */
const least: Readonly<Record<string, object>> = {
  'openai-videos': { encoding: 'multipart' },
  http: { preset: 'runway' },
}

test.each(engineKinds)('kind $kind is created from the options as its schema parses them', ({ kind }) => {
  expect(made(kind, least[kind] ?? {}).name).toBe('tested')
})

test.each(engineKinds)('kind $kind is tried by the conformance kit', async ({ kind }) => {
  const calls = new URL('../provider-conformance/adapters.test.ts', import.meta.url)
  expect(await readFile(calls, 'utf8')).toMatch(new RegExp(`['\`]${kind}\\b`))
})

test('a product that is removed from a preset stays removed', () => {
  const provider = made('http', { preset: 'dashscope-wan', products: { 'image.generate': null } })
  expect(provider.serves('image.generate', '1k')).toBe(false)
  expect(provider.serves('video.generate', '720p')).toBe(true)
})

const withoutFreeCall = { kind: 'http', options: { preset: 'minimax' } }

test.each([...engineKinds.map(({ kind }) => ({ kind, options: least[kind] ?? {} })), withoutFreeCall])(
  'a check of kind $kind with $options reports an engine that answers 5xx instead of counting it as reachable',
  async ({ kind, options }) => {
    const counterpart = await startCounterpart(() => ({ status: 502, json: {} }))
    expect(await made(kind, options, counterpart.url).check?.(new AbortController().signal)).toMatchObject({
      reachable: false,
      detail: expect.stringContaining('502'),
    })
  },
)
