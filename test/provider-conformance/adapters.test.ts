import { isImageEffectId, isVideoEffectId, type Renderer } from '@mediagen/studio'
import { at } from '../../server/src/adapters/engine/json-path.ts'
import { geminiKind } from '../../server/src/adapters/gemini/gemini.ts'
import { openaiImagesKind } from '../../server/src/adapters/openai-images/openai-images.ts'
import { openaiVideosKind } from '../../server/src/adapters/openai-videos/openai-videos.ts'
import { sdapiKind } from '../../server/src/adapters/sdapi/sdapi.ts'
import { createStudioProvider } from '../../server/src/adapters/studio/studio-provider.ts'
import { inputPng, jobs } from '../engines/support/job.ts'
import { providerOf } from '../engines/support/start-outcomes-a.ts'
import { describeProviderConformance } from './describe-provider-conformance.ts'

const png = Buffer.from(inputPng).toString('base64')
const isPost = ({ method }: { readonly method: string }): boolean => method === 'POST'
const unknown = { status: 404, json: { error: { message: 'there is no such job' } } }
const modelsOf = (model: string) => ({
  'image.generate': model,
  'image.transform': model,
  'video.generate': model,
  'video.transform': model,
})

for (const product of ['image.generate', 'image.transform'] as const) {
  describeProviderConformance(
    `openai-images (${product})`,
    (setting) => providerOf(openaiImagesKind, { ...setting, models: modelsOf('gpt-image-2') }),
    {
      job: jobs[product],
      isSubmission: isPost,
      taken: { json: { created: 1, data: [{ b64_json: png }] } },
      beside: { json: { object: 'list', data: [{ id: 'gpt-image-2' }] } },
    },
  )

  describeProviderConformance(`sdapi (${product})`, (setting) => providerOf(sdapiKind, setting), {
    job: jobs[product],
    isSubmission: isPost,
    taken: { json: { images: [png], parameters: {}, info: '{}' } },
    beside: { json: [{ title: 'sd.safetensors', model_name: 'sd' }] },
  })
}

for (const encoding of ['multipart', 'json']) {
  const record = { id: 'video_1', object: 'video', status: 'queued', created_at: 1 }
  describeProviderConformance(
    `openai-videos (${encoding})`,
    (setting) => providerOf(openaiVideosKind, { ...setting, models: modelsOf('wan'), options: { encoding } }),
    {
      job: jobs['video.transform'],
      isSubmission: isPost,
      taken: { json: record },
      look: { pending: { json: { ...record, status: 'in_progress' } }, unknown },
      async found(lost) {
        const prompt = encoding === 'json' ? at(lost.json(), 'prompt') : (await lost.form()).get('prompt')
        return { json: { object: 'list', data: [{ ...record, prompt }] } }
      },
    },
  )
}

describeProviderConformance(
  'gemini (pictures)',
  (setting) => providerOf(geminiKind, { ...setting, models: modelsOf('gemini-3.1-flash-image') }),
  {
    job: jobs['image.transform'],
    isSubmission: isPost,
    taken: {
      json: { candidates: [{ content: { parts: [{ inlineData: { mimeType: 'image/png', data: png } }] } }] },
    },
  },
)

const operation = { name: 'models/veo/operations/1' }
describeProviderConformance(
  'gemini (films)',
  (setting) => providerOf(geminiKind, { ...setting, models: modelsOf('veo-3.1-generate-preview') }),
  {
    job: jobs['video.generate'],
    isSubmission: isPost,
    taken: { json: operation },
    look: { pending: { json: operation }, unknown },
  },
)

let rendered = 0
const renderer: Renderer = {
  render(_, signal) {
    rendered += 1
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'lost' })))
  },
  close: async () => undefined,
}
describeProviderConformance(
  'the studio',
  () =>
    createStudioProvider({
      renderer,
      studio: { isImageEffectId, isVideoEffectId },
    }),
  { job: jobs['image.generate'], submissions: () => rendered },
)
