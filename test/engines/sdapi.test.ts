import { describe, expect, test } from 'vitest'
import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import { sdapiKind } from '../../server/src/engines/sdapi/sdapi.ts'
import { startCounterpart } from './support/counterpart.ts'
import { type EngineEntry, engineOf } from './support/engine.ts'
import { bytesOf, inputPng, jobs, mediaOf } from './support/job.ts'
import { startAgainst } from './support/start-against.ts'

const never = new AbortController().signal
const base64 = Buffer.from(inputPng).toString('base64')
const made = { json: { images: [base64], parameters: {}, info: '{}' } }
const job = jobs['image.generate']

/** The single request that starts a job. */
async function requestFor(started: GenerationJob, setUp: Omit<EngineEntry, 'url'> = {}) {
  const counterpart = await startCounterpart(() => made)
  const provider = engineOf(sdapiKind, { url: counterpart.url, ...setUp })
  const response = await provider.start(started, never)
  expect(await bytesOf(mediaOf(response))).toEqual(inputPng)
  const [request] = counterpart.requests
  if (request === undefined) throw new Error('Nothing was asked.')
  return request
}

const unsaved = {
  batch_size: 1,
  n_iter: 1,
  send_images: true,
  save_images: false,
  do_not_save_samples: true,
  do_not_save_grid: true,
}

describe('the requests of sdapi', () => {
  test('an image is requested from txt2img and never saved on the server', async () => {
    const request = await requestFor(job)
    expect(`${request.method} ${request.path}`).toBe('POST /sdapi/v1/txt2img')
    expect(request.headers).not.toHaveProperty('authorization')
    expect(request.json()).toEqual({
      prompt: 'a lighthouse at dawn',
      negative_prompt: 'people',
      width: 1024,
      height: 576,
      seed: 1234567,
      ...unsaved,
    })
  })

  test("an image is transformed by img2img with the effect's strength", async () => {
    const request = await requestFor(jobs['image.transform'])
    expect(request.path).toBe('/sdapi/v1/img2img')
    expect(request.json()).toMatchObject({
      prompt: 'Repaint it in oil. a lighthouse at dawn',
      negative_prompt: 'people, photograph',
      init_images: [base64],
      denoising_strength: 0.6,
      width: 1280,
      height: 960,
      ...unsaved,
    })
  })

  test('the strength is an option if no effect sets one', async () => {
    const { effect: _, ...plain } = jobs['image.transform']
    const request = await requestFor(plain, { options: { strength: 0.3 } })
    expect(request.json()).toMatchObject({ denoising_strength: 0.3 })
  })

  test('the model is loaded by an override, together with the operator’s overrides', async () => {
    const request = await requestFor(job, {
      models: { 'image.generate': 'juggernaut' },
      options: { fields: { steps: 24, override_settings: { CLIP_stop_at_last_layers: 2 } } },
    })
    expect(request.json()).toMatchObject({
      steps: 24,
      override_settings: { sd_model_checkpoint: 'juggernaut', CLIP_stop_at_last_layers: 2 },
    })
  })

  test('no more pixels are requested than the models are trained on', async () => {
    const request = await requestFor({ ...job, widthPx: 4096, heightPx: 4096 })
    expect(request.json()).toMatchObject({ width: 1248, height: 1248 })
  })

  test.each([
    ['user:secret', `Basic ${Buffer.from('user:secret').toString('base64')}`],
    ['token', 'Bearer token'],
  ])('the key %s is sent as its format requires', async (apiKey, expected) => {
    expect((await requestFor(job, { apiKey })).headers.authorization).toBe(expected)
  })

  test('fields that would generate more images are rejected in the providers file of sdapi', () => {
    expect(sdapiKind.options.validate({ fields: { batch_size: 4 } }).error?.message).toContain('batch_size')
  })
})

