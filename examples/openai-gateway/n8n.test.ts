import { createMockService, createVirtualClock } from '@mediagen/sdk/testing'
import { describe, expect, test } from 'vitest'
import { setUp } from './gateway-for-tests.ts'
import { authorization, formOf, hexOf, origin, photoFile, png, send } from './programs-for-tests.ts'

// The requests of n8n 2.40 as its nodes sent them, to the gateway and to the service, when it ran the workflows of
// docs/guides/other-programs.md.

const marks = { 'user-agent': 'n8n', 'accept-encoding': 'gzip, compress, deflate, br', connection: 'close' }

describe('the OpenAI node of n8n', () => {
  const ofNode = { ...marks, accept: 'application/json', 'openai-organization': '' }

  test.each([
    ['mgk_key', 200],
    ['mgk_stranger', 401],
  ])('has its credential tested by the list of models: the key %s gets %i', async (key, status) => {
    const { app } = setUp()
    const headers = { ...ofNode, accept: 'application/json, text/plain, */*', authorization: `Bearer ${key}` }
    expect((await app.request(`${origin}/v1/models`, { headers })).status).toBe(status)
  })

  test.each([
    [{ model: 'gpt-image-1-mini' }, 'model', 'b64_json'],
    [{ model: 'gpt-image-1', quality: 'high', size: '1536x1024' }, 'model, quality', 'b64_json'],
    [{ model: 'mediagen', response_format: 'b64_json', size: '1536x1024' }, 'model', 'b64_json'],
    [
      { model: 'dall-e-3', response_format: 'url', size: '1792x1024', style: 'natural' },
      'model, style',
      'url',
    ],
  ])('generates an image, with %j', async (options, ignored, field) => {
    const { app } = setUp()
    const fields = { prompt: 'a fox', ...options }
    const answer = await send(app, '/v1/images/generations', fields, ofNode)
    expect(answer).toMatchObject({ status: 200, ignored })
    expect(Object.keys(answer.body.data[0])).toEqual([field])
  })

  test('edits an image', async () => {
    const { app } = setUp()
    const form = new FormData()
    form.append('image[]', await photoFile())
    const fields = { prompt: 'warmer', model: 'gpt-image-1', n: '1', size: '1024x1024', quality: 'auto' }
    for (const [name, text] of Object.entries(fields)) form.append(name, text)
    const { status, ignored, body } = await send(app, '/v1/images/edits', form, ofNode)
    expect([status, ignored]).toEqual([200, 'model, quality'])
    expect(hexOf(body.data[0].b64_json)).toMatch(png)
  })

  test.each([
    [{ model: 'mediagen', prompt: 'waves', seconds: '4', size: '1280x720' }, false, 'model'],
    [{ model: 'effect:push-in', prompt: 'slowly', seconds: '5', size: '1280x720' }, true, null],
  ])(
    'generates a video: asked for as a form, polled, downloaded, with %j',
    async (fields, isOfImage, ignored) => {
      const { app } = setUp()
      const form = formOf(fields)
      if (isOfImage) form.append('input_reference', await photoFile())
      const asked = await send(app, '/v1/videos', form, ofNode)
      expect(asked).toMatchObject({ status: 200, ignored })
      const address = `${origin}/v1/videos/${asked.body.id}`
      const polled = await app.request(address, { headers: { ...ofNode, authorization } })
      expect(await polled.json()).toMatchObject({ id: asked.body.id, status: 'completed', error: null })
      const headers = { ...ofNode, accept: '*/*', authorization }
      const content = await app.request(`${address}/content`, { headers })
      expect(content.headers.get('content-type')).toBe('video/mp4')
    },
  )

  test('is told which models make a video of its reference', async () => {
    const { app } = setUp()
    const form = formOf({ model: 'sora-2', prompt: 'slowly', seconds: '4', size: '1280x720' })
    form.append('input_reference', await photoFile())
    const { status, body } = await send(app, '/v1/videos', form, ofNode)
    expect([status, body.error.message]).toEqual([
      400,
      'With input_reference, model must be one of effect:push-in.',
    ])
  })
})

describe('HTTP Request nodes of n8n, without the gateway', () => {
  const accept =
    'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7'
  const ofNode = { ...marks, accept }
  const workflow = 'aB3xYz9QwErTy456'

  /** The three nodes, whose items each have the key of their execution, round and place. */
  function nodes() {
    const service = createMockService({ clock: createVirtualClock() })
    const api = `${service.baseUrl}/api/v1`
    const json = async (url: string, init: RequestInit) => (await service.fetch(url, init)).json()
    const order = (place: string, prompt: string) =>
      json(`${api}/images/generations`, {
        method: 'POST',
        headers: {
          ...ofNode,
          'content-type': 'application/json',
          'idempotency-key': `${workflow}-${place}`,
          authorization,
        },
        body: JSON.stringify({ prompt }),
      })
    const poll = (id: string) =>
      json(`${api}/tasks/${id}`, { headers: { ...ofNode, prefer: 'wait=30', authorization } })
    const download = (url: string) => service.fetch(url, { headers: ofNode })
    return { service, order, poll, download }
  }

  test('order an image, ask for its task until it has ended, and download the file', async () => {
    const { order, poll, download } = nodes()
    const statuses: string[] = []
    let item = await order('16-order-0-0', 'a lighthouse')
    while (!['SUCCEEDED', 'FAILED', 'CANCELLED'].includes(item.status)) {
      item = await poll(item.id)
      statuses.push(item.status)
    }
    expect(statuses).toEqual(['PROCESSING', 'SUCCEEDED'])
    const file = await download(item.output.images[0].url)
    expect(file.headers.get('content-type')).toBe('image/png')
  })

  test('order once where a node sends its request again', async () => {
    const { service, order } = nodes()
    const { id } = await order('16-order-0-0', 'a lighthouse')
    expect(await order('16-order-0-0', 'a lighthouse')).toMatchObject({ id })
    expect(service.taskCount()).toBe(1)
  })

  test('order each item of each round of a loop', async () => {
    const { service, order } = nodes()
    await Promise.all([order('16-order-0-0', 'a lighthouse'), order('16-order-0-1', 'a heron')])
    await order('16-order-1-0', 'a fox')
    expect(service.taskCount()).toBe(3)
  })
})
