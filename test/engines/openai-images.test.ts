import { describe, expect, test } from 'vitest'
import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import { InputError, UnusableMediaError } from '../../server/src/core/ports/provider.ts'
import { openaiImagesKind } from '../../server/src/engines/openai/openai-images.ts'
import { type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { engineOf } from './support/engine.ts'
import { bytesOf, inputPng, jobs, mediaOf } from './support/job.ts'
import { startAgainst } from './support/start-against.ts'

const never = new AbortController().signal
const base64 = Buffer.from(inputPng).toString('base64')
const made: CounterpartResponse = { json: { created: 1, data: [{ b64_json: base64 }] } }
const models = { 'image.generate': 'gpt-image-2', 'image.transform': 'gpt-image-2' }
const job = jobs['image.generate']

/** The single request that starts a job with these options. */
async function requestFor(started: GenerationJob, options = {}) {
  const counterpart = await startCounterpart(() => made)
  const provider = engineOf(openaiImagesKind, {
    url: `${counterpart.url}/v1`,
    apiKey: 'sk-1',
    models,
    options,
  })
  const response = await provider.start(started, never)
  expect(response.kind).toBe('succeeded')
  const [request] = counterpart.requests
  if (request === undefined) throw new Error('Nothing was asked.')
  return request
}

/** xAI's response to an unknown key: the code is that of any invalid request. */
const unknownKey = {
  code: 'Client specified an invalid argument',
  error: 'Incorrect API key provided: se***ey. You can obtain an API key from the console.',
}

describe('the requests of openai-images', () => {
  test('an image is requested from OpenAI with only the fields that it knows', async () => {
    const request = await requestFor(job)
    expect(request.method).toBe('POST')
    expect(request.path).toBe('/v1/images/generations')
    expect(request.headers.authorization).toBe('Bearer sk-1')
    expect(request.json()).toEqual({
      model: 'gpt-image-2',
      prompt: 'a lighthouse at dawn Do not show: people.',
      n: 1,
      size: '1088x608',
    })
  })

  test('an image is edited by a form that contains it as a file of its actual type', async () => {
    const request = await requestFor(jobs['image.transform'])
    expect(request.path).toBe('/v1/images/edits')
    const form = await request.form()
    const file = form.get('image')
    if (!(file instanceof File)) throw new Error('The picture is no file.')
    expect(file.type).toBe('image/png')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(inputPng)
    form.delete('image')
    expect(Object.fromEntries(form)).toEqual({
      model: 'gpt-image-2',
      prompt: 'Repaint it in oil. a lighthouse at dawn Do not show: people, photograph.',
      n: '1',
      size: '1280x960',
    })
  })

  test('the name of the part, the seed, the negative prompt and further fields are options', async () => {
    const request = await requestFor(jobs['image.transform'], {
      imagePart: 'image[]',
      seedField: 'seed',
      negativePrompt: 'field',
      responseFormat: 'b64_json',
      fields: { num_inference_steps: 20, extra: { a: 1 } },
      editFields: { input_fidelity: 'high' },
    })
    const form = await request.form()
    expect(form.get('image[]')).toBeInstanceOf(File)
    form.delete('image[]')
    expect(Object.fromEntries(form)).toMatchObject({
      prompt: 'Repaint it in oil. a lighthouse at dawn',
      negative_prompt: 'people, photograph',
      seed: '1234567',
      response_format: 'b64_json',
      num_inference_steps: '20',
      extra: '{"a":1}',
      input_fidelity: 'high',
    })
  })

  const dataUrl = `data:image/png;base64,${base64}`
  test.each([
    ['json-images', '/v1/images/edits', { images: [{ image_url: dataUrl }] }],
    ['json-object', '/v1/images/edits', { image: { url: dataUrl, type: 'image_url' } }],
    ['json-image', '/v1/images/generations', { image: dataUrl }],
    ['json-file', '/v1/images/generations', { file: base64 }],
  ])('an image is sent as JSON in the form %s', async (edits, path, fields) => {
    const request = await requestFor(jobs['image.transform'], { edits })
    expect(request.path).toBe(path)
    expect(request.json()).toMatchObject(fields)
  })

  test.each([
    ['the nearest of the listed sizes', { sizes: ['1024x1024', '1536x1024'] }, { size: '1536x1024' }],
    ['a size that follows the rule', { sizeRule: { multipleOf: 64, sidePxMax: 512 } }, { size: '512x256' }],
    [
      'the nearest shape',
      { aspectRatios: ['1:1', '16:9'], fields: { resolution: '2k' } },
      { aspect_ratio: '16:9', resolution: '2k' },
    ],
  ])('an openai-images request contains %s', async (_, options, fields) => {
    const body = (await requestFor(job, options)).json()
    expect(body).toMatchObject(fields)
    if ('aspect_ratio' in fields) expect(body).not.toHaveProperty('size')
  })

  test('a bar within a prompt does not begin its negative part if that follows a bar', async () => {
    const piped = { ...job, prompt: 'day | night' }
    const request = await requestFor(piped, { negativePrompt: 'pipe' })
    expect(request.json()).toMatchObject({ prompt: 'day , night|people' })
  })

  test('fields that would generate extra images are rejected in the providers file', () => {
    expect(openaiImagesKind.options.validate({ fields: { n: 4 } }).error?.message).toContain('fields.n')
    expect(openaiImagesKind.options.validate({ colour: 'red' }).error?.message).toContain('colour')
  })
})

describe('the responses of an openai-images engine', () => {
  const error = (code: string) => ({ error: { code, message: 'no' } })
  test.each([
    ['503 behind a gateway', { status: 503, json: error('x') }, 'ambiguous'],
    ['a blocked prompt', { status: 400, json: error('moderation_blocked') }, 'rejected'],
    ['an account at its limit', { status: 400, json: error('billing_hard_limit_reached') }, 'unavailable'],
    ['a key that xAI does not know', { status: 400, json: unknownKey }, 'unavailable'],
    ['an error as text', { status: 400, json: { error: 'no' } }, 'rejected'],
    ['an error with 200', { json: error('server_error') }, 'failed'],
    ['a filtered picture', { json: { data: [error('OutputImageSensitiveContentDetected')] } }, 'rejected'],
    ['an empty list', { json: { data: [] } }, 'failed'],
  ])('openai-images interprets %s', async (_, response, kind) => {
    const setUp = { options: { isBehindGateway: true } }
    expect(await startAgainst(openaiImagesKind, setUp, job, response)).toMatchObject({ kind })
  })

  test('an input that cannot be read submits nothing', async () => {
    const { input } = jobs['image.transform']
    const gone = new InputError('missing')
    const unreadable = { ...input, upright: () => Promise.reject(gone) }
    const counterpart = await startCounterpart(() => made)
    const provider = engineOf(openaiImagesKind, { url: counterpart.url })
    const start = provider.start({ ...jobs['image.transform'], input: unreadable }, never)
    await expect(start).rejects.toBe(gone)
    expect(counterpart.requests).toHaveLength(0)
  })
})

describe('images of openai-images', () => {
  test('an image within the response is decoded', async () => {
    const response = await startAgainst(openaiImagesKind, {}, job, made)
    expect(await bytesOf(mediaOf(response))).toEqual(inputPng)
  })

  test.each([
    ['a path', (_: string) => '/files/1.png'],
    ['an address', (url: string) => `${url}/files/1.png`],
    ['a data URL', (_: string) => `data:image/png;base64,${base64}`],
  ])('an image behind %s is fetched', async (_, linkAt) => {
    const counterpart = await startCounterpart(({ path }) =>
      path === '/files/1.png' ? { bytes: inputPng } : { json: { data: [{ url: linkAt(counterpart.url) }] } },
    )
    const provider = engineOf(openaiImagesKind, { url: `${counterpart.url}/v1`, apiKey: 'sk-1' })
    expect(await bytesOf(mediaOf(await provider.start(job, never)))).toEqual(inputPng)
  })

  test('the key is sent to no other host that images are fetched from', async () => {
    const store = await startCounterpart(() => ({ bytes: inputPng }))
    const link = `${store.url.replace('127.0.0.1', 'localhost')}/1.png`
    const counterpart = await startCounterpart(() => ({ json: { data: [{ url: link }] } }))
    const setUp = { url: counterpart.url, apiKey: 'sk-1' }
    const allowed = engineOf(openaiImagesKind, { ...setUp, options: { allowedHosts: ['localhost'] } })
    expect(await bytesOf(mediaOf(await allowed.start(job, never)))).toEqual(inputPng)
    expect(store.requests[0]?.headers).not.toHaveProperty('authorization')

    const strict = engineOf(openaiImagesKind, setUp)
    await expect(bytesOf(mediaOf(await strict.start(job, never)))).rejects.toThrow(UnusableMediaError)
    expect(store.requests).toHaveLength(1)
  })
})

describe('the check of openai-images', () => {
  test('openai-images serves the products with a configured model', () => {
    const url = 'http://127.0.0.1:9'
    const products = ['image.generate', 'image.transform', 'video.generate', 'video.transform'] as const
    const served = (setUp = {}) => {
      const provider = engineOf(openaiImagesKind, { url, ...setUp })
      return products.filter((product) => provider.serves(product, '1k'))
    }
    expect(served()).toEqual(['image.generate', 'image.transform'])
    expect(served({ models: { 'image.generate': 'flux' } })).toEqual(['image.generate'])
    expect(served({ options: { edits: 'none' } })).toEqual(['image.generate'])
  })

  test.each([
    [{ json: { data: [{ id: 'gpt-image-2' }] } }, { reachable: true, keyAccepted: true, modelFound: true }],
    [{ json: { data: [{ id: 'other' }] } }, { reachable: true, keyAccepted: true, modelFound: false }],
    [
      { status: 401, json: {} },
      { reachable: true, keyAccepted: false },
    ],
    [
      { status: 400, json: unknownKey },
      { reachable: true, keyAccepted: false },
    ],
    [
      { status: 404, text: 'nothing here' },
      { reachable: true, detail: expect.stringContaining('url lacks its end, such as /v1') },
    ],
    [{ text: '<html>Welcome</html>' }, { reachable: false }],
  ])('openai-images is checked by its list of models: %j', async (response, expected) => {
    const counterpart = await startCounterpart(() => response)
    const provider = engineOf(openaiImagesKind, { url: `${counterpart.url}/v1`, models })
    expect(await provider.check?.(never)).toMatchObject(expected)
    expect(counterpart.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /v1/models'])
  })

  test('openai-images retries nothing unless the operator declares retries as free', async () => {
    const url = 'http://127.0.0.1:9'
    expect(engineOf(openaiImagesKind, { url }).submission).toBe('once')
    const free = engineOf(openaiImagesKind, { url, options: { submission: 'idempotent' } })
    expect(free.submission).toBe('idempotent')
    expect(await free.poll({ id: '1' }, { waitMsMax: 0, signal: never })).toEqual({ kind: 'lost' })
  })
})
