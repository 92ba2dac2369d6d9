import { describe, expect, test } from 'vitest'
import { sdcppKind } from '../../server/src/engines/sdcpp/sdcpp.ts'
import { type CounterpartResponse, startCounterpart } from './support/counterpart.ts'
import { type EngineEntry, engineOf, lookOnce, optionsOf, patient } from './support/engine.ts'
import { bytesOf, inputPng, jobs } from './support/job.ts'

const id = 'job_6921f2a0_00000001'
const accepted = {
  status: 202,
  json: { id, kind: 'img_gen', status: 'queued', poll_url: `/sdcpp/v1/jobs/${id}` },
}

const make = (url: string, entry: Partial<EngineEntry> = {}) => engineOf(sdcppKind, { url, ...entry })

/** A server that responds that way about its job. */
async function serverWith(response: CounterpartResponse) {
  const counterpart = await startCounterpart(() => response)
  return { counterpart, provider: make(counterpart.url) }
}

const jobState = (state: object) => ({ json: { id, kind: 'img_gen', result: null, error: null, ...state } })

describe('sdcpp submits', () => {
  test('an image with its seed, without metadata, at a size that the server does not round', async () => {
    const { counterpart, provider } = await serverWith(accepted)
    const response = await provider.start(jobs['image.generate'], patient)
    expect(response).toEqual({ kind: 'started', job: { id } })
    expect(counterpart.requests).toHaveLength(1)
    const [request] = counterpart.requests
    expect(request).toMatchObject({ method: 'POST', path: '/sdcpp/v1/img_gen' })
    expect(request?.headers['content-type']).toBe('application/json')
    expect(request?.json()).toEqual({
      prompt: 'a lighthouse at dawn',
      negative_prompt: 'people',
      width: 1024,
      height: 576,
      seed: 1_234_567,
      batch_count: 1,
      embed_image_metadata: false,
      output_format: 'png',
    })
  })

  test('an effect with its image as a data URL, its words and its strength', async () => {
    const { counterpart, provider } = await serverWith(accepted)
    await provider.start(jobs['image.transform'], patient)
    expect(counterpart.requests[0]?.json()).toMatchObject({
      prompt: 'Repaint it in oil. a lighthouse at dawn',
      negative_prompt: 'people, photograph',
      init_image: `data:image/png;base64,${Buffer.from(inputPng).toString('base64')}`,
      strength: 0.6,
    })
  })

  test.each(['video.generate', 'video.transform'] as const)(
    '%s with a number of frames of the form 4n+1',
    async (product) => {
      const { url, requests } = await startCounterpart(() => accepted)
      await make(url, { options: { mode: 'video' } }).start(jobs[product], patient)
      expect(requests[0]).toMatchObject({ method: 'POST', path: '/sdcpp/v1/vid_gen' })
      expect(requests[0]?.json()).toMatchObject({
        video_frames: 81,
        fps: 16,
        output_format: 'webm',
        seed: 1_234_567,
        embed_image_metadata: false,
      })
    },
  )

  test('no more frames than its model can make', async () => {
    const { url, requests } = await startCounterpart(() => accepted)
    const provider = make(url, { options: { mode: 'video', framesMax: 48, fps: 12, videoFormat: 'avi' } })
    await provider.start(jobs['video.generate'], patient)
    expect(requests[0]?.json()).toMatchObject({ video_frames: 45, fps: 12, output_format: 'avi' })
  })

  test('the operator’s fields, overridden by those of the job', async () => {
    const { url, requests } = await startCounterpart(() => accepted)
    const parameters = { sample_params: { sample_steps: 8 }, seed: -1 }
    await make(url, { options: { parameters } }).start(jobs['image.generate'], patient)
    expect(requests[0]?.json()).toMatchObject({ sample_params: { sample_steps: 8 }, seed: 1_234_567 })
  })

  test('the key of a proxy if one is set', async () => {
    const { url, requests } = await startCounterpart(() => accepted)
    await make(url, { apiKey: 'k-1' }).start(jobs['image.generate'], patient)
    expect(requests[0]?.headers.authorization).toBe('Bearer k-1')
  })

  test('nothing twice: a mode that the loaded model lacks goes to another engine', async () => {
    const { provider } = await serverWith({
      status: 400,
      json: { error: 'loaded model does not support vid_gen' },
    })
    expect(await provider.start(jobs['image.generate'], patient)).toMatchObject({ kind: 'unavailable' })
  })
})

