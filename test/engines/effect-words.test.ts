import type { Provider } from '@mediagen/core/ports/provider'
import { comfyuiKind } from '@mediagen/engines/comfyui/comfyui'
import { falKind } from '@mediagen/engines/fal/fal'
import { geminiKind } from '@mediagen/engines/gemini/gemini'
import { openaiImagesKind } from '@mediagen/engines/openai/openai-images'
import { sdapiKind } from '@mediagen/engines/sdapi/sdapi'
import { sdcppKind } from '@mediagen/engines/sdcpp/sdcpp'
import { expect, test } from 'vitest'
import { startCounterpart } from './support/counterpart.ts'
import { engineOf, patient } from './support/engine.ts'
import { jobs } from './support/job.ts'

const transform = jobs['image.transform']
const job = { ...transform, effect: { ...transform.effect, look: 'oil painting, thick paint' } }
const described = 'oil painting, thick paint, a lighthouse at dawn'
const ordered = 'Repaint it in oil. a lighthouse at dawn'

/** Everything that an engine receives for a start; the response is one that no engine would give. */
async function sentBy(make: (url: string) => Provider): Promise<string> {
  const counterpart = await startCounterpart(() => ({ json: { name: 'input.png' } }))
  await make(counterpart.url).start(job, patient)
  return counterpart.requests.map(({ body }) => body.toString('latin1')).join('\n')
}

const models = { 'image.transform': 'owner/model' }

test.each<[string, (url: string) => Provider]>([
  ['sdapi', (url) => engineOf(sdapiKind, { url, models })],
  ['sdcpp', (url) => engineOf(sdcppKind, { url, models })],
  ['comfyui', (url) => engineOf(comfyuiKind, { url, models })],
])('%s redraws by strength, and gets a description of the effect', async (_kind, make) => {
  const sent = await sentBy(make)
  expect(sent).toContain(described)
  expect(sent).not.toContain(ordered)
})

test.each<[string, (url: string) => Provider]>([
  ['openai-images', (url) => engineOf(openaiImagesKind, { url, apiKey: 'k', models })],
  ['gemini', (url) => engineOf(geminiKind, { url, apiKey: 'k', models })],
  ['fal', (url) => engineOf(falKind, { url, apiKey: 'k', models })],
])('%s edits, and gets the instruction of the effect', async (_kind, make) => {
  const sent = await sentBy(make)
  expect(sent).toContain(ordered)
  expect(sent).not.toContain(described)
})
