// The adapters against a third-party mock of these vendors (@copilotkit/aimock): where both interpret the
// vendor's documents alike, both are more likely right. Where they differ, a comment says who is right.
import { LLMock } from '@copilotkit/aimock'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import type { Outputs, PollResponse, Provider } from '../../server/src/core/ports/provider.ts'
import { falKind } from '../../server/src/engines/fal/fal.ts'
import { geminiKind } from '../../server/src/engines/gemini/gemini.ts'
import { openaiImagesKind } from '../../server/src/engines/openai/openai-images.ts'
import { startCounterpart } from './support/counterpart.ts'
import { engineOf, httpEngine, lookOnce, patient, startedJob } from './support/engine.ts'
import { bytesOf, inputPng, jobs } from './support/job.ts'

const video = Buffer.from('the bytes of a video')
/** One poll finds a job waiting or running, the next finds it done. */
const progression = { pollsBeforeInProgress: 1, pollsBeforeCompleted: 2 }
const lookMax = 5

async function startMock(): Promise<LLMock> {
  const mock = new LLMock({
    port: 0,
    falQueue: progression,
    veoVideo: progression,
    grokVideo: progression,
    openRouterVideo: progression,
    bytePlusVideo: progression,
  })
  await mock.start()
  onTestFinished(() => mock.stop())
  return mock
}

/** The host of results, which at vendors is another one than the API's. */
const startFiles = () => startCounterpart(() => ({ bytes: video }))

/** Runs a job to its end as the worker does. */
async function run(provider: Provider, job: GenerationJob) {
  const started = startedJob(await provider.start(job, patient))
  const seen: PollResponse[] = []
  while (seen.at(-1)?.kind !== 'succeeded' && seen.length < lookMax)
    seen.push(await provider.poll(started, lookOnce))
  const last = seen.at(-1)
  if (last?.kind !== 'succeeded') throw new Error(`not done: ${JSON.stringify(seen)}`)
  expect(seen[0]).toMatchObject({ kind: 'pending' })
  return last.outputs
}

const firstOf = ([media]: Outputs) => bytesOf(media)

/** The requests that started a job; the mock keeps what it understood of each. */
const submissionsOf = (mock: LLMock) => mock.getRequests().filter(({ method }) => method === 'POST')

