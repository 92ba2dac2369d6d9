import { describe, expect, test } from 'vitest'
import { productNames } from '../../server/src/core/domain/products.ts'
import { UnusableMediaError } from '../../server/src/core/ports/provider.ts'
import { replicateKind } from '../../server/src/engines/replicate/replicate.ts'
import { type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { type EngineEntry, engineOf, lookOnce, optionsOf, patient } from './support/engine.ts'
import { bytesOf, inputPng, jobs } from './support/job.ts'

const id = 'gm3qorzdhgbfurvjtvhg6dckhu'
const models = {
  'image.generate': 'black-forest-labs/flux-schnell',
  'image.transform': 'black-forest-labs/flux-dev',
  'video.generate': 'wan-video/wan-2.2',
  'video.transform': 'a'.repeat(64),
}
const make = (url: string, entry: Partial<EngineEntry> = {}) =>
  engineOf(replicateKind, { url, models, apiKey: 'r8_secret', ...entry })
const prediction = (state: object) => ({ json: { id, output: null, error: null, logs: null, ...state } })
const accepted = { status: 201, ...prediction({ status: 'starting' }) }
const picture = `data:image/png;base64,${Buffer.from(inputPng).toString('base64')}`

async function engineWith(response: CounterpartResponse, entry: Partial<EngineEntry> = {}) {
  const counterpart = await startCounterpart(() => response)
  return { counterpart, provider: make(counterpart.url, entry) }
}

describe('replicate submits', () => {
  test.each([201, 202])('an image once, with the key and a deadline at the vendor: %d', async (status) => {
    const { counterpart, provider } = await engineWith({ ...accepted, status }, { jobMsMax: 90_500 })
    expect(await provider.start(jobs['image.generate'], patient)).toEqual({ kind: 'started', job: { id } })
    expect(counterpart.requests).toHaveLength(1)
    const [request] = counterpart.requests
    expect(request).toMatchObject({
      method: 'POST',
      path: '/v1/predictions',
      headers: { authorization: 'Bearer r8_secret', 'cancel-after': '91s' },
    })
    expect(request?.json()).toEqual({
      version: 'black-forest-labs/flux-schnell',
      input: {
        prompt: 'a lighthouse at dawn',
        negative_prompt: 'people',
        width: 1024,
        height: 576,
        aspect_ratio: '16:9',
        seed: 1_234_567,
      },
    })
  })

  test('an effect with a small image as a data URL', async () => {
    const { counterpart, provider } = await engineWith(accepted)
    await provider.start(jobs['image.transform'], patient)
    expect(counterpart.requests[0]?.json()).toMatchObject({
      input: { prompt: 'Repaint it in oil. a lighthouse at dawn', image: picture, prompt_strength: 0.6 },
    })
  })

  test.each(['video.generate', 'video.transform'] as const)('%s with its length', async (product) => {
    const { counterpart, provider } = await engineWith(accepted)
    await provider.start(jobs[product], patient)
    expect(counterpart.requests[0]?.json()).toMatchObject({
      version: models[product],
      input: { duration: 5 },
    })
  })

  const largeJob = {
    ...jobs['image.transform'],
    input: {
      ...jobs['image.transform'].input,
      upright: async () => ({ contentType: 'image/jpeg', bytes: Buffer.alloc(300_000, 1) }),
    },
  }

  test('a large image as a separate file, and its link', async () => {
    const { url, requests } = await startCounterpart(({ path }) =>
      path === '/v1/files'
        ? { status: 201, json: { urls: { get: 'https://api.replicate.com/v1/files/f1' } } }
        : accepted,
    )
    await make(url).start(largeJob, patient)
    const file = (await requests[0]?.form())?.get('content')
    if (!(file instanceof File)) expect.unreachable()
    expect([file.type, file.size]).toEqual(['image/jpeg', 300_000])
    expect(requests[1]?.json()).toMatchObject({ input: { image: 'https://api.replicate.com/v1/files/f1' } })
  })

  test.each<[string, CounterpartResponse, string]>([
    ['500', { status: 500 }, 'unavailable'],
    ['a reset', 'reset', 'unavailable'],
    ['413', { status: 413 }, 'rejected'],
    ['no address', { status: 201, json: {} }, 'unavailable'],
  ])('nothing if the upload ends with %s', async (_name, response, kind) => {
    const { counterpart, provider } = await engineWith(response)
    expect(await provider.start(largeJob, patient)).toMatchObject({ kind })
    expect(counterpart.count('POST', /predictions/)).toBe(0)
  })

  test('only once if the vendor states the pause in its message', async () => {
    const detail = 'Request was throttled. Your rate limit resets in ~30s.'
    const { provider } = await engineWith({ status: 429, json: { detail } })
    expect(await provider.start(jobs['image.generate'], patient)).toEqual({
      kind: 'unavailable',
      message: `The engine answered 429 Too Many Requests: ${detail}`,
      retryAfterMs: 30_000,
    })
  })

  test.each([
    ['a model that does not exist', 'Invalid version or not permitted', 'unavailable'],
    ['an input that the model rejects', 'Input validation failed', 'rejected'],
  ])('and distinguishes %s from other causes of 422', async (_name, title, kind) => {
    const { provider } = await engineWith({
      status: 422,
      json: { title, detail: '- input.prompt: required' },
    })
    expect(await provider.start(jobs['image.generate'], patient)).toMatchObject({ kind })
  })
})

describe('replicate polls a job', () => {
  test.each([
    ['starting', {}, { kind: 'pending', stage: 'queued' }],
    ['processing', {}, { kind: 'pending', stage: 'running' }],
    [
      'processing',
      {
        logs: 'Using seed: 7\n  0%|          | 0/20 [00:00<?, ?it/s]\r 45%|####5     | 9/20 [00:02<00:02,  4.2it/s]',
      },
      { kind: 'pending', stage: 'running', progress: 0.45 },
    ],
    ['processing', { logs: '100%|##########| 4/4' }, { kind: 'pending', stage: 'running', progress: 1 }],
    [
      'processing',
      { logs: 'Loading pipeline: 100%|##########| 7/7\nCPU at 45%| idle' },
      { kind: 'pending', stage: 'running' },
    ],
    [
      'failed',
      { error: 'CUDA out of\nmemory' },
      { kind: 'failed', code: 'GENERATION_FAILED', message: 'CUDA out of memory' },
    ],
    [
      'failed',
      { error: 'NSFW content detected. Try another prompt.' },
      { kind: 'failed', code: 'INVALID_INPUT' },
    ],
    [
      'failed',
      { error: 'The input was flagged as sensitive (E005)' },
      { kind: 'failed', code: 'INVALID_INPUT' },
    ],
    ['canceled', {}, { kind: 'failed', code: 'GENERATION_FAILED' }],
    ['aborted', {}, { kind: 'failed', code: 'GENERATION_FAILED' }],
    ['succeeded', { data_removed: true }, { kind: 'failed', code: 'GENERATION_FAILED' }],
    ['dreaming', {}, { kind: 'unavailable' }],
  ])('that is %s, with %j', async (status, rest, expected) => {
    const { counterpart, provider } = await engineWith(prediction({ status, ...rest }))
    expect(await provider.poll({ id }, lookOnce)).toMatchObject(expected)
    expect(counterpart.requests[0]).toMatchObject({ method: 'GET', path: `/v1/predictions/${id}` })
  })

  test.each([
    ['text', (link: string) => link],
    ['a list', (link: string) => [link, 'https://replicate.delivery/2.png']],
    ['an object', (link: string) => ({ log: 'done', video: { url: link } })],
  ])('and finds its file if the output is %s', async (_name, outputOf) => {
    const counterpart = await startCounterpart(({ path }) =>
      path === '/1.png'
        ? { bytes: Buffer.from('pixels') }
        : prediction({ status: 'succeeded', output: outputOf(`${counterpart.url}/1.png`) }),
    )
    const response = await make(counterpart.url).poll({ id }, lookOnce)
    if (response.kind !== 'succeeded') expect.unreachable()
    expect((await bytesOf(response.outputs[0])).toString()).toBe('pixels')
  })

  test('and decodes a data URL', async () => {
    const { provider } = await engineWith(prediction({ status: 'succeeded', output: [picture] }))
    const response = await provider.poll({ id }, lookOnce)
    if (response.kind !== 'succeeded') expect.unreachable()
    expect(response.outputs[0].contentType).toBe('image/png')
    expect(await bytesOf(response.outputs[0])).toEqual(Buffer.from(inputPng))
  })

  test('and fetches from another host only if allowed, and never with the key', async () => {
    const other = await startCounterpart(() => ({ bytes: Buffer.from('pixels') }))
    const link = `${other.url.replace('127.0.0.1', 'localhost')}/1.png`
    const resultWith = async (options: Record<string, unknown>) => {
      const { provider } = await engineWith(prediction({ status: 'succeeded', output: link }), { options })
      const response = await provider.poll({ id }, lookOnce)
      if (response.kind !== 'succeeded') expect.unreachable()
      return bytesOf(response.outputs[0])
    }
    await expect(resultWith({})).rejects.toBeInstanceOf(UnusableMediaError)
    expect(other.requests).toHaveLength(0)
    expect((await resultWith({ allowedHosts: ['localhost'] })).toString()).toBe('pixels')
    expect(other.requests.map(({ headers }) => headers.authorization)).toEqual([undefined])
  })
})

describe('replicate finds the job of a lost start', () => {
  const job = jobs['image.generate']
  const listed = (input: object) => ({
    json: {
      next: null,
      results: [
        { id: 'another', input: {} },
        { id, input },
      ],
    },
  })

  test('by prompt and seed among the predictions since the task was accepted', async () => {
    const { counterpart, provider } = await engineWith(
      listed({ prompt: job.prompt, seed: job.seed, steps: 4 }),
    )
    expect(await provider.find?.(job, patient)).toEqual({ kind: 'found', job: { id } })
    const { pathname, searchParams } = new URL(counterpart.requests[0]?.path ?? '', counterpart.url)
    expect(pathname).toBe('/v1/predictions')
    expect(Date.parse(searchParams.get('created_after') ?? '')).toBeLessThan(Date.now())
  })

  test.each<[string, CounterpartResponse]>([
    ['the same words with another seed', listed({ prompt: job.prompt, seed: 9 })],
    ['the same seed with other words', listed({ prompt: 'other', seed: job.seed })],
    ['an empty list', { json: { results: [] } }],
    ['401', { status: 401 }],
  ])('and %s is no proof of absence', async (_name, response) => {
    const { provider } = await engineWith(response)
    expect(await provider.find?.(job, patient)).toMatchObject({ kind: 'unknown' })
  })

  test('but never by words alone, if the model has no seed', async () => {
    const { provider } = await engineWith(listed({ prompt: job.prompt }), {
      options: { fields: { seed: null } },
    })
    expect(await provider.find?.(job, patient)).toMatchObject({ kind: 'unknown' })
  })
})

describe('replicate cancels and reports', () => {
  test.each<[string, string, CounterpartResponse]>([
    ['cancelled', 'a job that it stopped', prediction({ status: 'canceled' })],
    ['cancelled', 'a job that is stopping', prediction({ status: 'processing' })],
    ['finished', 'a job that had ended', prediction({ status: 'succeeded' })],
    ['unknown', 'a job that it does not know', { status: 404 }],
  ])('%s for %s', async (expected, _name, response) => {
    const { counterpart, provider } = await engineWith(response)
    expect(await provider.cancel?.({ id }, patient)).toBe(expected)
    expect(counterpart.requests[0]).toMatchObject({ method: 'POST', path: `/v1/predictions/${id}/cancel` })
  })
})

describe('replicate is set up', () => {
  test('with a model’s own names of its inputs', async () => {
    const options = {
      parameters: { go_fast: true, seed: 1 },
      fields: { aspectRatio: null, width: null, height: null },
      products: {
        'video.transform': {
          fields: { image: 'images[]', prompt: 'text', resolution: 'resolution' },
          parameters: { fps: 16 },
          durations: [4, 6, 8],
          durationAs: 'text',
        },
      },
    }
    const { counterpart, provider } = await engineWith(accepted, { options })
    await provider.start(jobs['video.transform'], patient)
    expect(counterpart.requests[0]?.json()).toMatchObject({
      input: {
        go_fast: true,
        fps: 16,
        images: [picture],
        text: 'Bring it to life. The camera moves in slowly. a lighthouse at dawn',
        negative_prompt: 'people',
        resolution: '720p',
        duration: '6',
        seed: 1_234_567,
      },
    })
  })

  test('and rejects fields that no job has', () => {
    expect(() => optionsOf(replicateKind, { fields: { negative_prompt: 'x' } })).toThrow('negative_prompt')
    expect(() => optionsOf(replicateKind, { aspectRatios: ['wide'] })).toThrow('16:9')
  })

  test('for the products that have a model', () => {
    const provider = make('http://127.0.0.1:1', { models: { 'video.generate': 'a/b' } })
    expect(productNames.filter((product) => provider.serves(product, '720p'))).toEqual(['video.generate'])
    expect(provider).toMatchObject({ submission: 'findable', results: 'raw' })
  })

  test.each<[string, CounterpartResponse, object]>([
    [
      'its account and models',
      { json: { username: 'acme' } },
      { keyAccepted: true, modelFound: true, detail: 'account acme' },
    ],
    [
      'a wrong key',
      { status: 401, json: { detail: 'Unauthenticated' } },
      { reachable: true, keyAccepted: false },
    ],
  ])('and is checked for %s without a prediction', async (_name, response, expected) => {
    const { counterpart, provider } = await engineWith(response)
    const check = await provider.check?.(patient)
    expect(check).toMatchObject(expected)
    expect(check?.detail).not.toContain('r8_secret')
    expect(counterpart.count('POST', /./)).toBe(0)
  })
})
