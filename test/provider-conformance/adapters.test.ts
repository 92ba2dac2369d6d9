import { isImageEffectId, isVideoEffectId, type Renderer } from '@mediagen/studio'
import { comfyuiKind } from '../../server/src/engines/comfyui/comfyui.ts'
import { falKind } from '../../server/src/engines/fal/fal.ts'
import { geminiKind } from '../../server/src/engines/gemini/gemini.ts'
import { httpKind } from '../../server/src/engines/http/http.ts'
import { openaiImagesKind } from '../../server/src/engines/openai/openai-images.ts'
import { openaiVideosKind } from '../../server/src/engines/openai/openai-videos.ts'
import { replicateKind } from '../../server/src/engines/replicate/replicate.ts'
import { sdapiKind } from '../../server/src/engines/sdapi/sdapi.ts'
import { sdcppKind } from '../../server/src/engines/sdcpp/sdcpp.ts'
import { at } from '../../server/src/engines/shared/calls/json-path.ts'
import { createStudioProvider } from '../../server/src/engines/studio/studio-provider.ts'
import type { CounterpartRequest } from '../engines/support/counterpart.ts'
import { engineOf } from '../engines/support/engine.ts'
import { inputPng, jobs } from '../engines/support/job.ts'
import type { Setting } from './conformance-wire.ts'
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
    (setting) => engineOf(openaiImagesKind, { ...setting, models: modelsOf('gpt-image-2') }),
    {
      job: jobs[product],
      isSubmission: isPost,
      taken: { json: { created: 1, data: [{ b64_json: png }] } },
      beside: { json: { object: 'list', data: [{ id: 'gpt-image-2' }] } },
    },
  )

  describeProviderConformance(`sdapi (${product})`, (setting) => engineOf(sdapiKind, setting), {
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
    (setting) => engineOf(openaiVideosKind, { ...setting, models: modelsOf('wan'), options: { encoding } }),
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
  (setting) => engineOf(geminiKind, { ...setting, models: modelsOf('gemini-3.1-flash-image') }),
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
  (setting) => engineOf(geminiKind, { ...setting, models: modelsOf('veo-3.1-generate-preview') }),
  {
    job: jobs['video.generate'],
    isSubmission: isPost,
    taken: { json: operation },
    look: { pending: { json: operation }, unknown },
  },
)

for (const product of ['image.generate', 'video.transform'] as const) {
  const mode = product === 'image.generate' ? 'image' : 'video'
  const job = { id: 'job_1', kind: 'img_gen', status: 'queued', result: null, error: null }
  describeProviderConformance(
    `sdcpp (${mode})`,
    (setting) => engineOf(sdcppKind, { ...setting, options: { mode } }),
    {
      job: jobs[product],
      isSubmission: ({ path }) => /_gen$/.test(path),
      taken: { status: 202, json: job },
      look: { pending: { json: { ...job, status: 'generating' } }, unknown },
      cancelled: { json: { ...job, status: 'cancelled' } },
    },
  )

  const taskUuid = (lost: CounterpartRequest): string => String(at(lost.json(), 'prompt_id'))
  const comfyui = (setting: Setting) =>
    engineOf(comfyuiKind, { ...setting, models: modelsOf('sd.safetensors') })
  const prompted = {
    job: jobs[product],
    isSubmission: ({ path }: CounterpartRequest) => path === '/prompt',
    taken: (request: CounterpartRequest) => ({ json: { prompt_id: taskUuid(request), node_errors: {} } }),
    beside: { json: { name: 'in.png', subfolder: 'mediagen', type: 'input' } },
  }
  describeProviderConformance(`comfyui with its API for jobs (${mode})`, comfyui, {
    ...prompted,
    look: {
      pending: { json: { status: 'in_progress' } },
      unknown: ({ path }) => {
        if (path.startsWith('/api/jobs')) return unknown
        return { json: path === '/queue' ? { queue_running: [], queue_pending: [] } : {} }
      },
    },
    cancelled: { json: { cancelled: true } },
    found: () => ({ json: { status: 'in_progress' } }),
  })

  const running = (lost: { readonly id: string }) => (request: CounterpartRequest) =>
    request.path === '/queue'
      ? { json: { queue_running: [[1, lost.id, {}, {}, []]], queue_pending: [] } }
      : { status: 404 }
  const seen = { id: '' }
  describeProviderConformance(`comfyui before it (${mode})`, comfyui, {
    ...prompted,
    taken(request) {
      seen.id = taskUuid(request)
      return prompted.taken(request)
    },
    look: {
      pending: (request) => running(seen)(request),
      unknown: ({ path }) =>
        path.startsWith('/api/jobs')
          ? { status: 404 }
          : { json: path === '/queue' ? { queue_running: [], queue_pending: [] } : {} },
    },
    found(lost) {
      seen.id = taskUuid(lost)
      return running(seen)
    },
  })

  const prediction = { id: 'p1', status: 'starting', output: null, error: null }
  describeProviderConformance(
    `replicate (${mode})`,
    (setting) => engineOf(replicateKind, { ...setting, models: modelsOf('acme/model') }),
    {
      job: jobs[product],
      isSubmission: ({ method, path }) => method === 'POST' && path === '/v1/predictions',
      taken: { status: 201, json: prediction },
      look: { pending: { json: { ...prediction, status: 'processing' } }, unknown },
      cancelled: { json: { ...prediction, status: 'canceled' } },
      found: (lost) => ({ json: { results: [{ ...prediction, input: at(lost.json(), 'input') }] } }),
    },
  )

  describeProviderConformance(
    `fal (${mode})`,
    (setting) =>
      engineOf(falKind, {
        ...setting,
        models: modelsOf('acme/model'),
        options: { listUrl: `${setting.url}/list` },
      }),
    {
      job: jobs[product],
      isSubmission: isPost,
      taken: { json: { request_id: 'r1', status: 'IN_QUEUE' } },
      look: { pending: { status: 202, json: { request_id: 'r1', status: 'IN_PROGRESS' } }, unknown },
      cancelled: { json: { status: 'OK' } },
      found: (lost) => ({ json: { items: [{ request_id: 'r1', json_input: lost.json() }] } }),
    },
  )
}

const renders = {
  products: {
    'image.generate': { path: '/renders', json: { text: '{{prompt}}', own: '{{taskId}}' } },
  },
  job: { id: 'ref' },
  poll: { path: '/renders/{{jobId}}' },
  status: { pointer: 'phase', values: { painting: 'running', hung: 'succeeded' }, http: { 404: 'lost' } },
  result: { url: 'href' },
  errors: { message: 'error.message' },
  cancel: { method: 'DELETE', path: '/renders/{{jobId}}', cancelled: [200] },
  check: { path: '/renders' },
}
const found = { find: { path: '/renders', list: 'all', match: { own: '{{taskId}}' }, id: 'ref' } }
for (const [name, options] of Object.entries({ once: renders, findable: { ...renders, ...found } })) {
  describeProviderConformance(`http (${name})`, (setting) => engineOf(httpKind, { ...setting, options }), {
    job: jobs['image.generate'],
    isSubmission: isPost,
    taken: { status: 202, json: { ref: 'rnd_81' } },
    look: { pending: { json: { phase: 'painting' } }, unknown },
    cancelled: { json: {} },
    ...(name === 'findable' && {
      found: (lost: CounterpartRequest) => ({
        json: { all: [{ ref: 'rnd_81', own: at(lost.json(), 'own') }] },
      }),
    }),
  })
}

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
