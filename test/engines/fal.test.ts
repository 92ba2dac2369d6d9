import { describe, expect, test } from 'vitest'
import { productNames } from '../../server/src/core/domain/products.ts'
import { falKind } from '../../server/src/engines/fal/fal.ts'
import { type CounterpartRequest, type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { type EngineEntry, engineOf, lookOnce, patient } from './support/engine.ts'
import { bytesOf, inputPng, jobs } from './support/job.ts'

const id = '80e732af-660e-45cd-bd63-580e4f2a94cc'
const models = {
  'image.generate': 'fal-ai/flux/dev',
  'image.transform': 'fal-ai/flux/dev/image-to-image',
  'video.generate': 'fal-ai/wan/v2.2-a14b/text-to-video',
  'video.transform': 'fal-ai/wan/v2.2-a14b/image-to-video',
}
const make = (url: string, entry: Partial<EngineEntry> = {}) =>
  engineOf(falKind, { url, models, apiKey: 'k:secret', ...entry })

const handleAt = (url: string) => ({
  id,
  statusUrl: `${url}/fal-ai/flux/requests/${id}/status`,
  responseUrl: `${url}/fal-ai/flux/requests/${id}`,
  cancelUrl: `${url}/fal-ai/flux/requests/${id}/cancel`,
})
const acceptedBy = (url: string) => ({
  json: {
    request_id: id,
    status: 'IN_QUEUE',
    queue_position: 3,
    status_url: `${url}/given/status`,
    response_url: `${url}/given/response`,
    cancel_url: `${url}/given/cancel`,
  },
})

async function queueWith(
  response: CounterpartResponse | ((request: CounterpartRequest) => CounterpartResponse),
) {
  const counterpart = await startCounterpart((request) =>
    typeof response === 'function' ? response(request) : response,
  )
  return { counterpart, provider: make(counterpart.url), handle: handleAt(counterpart.url) }
}

/** A queue whose request has ended, with that response as its result. */
const endedWith = (response: CounterpartResponse) =>
  queueWith(({ path }) =>
    path.endsWith('/status') ? { json: { status: 'COMPLETED', request_id: id } } : response,
  )

describe('fal submits', () => {
  test('an image once, forbids the queue to retry it, and keeps the returned addresses', async () => {
    const counterpart = await startCounterpart(() => acceptedBy(counterpart.url))
    const { url, requests } = counterpart
    expect(await make(url).start(jobs['image.generate'], patient)).toEqual({
      kind: 'started',
      job: {
        id,
        statusUrl: `${url}/given/status`,
        responseUrl: `${url}/given/response`,
        cancelUrl: `${url}/given/cancel`,
      },
    })
    expect(requests).toHaveLength(1)
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/fal-ai/flux/dev',
      headers: { authorization: 'Key k:secret', 'x-fal-no-retry': '1' },
    })
    expect(requests[0]?.json()).toEqual({
      prompt: 'a lighthouse at dawn',
      negative_prompt: 'people',
      image_size: { width: 1024, height: 576 },
      aspect_ratio: '16:9',
      seed: 1_234_567,
    })
  })

  test.each([
    ['image.transform', { strength: 0.6, prompt: 'Repaint it in oil. a lighthouse at dawn' }],
    [
      'video.transform',
      { duration: 5, prompt: 'Bring it to life. The camera moves in slowly. a lighthouse at dawn' },
    ],
  ] as const)('%s with its image as a data URL', async (product, expected) => {
    const { url, requests } = await startCounterpart(() => acceptedBy('http://127.0.0.1:1'))
    await make(url).start(jobs[product], patient)
    expect(requests[0]?.path).toBe(`/${models[product]}`)
    expect(requests[0]?.json()).toMatchObject({
      ...expected,
      image_url: `data:image/png;base64,${Buffer.from(inputPng).toString('base64')}`,
    })
  })

  test('video.generate with the lengths that the model offers, in its notation', async () => {
    const { url, requests } = await startCounterpart(() => acceptedBy('http://127.0.0.1:1'))
    const options = { durations: [6, 10], durationAs: 'text', fields: { resolution: 'resolution' } }
    await make(url, { options }).start(jobs['video.generate'], patient)
    expect(requests[0]?.json()).toMatchObject({ duration: '6', resolution: '720p', aspect_ratio: '16:9' })
  })

  test('and polls no other host, whatever addresses it gets', async () => {
    const { counterpart, provider } = await queueWith(acceptedBy('https://elsewhere.example'))
    const response = await provider.start(jobs['image.generate'], patient)
    expect(response).toEqual({ kind: 'started', job: handleAt(counterpart.url) })
  })
})