describe('the responses of an sdapi engine', () => {
  const outOfMemory = { error: 'OutOfMemoryError', detail: '', body: '', errors: 'CUDA out\nof memory' }
  test.each([
    [
      'an exception of the generation',
      { status: 500, json: outOfMemory },
      { kind: 'failed', message: 'CUDA out of memory' },
    ],
    ['a server that is still loading', { status: 503, json: outOfMemory }, { kind: 'unavailable' }],
    ['an interruption', { json: { images: [], info: '' } }, { kind: 'failed' }],
    [
      'a field that it rejects',
      { status: 422, json: { detail: [{ loc: ['body', 'steps'], msg: 'value is not valid' }] } },
      { kind: 'rejected', message: 'value is not valid' },
    ],
    [
      'a sampler that it lacks',
      { status: 404, json: { detail: 'Sampler not found' } },
      { kind: 'unavailable' },
    ],
  ])('sdapi interprets %s', async (_, response, outcome) => {
    expect(await startAgainst(sdapiKind, {}, job, response)).toMatchObject(outcome)
  })

  test('an image with the prefix of a data URL is decoded', async () => {
    const json = { images: [`data:image/png;base64,${base64}`] }
    expect(await bytesOf(mediaOf(await startAgainst(sdapiKind, {}, job, { json })))).toEqual(inputPng)
  })

  test('an image that is not base64 is an error when it is read', async () => {
    const response = await startAgainst(sdapiKind, {}, job, { json: { images: ['%%%'] } })
    await expect(bytesOf(mediaOf(response))).rejects.toThrow('empty')
  })
})

describe('the check of sdapi', () => {
  const url = 'http://127.0.0.1:9'

  test('a start with a lost response is repeated on the operator’s hardware, unless it is configured to cost', () => {
    expect(engineOf(sdapiKind, { url }).submission).toBe('idempotent')
    expect(engineOf(sdapiKind, { url, options: { submission: 'once' } }).submission).toBe('once')
  })

  test('sdapi serves the image products with a configured model', async () => {
    const provider = engineOf(sdapiKind, { url, models: { 'image.generate': 'sdxl' } })
    expect(provider.serves('image.generate', '1k')).toBe(true)
    expect(provider.serves('image.transform', 'hd')).toBe(false)
    expect(engineOf(sdapiKind, { url }).serves('video.generate', '720p')).toBe(false)
    expect(await provider.poll({}, { waitMsMax: 0, signal: never })).toEqual({ kind: 'lost' })
  })

  const list = [{ title: 'sdxl.safetensors [31e35c80fc]', model_name: 'sdxl' }]
  test.each([
    ['its list of models', { json: list }, { keyAccepted: true, modelFound: true }],
    ['a list without the model', { json: [] }, { keyAccepted: true, modelFound: false }],
    ['a rejection of the key', { status: 401, json: {} }, { keyAccepted: false }],
  ])('sdapi is checked by %s', async (_, response, expected) => {
    const counterpart = await startCounterpart(() => response)
    const provider = engineOf(sdapiKind, { url: counterpart.url, models: { 'image.generate': 'sdxl' } })
    expect(await provider.check?.(never)).toMatchObject({ reachable: true, ...expected })
    expect(counterpart.requests.map(({ path }) => path)).toEqual(['/sdapi/v1/sd-models'])
  })

  test('sdapi is checked by its options if there is no list of models', async () => {
    const counterpart = await startCounterpart(({ path }) =>
      path.endsWith('options') ? { json: { sd_model_checkpoint: 'sdxl' } } : { status: 404, json: {} },
    )
    const provider = engineOf(sdapiKind, { url: counterpart.url })
    expect(await provider.check?.(never)).toEqual({
      reachable: true,
      keyAccepted: true,
      detail: 'Model: sdxl',
    })
  })

  test('sdapi is not reachable if the connection is refused', async () => {
    const counterpart = await startCounterpart(() => ({}))
    await counterpart.close()
    const provider = engineOf(sdapiKind, { url: counterpart.url })
    expect(await provider.check?.(never)).toMatchObject({ reachable: false })
  })
})