describe('against a third-party mock', () => {
  test.each(['image.generate', 'image.transform'] as const)(
    'openai-images makes an image by one request: %s',
    async (product) => {
      const mock = await startMock()
      mock.onImage(/a lighthouse at dawn/, { image: { b64Json: Buffer.from(inputPng).toString('base64') } })
      const models = { [product]: 'gpt-image-2' }
      const engine = engineOf(openaiImagesKind, { url: `${mock.url}/v1`, apiKey: 'sk-1', models })
      const response = await engine.start(jobs[product], patient)
      if (response.kind !== 'succeeded') throw new Error(JSON.stringify(response))
      expect(await firstOf(response.outputs)).toEqual(Buffer.from(inputPng))
      const path = product === 'image.generate' ? '/v1/images/generations' : '/v1/images/edits'
      expect(submissionsOf(mock).map((request) => request.path)).toEqual([path])
    },
  )

  // The mock tells fal's hosts apart by a header, which fal's own client sends to a proxy; a relay adds it.
  // It repeats the model's whole path in the addresses of a request, where fal leaves out what follows the
  // app: the adapter keeps no address at another host, and asks at the usual one, which both serve.
  test('fal makes an image by one request in its queue', async () => {
    const mock = await startMock()
    const files = await startFiles()
    mock.onFalQueue(/fal-ai\/flux/, { images: [{ url: `${files.url}/1.png`, content_type: 'image/png' }] })
    const relay = await startCounterpart(async ({ method, path, headers, body }) => {
      const response = await fetch(`${mock.url}/fal${path}`, {
        method,
        headers: { 'x-fal-target-host': 'queue.fal.run', authorization: headers.authorization ?? '' },
        ...(body.byteLength > 0 && { body: Uint8Array.from(body) }),
      })
      return { status: response.status, json: await response.json() }
    })
    const models = { 'image.generate': 'fal-ai/flux/dev' }
    const options = { allowedHosts: ['127.0.0.1'] }
    const engine = engineOf(falKind, { url: relay.url, apiKey: 'k:secret', models, options })
    expect(await firstOf(await run(engine, jobs['image.generate']))).toEqual(video)
    expect(relay.count('POST', /.*/)).toBe(1)
  })

  // The mock names an operation `operations/…`, the documents `models/…/operations/…`: the adapter asks for
  // whatever name it was given.
  test.each(['video.generate', 'video.transform'] as const)(
    'gemini makes a video with Veo by one request: %s',
    async (product) => {
      const mock = await startMock()
      const files = await startFiles()
      mock.onVideo(/a lighthouse at dawn/, {
        video: { id: 'film', status: 'completed', url: `${files.url}/film.mp4` },
      })
      const models = { [product]: 'veo-3.1-generate-preview' }
      const options = { allowedHosts: ['127.0.0.1'] }
      const engine = engineOf(geminiKind, { url: `${mock.url}/v1beta`, apiKey: 'AIza1', models, options })
      expect(await firstOf(await run(engine, jobs[product]))).toEqual(video)
      expect(submissionsOf(mock)).toHaveLength(1)
      expect(files.requests.every(({ headers }) => headers['x-goog-api-key'] === undefined)).toBe(true)
    },
  )

  test.each(['video.generate', 'video.transform'] as const)(
    'the preset xai-video makes a video by one request: %s',
    async (product) => {
      const mock = await startMock()
      const files = await startFiles()
      mock.onVideo(/a lighthouse at dawn/, {
        video: { id: 'film', status: 'completed', url: `${files.url}/film.mp4`, duration: 5 },
      })
      const engine = presetOf('xai-video', `${mock.url}/v1`, { [product]: 'grok-imagine-video' })
      expect(await firstOf(await run(engine, jobs[product]))).toEqual(video)
      expect(submissionsOf(mock)).toHaveLength(1)
    },
  )

  test.each(['video.generate', 'video.transform'] as const)(
    'the preset openrouter-videos makes a video by one request and fetches it with the key: %s',
    async (product) => {
      const mock = await startMock()
      mock.onVideo(/a lighthouse at dawn/, {
        video: { id: 'film', status: 'completed', b64: video.toString('base64') },
      })
      const engine = presetOf('openrouter-videos', `${mock.url}/api/v1`, { [product]: 'google/veo-3.1' })
      expect(await firstOf(await run(engine, jobs[product]))).toEqual(video)
      expect(submissionsOf(mock)).toHaveLength(1)
    },
  )

  test.each(['video.generate', 'video.transform'] as const)(
    'the preset byteplus-seedance makes a video by one request: %s',
    async (product) => {
      const mock = await startMock()
      const files = await startFiles()
      const model = 'seedance-1-0-pro-250528'
      mock.addFixture({
        match: { endpoint: 'video', model },
        response: {
          json: { id: 'cgt-1', model, status: 'succeeded', content: { video_url: `${files.url}/film.mp4` } },
        },
      })
      const engine = presetOf('byteplus-seedance', `${mock.url}/api/v3`, { [product]: model })
      expect(await firstOf(await run(engine, jobs[product]))).toEqual(video)
      expect(submissionsOf(mock)).toHaveLength(1)
    },
  )

  test.each(['xai-video', 'openrouter-videos'] as const)(
    'a failed video is a failure of the job, not of the engine: %s',
    async (preset) => {
      const mock = await startMock()
      mock.onVideo(/a lighthouse/, { video: { id: 'film', status: 'failed', error: 'no video today' } })
      const base = preset === 'xai-video' ? '/v1' : '/api/v1'
      const engine = presetOf(preset, `${mock.url}${base}`, { 'video.generate': 'any' })
      const job = startedJob(await engine.start(jobs['video.generate'], patient))
      expect(await engine.poll(job, lookOnce)).toMatchObject({ kind: 'pending' })
      expect(await lastOf(engine, job)).toMatchObject({ kind: 'failed', code: 'GENERATION_FAILED' })
    },
  )
})

function presetOf(preset: string, url: string, models: Parameters<typeof httpEngine>[0]['models'] = {}) {
  return httpEngine({ url, options: `preset: ${preset}\nallowedHosts: ['127.0.0.1']`, models })
}

async function lastOf(engine: Provider, job: Parameters<Provider['poll']>[0]): Promise<PollResponse> {
  let response = await engine.poll(job, lookOnce)
  for (let looks = 0; response.kind === 'pending' && looks < lookMax; looks += 1)
    response = await engine.poll(job, lookOnce)
  return response
}