describe('fal polls a job', () => {
  test.each([
    ['IN_QUEUE', 'queued'],
    ['IN_PROGRESS', 'running'],
  ])('that is %s, and requests no result', async (status, stage) => {
    const { counterpart, provider, handle } = await queueWith({
      status: 202,
      json: { status, request_id: id },
    })
    expect(await provider.poll(handle, lookOnce)).toEqual({ kind: 'pending', stage })
    expect(counterpart.requests.map(({ path }) => path)).toEqual([`/fal-ai/flux/requests/${id}/status`])
    expect(counterpart.requests[0]?.headers.authorization).toBe('Key k:secret')
  })

  test('and does not turn another word into a failure', async () => {
    const { provider, handle } = await queueWith({ json: { status: 'DREAMING' } })
    expect(await provider.poll(handle, lookOnce)).toMatchObject({ kind: 'unavailable' })
  })

  const rejection = {
    detail: [
      { loc: ['body', 'prompt'], msg: 'flagged by a content checker', type: 'content_policy_violation' },
    ],
  }
  test.each<[string, CounterpartResponse, object]>([
    [
      'a 422',
      { status: 422, json: rejection },
      { kind: 'failed', code: 'INVALID_INPUT', message: 'flagged by a content checker' },
    ],
    [
      'a picture withheld',
      { json: { images: [{ url: 'https://v3.fal.media/a' }], has_nsfw_concepts: [true] } },
      { kind: 'failed', code: 'INVALID_INPUT' },
    ],
    [
      'a 500 of the model',
      { status: 500, json: { detail: 'Internal' } },
      { kind: 'failed', code: 'GENERATION_FAILED' },
    ],
    [
      'a 504 of the platform',
      { status: 504, json: { detail: 'Request timed out', error_type: 'request_timeout' } },
      { kind: 'failed', message: 'Request timed out' },
    ],
    ['a 504 of a gateway', { status: 504, text: '<html>' }, { kind: 'unavailable' }],
    ['a 502', { status: 502, text: '<html>' }, { kind: 'unavailable' }],
    ['a 429', { status: 429, json: { detail: 'slow down' } }, { kind: 'unavailable' }],
    ['a 404', { status: 404, json: { detail: 'gone' } }, { kind: 'lost' }],
    ['no file', { json: { images: [], seed: 1 } }, { kind: 'failed', code: 'GENERATION_FAILED' }],
  ])('that has ended with %s', async (_name, response, expected) => {
    const { provider, handle } = await endedWith(response)
    expect(await provider.poll(handle, lookOnce)).toMatchObject(expected)
  })

  test.each([
    ['images', (file: object) => ({ images: [file], timings: {} })],
    ['video', (file: object) => ({ video: file, thumbnail: { url: 'https://v3.fal.media/t.png' } })],
    ['another key', (file: object) => ({ result: { file } })],
  ])('and fetches the file it finds under %s', async (_name, outputOf) => {
    const counterpart = await startCounterpart(({ path }) => {
      if (path.endsWith('/status')) return { json: { status: 'COMPLETED' } }
      if (path === '/files/a') return { bytes: Buffer.from('pixels') }
      return { json: outputOf({ url: `${counterpart.url}/files/a`, content_type: 'image/jpeg' }) }
    })
    const response = await make(counterpart.url).poll(handleAt(counterpart.url), lookOnce)
    if (response.kind !== 'succeeded') expect.unreachable()
    expect((await bytesOf(response.outputs[0])).toString()).toBe('pixels')
  })
})

