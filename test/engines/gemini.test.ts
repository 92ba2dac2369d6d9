import { describe, expect, test } from 'vitest'
import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import { geminiKind } from '../../server/src/engines/gemini/gemini.ts'
import { type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { engineOf } from './support/engine.ts'
import { bytesOf, inputPng, jobs, mediaOf } from './support/job.ts'
import { startAgainst } from './support/start-against.ts'

const never = new AbortController().signal
const look = { waitMsMax: 0, signal: never }
const data = Buffer.from(inputPng).toString('base64')
const models = {
  'image.generate': 'gemini-3.1-flash-image',
  'image.transform': 'gemini-3.1-flash-image',
  'video.generate': 'veo-3.1-generate-preview',
  'video.transform': 'veo-3.1-generate-preview',
}
const operation = 'models/veo-3.1-generate-preview/operations/abc'
const picture = { inlineData: { mimeType: 'image/png', data } }
const contentOf = (...parts: unknown[]): CounterpartResponse => ({
  json: { candidates: [{ content: { parts }, finishReason: 'STOP' }] },
})
const image = jobs['image.generate']
const video = jobs['video.generate']

/** The single request that starts a job with these options. */
async function requestFor(job: GenerationJob, options = {}) {
  const counterpart = await startCounterpart(({ path }) =>
    path.endsWith(':predictLongRunning') ? { json: { name: operation } } : contentOf(picture),
  )
  const url = `${counterpart.url}/v1beta`
  const provider = engineOf(geminiKind, { url, apiKey: 'AIza1', models, options })
  const response = await provider.start(job, never)
  const [request] = counterpart.requests
  if (request === undefined) throw new Error('Nothing was asked.')
  expect(request.headers['x-goog-api-key']).toBe('AIza1')
  return { request, response, url }
}

describe('the requests of gemini', () => {
  test('an image is requested from generateContent in one of the available shapes and sizes', async () => {
    const { request } = await requestFor(image)
    expect(request.path).toBe('/v1beta/models/gemini-3.1-flash-image:generateContent')
    expect(request.json()).toEqual({
      contents: [{ role: 'user', parts: [{ text: 'a lighthouse at dawn Do not show: people.' }] }],
      generationConfig: {
        responseModalities: ['IMAGE'],
        imageConfig: { aspectRatio: '16:9', imageSize: '1K' },
        seed: 1234567,
      },
    })
  })

  test('an input image precedes the words', async () => {
    const { request } = await requestFor(jobs['image.transform'])
    expect(request.json()).toMatchObject({
      contents: [
        {
          parts: [
            { inlineData: { mimeType: 'image/png', data } },
            { text: 'Repaint it in oil. a lighthouse at dawn Do not show: people, photograph.' },
          ],
        },
      ],
    })
  })

  test.each([
    [1024, '1K'],
    [1180, '1K'],
    [2048, '2K'],
    [4096, '4K'],
    [8192, '4K'],
  ])('a square of %i pixels is requested as %s', async (px, imageSize) => {
    const { request } = await requestFor({ ...image, widthPx: px, heightPx: px })
    expect(request.json()).toMatchObject({
      generationConfig: { imageConfig: { aspectRatio: '1:1', imageSize } },
    })
  })

  test('no size is sent to a model without sizes', async () => {
    const { request } = await requestFor(image, {
      imageSizes: [],
      imageFields: { temperature: 0 },
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
    })
    expect(request.json()).toMatchObject({
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      generationConfig: { imageConfig: { aspectRatio: '16:9' }, temperature: 0 },
    })
    expect(request.body.toString()).not.toContain('imageSize')
  })

  test('a video is requested from Veo, and its operation is the job', async () => {
    const { request, response, url } = await requestFor(video)
    expect(request.path).toBe('/v1beta/models/veo-3.1-generate-preview:predictLongRunning')
    expect(request.json()).toEqual({
      instances: [{ prompt: 'a lighthouse at dawn' }],
      parameters: {
        aspectRatio: '16:9',
        resolution: '720p',
        durationSeconds: 6,
        negativePrompt: 'people',
      },
    })
    expect(response).toEqual({ kind: 'started', job: { id: operation, url: `${url}/${operation}` } })
  })

  test('the input image of a video is its first frame', async () => {
    const { request } = await requestFor(jobs['video.transform'], {
      videoSeed: true,
      videoFields: { personGeneration: 'allow_adult' },
    })
    expect(request.json()).toMatchObject({
      instances: [
        {
          prompt: 'Bring it to life. The camera moves in slowly. a lighthouse at dawn',
          image: { bytesBase64Encoded: data, mimeType: 'image/png' },
        },
      ],
      parameters: { seed: 1234567, personGeneration: 'allow_adult' },
    })
  })

  test('above 720p the full length is requested from Veo, the only one available there', async () => {
    const { request } = await requestFor({ ...video, widthPx: 1080, heightPx: 1920 })
    expect(request.json()).toMatchObject({
      parameters: { aspectRatio: '9:16', resolution: '1080p', durationSeconds: 8 },
    })
  })
})

describe('the responses of gemini to a start', () => {
  const setUp = { models }

  const error = (status: string, ...details: unknown[]) => ({ error: { status, message: 'no', details } })
  test.each([
    [
      'a key that is not known',
      { status: 400, json: error('INVALID_ARGUMENT', { reason: 'API_KEY_INVALID' }) },
      { kind: 'unavailable' },
    ],
    [
      'an account that may not ask',
      { status: 400, json: error('FAILED_PRECONDITION') },
      { kind: 'unavailable' },
    ],
    ['a fault of the input', { status: 400, json: error('INVALID_ARGUMENT') }, { kind: 'rejected' }],
    ['an overload', { status: 503, json: error('UNAVAILABLE') }, { kind: 'unavailable' }],
    [
      'a quota that says when it ends',
      { status: 429, json: error('RESOURCE_EXHAUSTED', { retryDelay: '31.5s' }) },
      { kind: 'unavailable', retryAfterMs: 31_500 },
    ],
  ])('gemini interprets %s', async (_, response, outcome) => {
    expect(await startAgainst(geminiKind, setUp, image, response)).toMatchObject(outcome)
  })

  test.each([
    ['a blocked prompt', { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, 'rejected'],
    ['an unsafe picture', { candidates: [{ finishReason: 'IMAGE_SAFETY' }] }, 'rejected'],
    ['a picture that is too like another', { candidates: [{ finishReason: 'RECITATION' }] }, 'rejected'],
    [
      'words alone',
      { candidates: [{ content: { parts: [{ text: 'Sorry.' }] }, finishReason: 'STOP' }] },
      'failed',
    ],
    ['no picture', { candidates: [{ finishReason: 'NO_IMAGE' }] }, 'failed'],
    ['no candidates', { usageMetadata: {} }, 'ambiguous'],
  ])('gemini interprets %s with 200', async (_, json, kind) => {
    expect(await startAgainst(geminiKind, setUp, image, { json })).toMatchObject({ kind })
  })

  test('the result is the image, not a draft within the thoughts of the model', async () => {
    const draft = { thought: true, inlineData: { mimeType: 'image/png', data: 'AAAA' } }
    const response = await startAgainst(
      geminiKind,
      setUp,
      image,
      contentOf({ text: 'Here.' }, draft, picture),
    )
    expect(await bytesOf(mediaOf(response))).toEqual(inputPng)
  })

  test('a product without a model is neither served nor requested', async () => {
    const provider = engineOf(geminiKind, {
      url: 'http://127.0.0.1:9',
      models: { 'image.generate': 'gemini-3.1-flash-image' },
    })
    expect(provider.serves('image.generate', '1k')).toBe(true)
    expect(provider.serves('video.generate', '720p')).toBe(false)
    expect(await provider.start(video, never)).toMatchObject({ kind: 'unavailable' })
  })
})

describe('the state of a Veo operation', () => {
  const video = Buffer.from('a video, as far as this wire is concerned')

  /** The outcome of an operation with that response, and the engine that was called. */
  async function standOf(response: CounterpartResponse, file: CounterpartResponse = { bytes: video }) {
    const counterpart = await startCounterpart(({ path }) =>
      path.includes('/operations/') ? response : file,
    )
    const url = `${counterpart.url}/v1beta`
    const provider = engineOf(geminiKind, { url, apiKey: 'AIza1', models })
    const job = { id: operation, url: `${url}/${operation}` }
    return { stand: await provider.poll(job, look), counterpart, provider, job }
  }
  const done = (response: unknown): CounterpartResponse => ({
    json: { name: operation, done: true, response: { generateVideoResponse: response } },
  })
  const doneAt = (uri: string): CounterpartResponse => done({ generatedSamples: [{ video: { uri } }] })
  const file = '/v1beta/files/1:download?alt=media'

  test.each([
    ['runs', { json: { name: operation } }, { kind: 'pending', stage: 'running' }],
    [
      'was filtered',
      done({ raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['It shows a person.'] }),
      { kind: 'failed', code: 'INVALID_INPUT', message: 'It shows a person.' },
    ],
    ['has no video', done({}), { kind: 'failed', code: 'GENERATION_FAILED' }],
    [
      'was rejected',
      { json: { name: operation, done: true, error: { code: 3, message: 'no' } } },
      { kind: 'failed', code: 'INVALID_INPUT', message: 'no' },
    ],
    [
      'failed',
      { json: { name: operation, done: true, error: { code: 13, message: 'no' } } },
      { kind: 'failed', code: 'GENERATION_FAILED', message: 'no' },
    ],
    ['meets something else', { json: {} }, { kind: 'unavailable' }],
  ] as const)('an operation %s', async (_, response, expected) => {
    const { stand, counterpart } = await standOf(response)
    expect(stand).toMatchObject(expected)
    expect(counterpart.requests[0]?.path).toBe(`/v1beta/${operation}`)
  })

  test('a video is fetched with the key', async () => {
    const { stand, counterpart } = await standOf(doneAt(file))
    expect(await bytesOf(mediaOf(stand))).toEqual(video)
    expect(counterpart.requests[1]?.path).toBe(file)
    expect(counterpart.requests[1]?.headers['x-goog-api-key']).toBe('AIza1')
  })

  test('a video within the response is decoded', async () => {
    const inline = { generatedSamples: [{ video: { encodedVideo: video.toString('base64') } }] }
    expect(await bytesOf(mediaOf((await standOf(done(inline))).stand))).toEqual(video)
  })

  test('an operation of Veo cannot be stopped', async () => {
    const { provider, job, counterpart } = await standOf({ json: { name: operation } })
    expect(await provider.cancel?.(job, never)).toBe('runs-on')
    expect(counterpart.requests).toHaveLength(1)
  })
})

describe('the check of gemini', () => {
  const invalidKey = { error: { message: 'no', details: [{ reason: 'API_KEY_INVALID' }] } }
  test.each([
    [{ json: { displayName: 'Veo' } }, { reachable: true, keyAccepted: true, modelFound: true }],
    [
      { status: 404, json: {} },
      { reachable: true, keyAccepted: true, modelFound: false },
    ],
    [
      { status: 400, json: invalidKey },
      { reachable: true, keyAccepted: false },
    ],
    [{ status: 503, json: {} }, { reachable: false }],
  ])('gemini is checked by the metadata of its model: %j', async (response, expected) => {
    const counterpart = await startCounterpart(() => response)
    const provider = engineOf(geminiKind, {
      url: `${counterpart.url}/v1beta`,
      models: { 'video.generate': 'veo', 'video.transform': 'veo' },
    })
    expect(await provider.check?.(never)).toMatchObject(expected)
    expect(counterpart.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1beta/models/veo',
    ])
  })
})
