import { describe, expect, test } from 'vitest'
import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import { openaiVideosKind } from '../../server/src/engines/openai/openai-videos.ts'
import { textAt } from '../../server/src/engines/shared/calls/json-path.ts'
import { type CounterpartRequest, type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { engineOf } from './support/engine.ts'
import { bytesOf, inputPng, jobs, mediaOf } from './support/job.ts'
import { startAgainst } from './support/start-against.ts'

const never = new AbortController().signal
const look = { waitMsMax: 0, signal: never }
const multipart = { options: { encoding: 'multipart' } }
const job = jobs['video.generate']
const video = Buffer.from('a video, as far as this wire is concerned')

/** The single request that starts a job with these options, and its form or JSON. */
async function requestFor(started: GenerationJob, options: Readonly<Record<string, unknown>>) {
  const counterpart = await startCounterpart(() => ({ json: { id: 'video_1', status: 'queued' } }))
  const provider = engineOf(openaiVideosKind, {
    url: `${counterpart.url}/v1`,
    apiKey: 'sk-1',
    models: { [started.product]: 'wan-2.2' },
    options: { submission: 'once', ...options },
  })
  const response = await provider.start(started, never)
  expect(response).toEqual({
    kind: 'started',
    job: { id: 'video_1', url: `${counterpart.url}/v1/videos/video_1` },
  })
  const [request] = counterpart.requests
  if (request === undefined) throw new Error('Nothing was asked.')
  expect(`${request.method} ${request.path}`).toBe('POST /v1/videos')
  expect(request.headers.authorization).toBe('Bearer sk-1')
  return request
}

/** An engine that responds on one path, and a provider for it with a job that it has taken. */
async function startedAt(
  respond: (request: CounterpartRequest) => CounterpartResponse,
  options: Readonly<Record<string, unknown>> = {},
) {
  const counterpart = await startCounterpart(respond)
  const provider = engineOf(openaiVideosKind, {
    url: `${counterpart.url}/v1`,
    apiKey: 'sk-1',
    options: { encoding: 'json', ...options },
  })
  return { counterpart, provider, started: { id: 'v/1', url: `${counterpart.url}/v1/videos/v%2F1` } }
}

const fields = {
  model: 'wan-2.2',
  prompt: 'a lighthouse at dawn',
  negative_prompt: 'people',
  seconds: '5',
  size: '1280x720',
}

describe('the requests of openai-videos', () => {
  test('a video is requested by a form if the engine reads forms', async () => {
    const form = await (await requestFor(job, { encoding: 'multipart', fields: { fps: 16 } })).form()
    expect(Object.fromEntries(form)).toEqual({ ...fields, seed: '1234567', fps: '16' })
  })

  test('a video is requested by JSON if the engine reads JSON', async () => {
    const request = await requestFor(job, { encoding: 'json', fields: { fps: 16 } })
    expect(request.json()).toEqual({ ...fields, seed: 1234567, fps: 16 })
  })

  const transform = jobs['video.transform']
  test('the input image is a file of the form', async () => {
    const form = await (await requestFor(transform, { encoding: 'multipart' })).form()
    const file = form.get('input_reference')
    if (!(file instanceof File)) throw new Error('The picture is no file.')
    expect(file.type).toBe('image/png')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(inputPng)
    expect(form.get('prompt')).toBe('Bring it to life. The camera moves in slowly. a lighthouse at dawn')
  })

  const link = `data:image/png;base64,${Buffer.from(inputPng).toString('base64')}`
  test.each([
    ['input_reference', { input_reference: { image_url: link } }],
    ['reference_url', { reference_url: link }],
  ])('the input image is sent within JSON as %s', async (jsonInput, expected) => {
    const request = await requestFor(transform, { encoding: 'json', jsonInput })
    expect(request.json()).toMatchObject(expected)
  })

  test('lengths, sizes, seed and negative words follow the options', async () => {
    const request = await requestFor(job, {
      encoding: 'json',
      durations: [4, 8],
      sizes: ['832x480', '480x832'],
      seedField: '',
      negativePrompt: 'none',
    })
    expect(request.json()).toEqual({
      model: 'wan-2.2',
      prompt: 'a lighthouse at dawn',
      seconds: '8',
      size: '832x480',
    })
  })

  test('the encoding is required', () => {
    expect(openaiVideosKind.options.validate({}).error?.message).toContain('encoding')
  })
})

describe('the responses of an openai-videos engine to a start', () => {
  test('503 of a gateway leaves it unknown whether the engine has the job', async () => {
    const setUp = { options: { encoding: 'json', isBehindGateway: true } }
    const response = await startAgainst(openaiVideosKind, setUp, job, { status: 503, json: {} })
    expect(response).toMatchObject({ kind: 'ambiguous' })
  })
})

describe('the state of an openai-videos job', () => {
  test.each([
    [
      { status: 'queued', progress: 0 },
      { kind: 'pending', stage: 'queued', progress: 0 },
    ],
    [
      { status: 'in_progress', progress: 40 },
      { kind: 'pending', stage: 'running', progress: 0.4 },
    ],
    [{ status: 'PROCESSING' }, { kind: 'pending', stage: 'running' }],
    [
      { status: 'failed', error: { code: 'oom', message: 'out of memory' } },
      { kind: 'failed', code: 'GENERATION_FAILED', message: 'out of memory' },
    ],
    [
      { status: 'failed', error: { code: 'moderation_blocked', message: 'no' } },
      { kind: 'failed', code: 'INVALID_INPUT', message: 'no' },
    ],
    [
      { status: 'cancelled', error: null },
      { kind: 'failed', code: 'GENERATION_FAILED', message: 'The engine reports the job as cancelled.' },
    ],
  ])('a record %j is read', async (record, expected) => {
    const { provider, started, counterpart } = await startedAt(() => ({ json: record }))
    expect(await provider.poll(started, look)).toEqual(expected)
    const [request] = counterpart.requests
    expect(`${request?.method} ${request?.path}`).toBe('GET /v1/videos/v%2F1')
    expect(request?.headers.authorization).toBe('Bearer sk-1')
  })

  test.each([
    ['an expired video', { status: 410, json: {} }, 'lost'],
    ['a page of a gateway', { status: 404, text: '<h1>default backend</h1>' }, 'unavailable'],
    ['a status that nobody knows', { json: { status: 'dreaming' } }, 'unavailable'],
    ['a status that is a name of objects', { json: { status: 'constructor' } }, 'unavailable'],
  ] as const)('a poll of a job gets %s', async (_, response, kind) => {
    const { provider, started } = await startedAt(() => response)
    expect(await provider.poll(started, look)).toMatchObject({ kind })
  })

  test('a video is fetched from its content with the key', async () => {
    const { provider, started, counterpart } = await startedAt(({ path }) =>
      path.endsWith('/content') ? { bytes: video } : { json: { status: 'completed' } },
    )
    expect(await bytesOf(mediaOf(await provider.poll(started, look)))).toEqual(video)
    const download = counterpart.requests[1]
    expect(download?.path).toBe('/v1/videos/v%2F1/content')
    expect(download?.headers.authorization).toBe('Bearer sk-1')
  })

  test('a video is fetched from the link of its record if so configured', async () => {
    const { provider, started, counterpart } = await startedAt(
      ({ path }) => (path === '/f.mp4' ? { bytes: video } : { json: { status: 'completed', url: '/f.mp4' } }),
      { download: 'url' },
    )
    expect(await bytesOf(mediaOf(await provider.poll(started, look)))).toEqual(video)
    expect(counterpart.count('GET', /content/)).toBe(0)
  })
})

describe('a start of openai-videos whose response was lost', () => {
  const records: unknown[] = []

  /** An engine that takes jobs and lists them as vLLM-Omni does, but loses each response to a start. */
  async function forgetfulEngine() {
    records.length = 0
    const counterpart = await startCounterpart((request) => {
      if (request.method === 'GET') return { json: { object: 'list', data: records } }
      const prompt = textAt(request.json(), 'prompt')
      records.unshift({ id: `video_${records.length}`, prompt, status: 'queued' })
      return 'reset'
    })
    const provider = engineOf(openaiVideosKind, { url: counterpart.url, options: { encoding: 'json' } })
    return { provider, counterpart }
  }

  test('the job is found by its mark among jobs with the same words', async () => {
    const { provider, counterpart } = await forgetfulEngine()
    expect(provider.submission).toBe('findable')
    const others = [{ ...job, seed: 1 }, job, { ...job, seed: 2 }]
    for (const each of others) expect(await provider.start(each, never)).toMatchObject({ kind: 'ambiguous' })
    expect(await provider.find?.(job, never)).toEqual({
      kind: 'found',
      job: { id: 'video_1', url: `${counterpart.url}/videos/video_1` },
    })
    expect(counterpart.requests.at(-1)?.path).toBe('/videos?limit=100&order=desc')
  })

  test("another customer's job with the same words is never mistaken for it", async () => {
    const { provider } = await forgetfulEngine()
    await provider.start({ ...job, seed: 1 }, never)
    expect(await provider.find?.(job, never)).toMatchObject({ kind: 'unknown' })
  })

  test('the mark is only white space after the words', async () => {
    const { provider } = await forgetfulEngine()
    await provider.start(job, never)
    const prompt = textAt(records, '0.prompt')
    expect(prompt).not.toBe('a lighthouse at dawn')
    expect(prompt?.trim()).toBe('a lighthouse at dawn')
  })

  test.each([
    ['a list without prompts', { json: { data: [{ id: 'video_1', status: 'queued' }] } }],
    ['an empty list', { json: { data: [] } }],
    ['no list', { status: 404, json: {} }],
  ] as const)('%s proves nothing about the job', async (_, response) => {
    const { provider } = await startedAt(() => response)
    expect(await provider.find?.(job, never)).toMatchObject({ kind: 'unknown' })
  })

  test('an engine without a list of prompts is not searched if so configured', async () => {
    const { provider } = await startedAt(() => ({}), { submission: 'once' })
    expect(provider.submission).toBe('once')
    expect(provider).not.toHaveProperty('find')
  })
})

describe('a cancellation at an openai-videos engine', () => {
  test.each([
    ['a running job is stopped', 'in_progress', { json: { deleted: true } }, 'cancelled', 1],
    ['a finished job stays available', 'completed', { json: { deleted: true } }, 'finished', 0],
    ['a job that cannot be stopped runs on', 'in_progress', { status: 409, json: {} }, 'runs-on', 1],
    ['an engine that fails leaves it open', 'in_progress', { status: 500, json: {} }, 'unknown', 1],
  ] as const)('%s', async (_, status, response, expected, deletions) => {
    const { provider, started, counterpart } = await startedAt(
      ({ method }) => (method === 'DELETE' ? response : { json: { status } }),
      { cancel: 'delete' },
    )
    expect(await provider.cancel?.(started, never)).toBe(expected)
    expect(counterpart.count('DELETE', /\/v1\/videos\/v%2F1$/)).toBe(deletions)
  })

  test('a job that the engine does not know is not reported as cancelled', async () => {
    const { provider, started } = await startedAt(() => ({ status: 404, json: {} }), { cancel: 'delete' })
    expect(await provider.cancel?.(started, never)).toBe('unknown')
  })

  test('nothing is sent if DELETE would only delete the record', async () => {
    const { provider, started, counterpart } = await startedAt(() => ({ json: {} }))
    expect(await provider.cancel?.(started, never)).toBe('runs-on')
    expect(counterpart.requests).toHaveLength(0)
  })
})

test('openai-videos serves the video products with a configured model', () => {
  const provider = engineOf(openaiVideosKind, {
    url: 'http://127.0.0.1:9',
    models: { 'video.generate': 'wan' },
    ...multipart,
  })
  expect(provider.serves('video.generate', '720p')).toBe(true)
  expect(provider.serves('video.transform', '720p')).toBe(false)
  expect(provider.serves('image.generate', '1k')).toBe(false)
})