describe('fal finds the job of a lost start', () => {
  const job = jobs['image.generate']
  const listed = (input: object) => ({
    json: {
      items: [
        { request_id: 'x', json_input: null },
        { request_id: id, json_input: input },
      ],
    },
  })

  async function findIn(response: CounterpartResponse) {
    const list = await startCounterpart(() => response)
    const provider = make('http://127.0.0.1:1', {
      options: { listUrl: `${list.url}/v1/models/requests/by-endpoint` },
    })
    return { list, provider, found: await provider.find?.(job, patient) }
  }

  test('by prompt and seed in the list of its endpoint', async () => {
    const { list, provider, found } = await findIn(listed({ prompt: job.prompt, seed: job.seed }))
    expect(provider.submission).toBe('findable')
    expect(found).toEqual({ kind: 'found', job: handleAt('http://127.0.0.1:1') })
    const { pathname, searchParams } = new URL(list.requests[0]?.path ?? '', list.url)
    expect(pathname).toBe('/v1/models/requests/by-endpoint')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      endpoint_id: 'fal-ai/flux/dev',
      expand: 'payloads',
    })
    expect(list.requests[0]?.headers.authorization).toBe('Key k:secret')
  })

  test.each<[string, CounterpartResponse]>([
    ['another seed', listed({ prompt: job.prompt, seed: 9 })],
    ['an empty list', { json: { items: [] } }],
    ['403', { status: 403 }],
  ])('and %s is no proof that there is no job', async (_name, response) => {
    expect((await findIn(response)).found).toMatchObject({ kind: 'unknown' })
  })

  test('only if there is a list: at fal itself, or if one is configured', () => {
    const elsewhere = make('http://127.0.0.1:1')
    expect([elsewhere.submission, elsewhere.find]).toEqual(['once', undefined])
    expect(make('https://queue.fal.run').submission).toBe('findable')
  })
})

describe('fal cancels and reports', () => {
  test.each<[string, string, CounterpartResponse]>([
    ['cancelled', '200', { json: { status: 'OK' } }],
    ['runs-on', '202, which is a request alone', { status: 202, json: { status: 'CANCELLATION_REQUESTED' } }],
    ['finished', '400', { status: 400, json: { status: 'ALREADY_COMPLETED' } }],
    ['unknown', '404', { status: 404, json: { status: 'NOT_FOUND' } }],
  ])('%s for %s', async (expected, _name, response) => {
    const { counterpart, provider, handle } = await queueWith(response)
    expect(await provider.cancel?.(handle, patient)).toBe(expected)
    expect(counterpart.requests[0]).toMatchObject({
      method: 'PUT',
      path: `/fal-ai/flux/requests/${id}/cancel`,
    })
  })
})

describe('fal is set up', () => {
  test('for the products that have a model', () => {
    const provider = make('http://127.0.0.1:1', { models: { 'image.generate': 'fal-ai/flux/dev' } })
    expect(productNames.filter((product) => provider.serves(product, 'hd'))).toEqual(['image.generate'])
  })

  test.each([
    [404, true],
    [401, false],
    [403, false],
  ])('and its key is checked by a call that starts nothing: %d', async (status, keyAccepted) => {
    const { counterpart, provider } = await queueWith({ status, json: { detail: 'x' } })
    const check = await provider.check?.(patient)
    expect(check).toMatchObject({ reachable: true, keyAccepted })
    expect(check?.detail).not.toContain('secret')
    expect(counterpart.count('POST', /./)).toBe(0)
  })
})
