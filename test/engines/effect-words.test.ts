import { expect, test } from 'vitest'
import type { Provider } from '../../server/src/core/ports/provider.ts'
import { comfyuiKind } from '../../server/src/engines/comfyui/comfyui.ts'
import { falKind } from '../../server/src/engines/fal/fal.ts'
import { geminiKind } from '../../server/src/engines/gemini/gemini.ts'
import { openaiImagesKind } from '../../server/src/engines/openai/openai-images.ts'
import { sdapiKind } from '../../server/src/engines/sdapi/sdapi.ts'
import { sdcppKind } from '../../server/src/engines/sdcpp/sdcpp.ts'
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
