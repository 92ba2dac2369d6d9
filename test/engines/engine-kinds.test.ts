import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Provider } from '../../server/src/core/ports/provider.ts'
import { engineKinds } from '../../server/src/engines/engine-kinds.ts'
import { startCounterpart } from './support/counterpart.ts'
import { engineOfKind } from './support/engine.ts'

const models = { 'image.generate': 'model', 'video.generate': 'model' }

function made(
  kindName: string,
  options: Readonly<Record<string, unknown>>,
  url = 'http://127.0.0.1:9',
): Provider {
  return engineOfKind(kindName, { url, apiKey: 'unused', models, options })
}

/** The options that a kind requires because they have no defaults. */
const least: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'openai-videos': { encoding: 'multipart' },
  http: { preset: 'runway' },
}

test.each(engineKinds)('kind $kind is created from the options as its schema parses them', ({ kind }) => {
  expect(made(kind, least[kind] ?? {}).name).toBe('engine')
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
  'a check of kind $kind with $options reports an engine that responds with 5xx instead of counting it as reachable',
  async ({ kind, options }) => {
    const counterpart = await startCounterpart(() => ({ status: 502, json: {} }))
    expect(await made(kind, options, counterpart.url).check?.(new AbortController().signal)).toMatchObject({
      reachable: false,
      detail: expect.stringContaining('502'),
    })
  },
)