describe('sdcpp polls a job', () => {
  test.each([
    ['queued', { kind: 'pending', stage: 'queued' }],
    ['generating', { kind: 'pending', stage: 'running' }],
    ['cancelled', { kind: 'failed', code: 'GENERATION_FAILED' }],
    ['completed', { kind: 'failed', message: 'The engine finished without a result.' }],
    ['another word', { kind: 'unavailable' }],
  ])('whose state is %s', async (status, expected) => {
    const { counterpart, provider } = await serverWith(jobState({ status }))
    expect(await provider.poll({ id }, lookOnce)).toMatchObject(expected)
    expect(counterpart.requests[0]).toMatchObject({ method: 'GET', path: `/sdcpp/v1/jobs/${id}` })
  })

  test('that failed, and passes on why', async () => {
    const { provider } = await serverWith(
      jobState({ status: 'failed', error: { code: 'generation_failed', message: 'out of\nmemory' } }),
    )
    expect(await provider.poll({ id }, lookOnce)).toEqual({
      kind: 'failed',
      code: 'GENERATION_FAILED',
      message: 'out of memory',
    })
  })

  test.each([
    ['picture', { output_format: 'png', images: [{ index: 0, b64_json: 'cGl4ZWxz' }] }, undefined],
    ['film', { output_format: 'webm', mime_type: 'video/webm', b64_json: 'cGl4ZWxz' }, 'video/webm'],
  ])('and decodes the %s in its result', async (_name, result, contentType) => {
    const { provider } = await serverWith(jobState({ status: 'completed', result }))
    const response = await provider.poll({ id }, lookOnce)
    if (response.kind !== 'succeeded') expect.unreachable()
    expect(response.outputs[0].contentType).toBe(contentType)
    expect((await bytesOf(response.outputs[0])).toString()).toBe('pixels')
  })

  test('for which the server responds with 410: it is lost', async () => {
    const { provider } = await serverWith({ status: 410, json: { error: 'job expired' } })
    expect(await provider.poll({ id }, lookOnce)).toEqual({ kind: 'lost' })
  })

  test('whose response never ends, and abandons its result', async () => {
    const { provider } = await serverWith({ headers: { 'Content-Length': String(200 * 1024 ** 2) } })
    expect(await provider.poll({ id }, lookOnce)).toMatchObject({ kind: 'failed', code: 'GENERATION_FAILED' })
  })
})

describe('sdcpp cancels and reports', () => {
  test.each([
    ['cancelled', 'a waiting job', jobState({ status: 'cancelled' })],
    ['finished', 'a job whose response is its result', jobState({ status: 'completed' })],
    ['finished', 'a job that failed', jobState({ status: 'failed' })],
    ['runs-on', 'a job at work', { status: 409, json: { error: 'job is generating' } }],
    ['unknown', 'a job of a server that restarted', { status: 404, json: { error: 'job not found' } }],
    ['unknown', 'an expired job', { status: 410 }],
  ])('%s for %s', async (expected, _name, response) => {
    const { counterpart, provider } = await serverWith(response)
    expect(await provider.cancel?.({ id }, patient)).toBe(expected)
    expect(counterpart.requests[0]).toMatchObject({ method: 'POST', path: `/sdcpp/v1/jobs/${id}/cancel` })
  })
})

describe('sdcpp is checked', () => {
  const capabilities = {
    model: { name: 'sd-turbo.safetensors' },
    current_mode: 'img_gen',
    supported_modes: ['img_gen'],
  }

  test.each([
    ['image', true],
    ['video', false],
  ])('for the mode %s without starting anything', async (mode, modelFound) => {
    const { url, requests } = await startCounterpart(() => ({ json: capabilities }))
    const check = await make(url, { options: { mode } }).check?.(patient)
    expect(check).toMatchObject({ reachable: true, modelFound, detail: expect.stringContaining('sd-turbo') })
    expect(requests.map(({ method, path }) => [method, path])).toEqual([['GET', '/sdcpp/v1/capabilities']])
  })

  test('and reported as down', async () => {
    const counterpart = await startCounterpart(() => 'hang')
    await counterpart.close()
    expect(await make(counterpart.url).check?.(patient)).toMatchObject({ reachable: false })
  })
})

describe('sdcpp is set up', () => {
  test('for images or for videos, never both', () => {
    const images = make('http://127.0.0.1:1')
    const videos = make('http://127.0.0.1:1', { options: { mode: 'video' } })
    expect([images.serves('image.transform', 'hd'), images.serves('video.generate', '720p')]).toEqual([
      true,
      false,
    ])
    expect([videos.serves('image.generate', '1k'), videos.serves('video.transform', 'hd')]).toEqual([
      false,
      true,
    ])
    expect(images).toMatchObject({ submission: 'once', results: 'raw' })
  })

  test('with options that are named in its documentation and no others', () => {
    expect(() => optionsOf(sdcppKind, { steps: 20 })).toThrow('"steps" is not allowed')
    expect(() => optionsOf(sdcppKind, { videoFormat: 'mp4' })).toThrow('videoFormat')
  })
})
