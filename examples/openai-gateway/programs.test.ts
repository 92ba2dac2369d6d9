import { readFile } from 'node:fs/promises'
import { createMockService } from '@mediagen/sdk/testing'
import OpenAI from 'openai'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setUp } from './gateway-for-tests.ts'

// The requests of each program, field by field as its source sends them. docs/guides/other-programs.md says
// what they do.

const png = /^89504e470d0a1a0a/
const origin = 'http://gateway.example'
const photo = new URL('../basics/photo.jpg', import.meta.url)
const authorization = 'Bearer mgk_key'

afterEach(() => vi.unstubAllEnvs())

function hexOf(base64: string | undefined): string {
  return Buffer.from(base64 ?? '', 'base64').toString('hex')
}

/** A request without the marks of OpenAI's own client, as most programs send it. */
async function send(app: ReturnType<typeof setUp>['app'], path: string, body: object | FormData) {
  const isForm = body instanceof FormData
  const response = await app.request(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  const { status, headers } = response
  return { status, ignored: headers.get('x-mediagen-ignored'), body: await response.json() }
}

/** OpenAI's client, which LibreChat and LangChain use. */
function clientOf(app: ReturnType<typeof setUp>['app']) {
  const heard: (string | null)[] = []
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await app.request(String(input), init)
    heard.push(response.headers.get('x-mediagen-ignored'))
    return response
  }
  return { fetch, heard }
}

async function photoFile(): Promise<File> {
  return new File([await readFile(photo)], 'photo.jpg', { type: 'image/jpeg' })
}

describe('Open WebUI', () => {
  test('gets the images of its image generation as base64', async () => {
    const { app, service } = setUp()
    const fields = { model: 'mediagen', prompt: 'a fox', n: 2, size: '512x512', response_format: 'b64_json' }
    const { status, ignored, body } = await send(app, '/v1/images/generations', fields)
    expect([status, ignored]).toEqual([200, 'model'])
    expect(body.data.map((image: { b64_json: string }) => hexOf(image.b64_json))).toEqual([
      expect.stringMatching(png),
      expect.stringMatching(png),
    ])
    expect(service.taskCount()).toBe(2)
  })

  test.each(['image', 'image[]'])('gets an edited image, whose file is in the field %s', async (name) => {
    const { app } = setUp()
    const form = new FormData()
    for (const [field, text] of Object.entries({
      model: 'effect:watercolour',
      prompt: 'warmer',
      n: '1',
      size: '1024x1024',
      response_format: 'b64_json',
    }))
      form.append(field, text)
    form.append(name, await photoFile())
    const { status, ignored, body } = await send(app, '/v1/images/edits', form)
    expect([status, ignored]).toEqual([200, null])
    expect(hexOf(body.data[0].b64_json)).toMatch(png)
  })
})

describe('LibreChat', () => {
  test.each(['1024x1024', '1792x1024', '1024x1792'] as const)(
    'gets a link from its DALL·E tool, which asks for none, in the size %s',
    async (size) => {
      const { app } = setUp()
      const { fetch, heard } = clientOf(app)
      const openai = new OpenAI({ apiKey: 'mgk_key', baseURL: `${origin}/v1`, fetch })
      const fields = {
        model: 'dall-e-3',
        quality: 'hd',
        style: 'vivid',
        size,
        prompt: 'a fox',
        n: 1,
      } as const
      const { data } = await openai.images.generate(fields)
      expect(data?.[0]?.url).toMatch(/^http/)
      expect(heard).toEqual(['model, quality, style'])
    },
  )

  test('gets base64 from its OpenAI image tool', async () => {
    const { app } = setUp()
    const { fetch, heard } = clientOf(app)
    const openai = new OpenAI({ apiKey: 'mgk_key', baseURL: `${origin}/v1`, fetch })
    const { data } = await openai.images.generate({
      model: 'gpt-image-1',
      prompt: 'a fox',
      n: 1,
      background: 'auto',
      output_format: 'png',
      quality: 'auto',
      size: 'auto',
    })
    expect(hexOf(data?.[0]?.b64_json)).toMatch(png)
    expect(heard).toEqual(['model, quality'])
  })

  test('gets an edited image from its OpenAI image tool', async () => {
    const { app } = setUp()
    const form = new FormData()
    form.append('model', 'gpt-image-1')
    form.append('prompt', 'warmer')
    form.append('quality', 'auto')
    form.append('size', 'auto')
    form.append('image[]', await photoFile())
    const { status, ignored, body } = await send(app, '/v1/images/edits', form)
    expect([status, ignored]).toEqual([200, 'model, quality'])
    expect(hexOf(body.data[0].b64_json)).toMatch(png)
  })
})

describe('n8n', () => {
  test.each([
    [{ model: 'gpt-image-1', quality: 'high', size: '1536x1024' }, 'model, quality', 'b64_json'],
    [
      { model: 'dall-e-3', response_format: 'url', style: 'natural', size: '1792x1024' },
      'model, style',
      'url',
    ],
  ])('gets images from its OpenAI node, with %j', async (options, ignored, field) => {
    const { app } = setUp()
    const answer = await send(app, '/v1/images/generations', { prompt: 'a fox', ...options })
    expect(answer).toMatchObject({ status: 200, ignored })
    expect(Object.keys(answer.body.data[0])).toEqual([field])
  })

  test('gets a video from its OpenAI node: asked for as a form, polled, downloaded', async () => {
    const { app } = setUp()
    const form = new FormData()
    for (const [field, text] of Object.entries({
      model: 'sora-2',
      prompt: 'waves',
      seconds: '4',
      size: '1280x720',
    }))
      form.append(field, text)
    const { ignored, body } = await send(app, '/v1/videos', form)
    expect(ignored).toBe('model')
    const headers = { authorization }
    const video = await (await app.request(`${origin}/v1/videos/${body.id}`, { headers })).json()
    expect(video).toMatchObject({ id: body.id, status: 'completed' })
    const content = await app.request(`${origin}/v1/videos/${body.id}/content`, { headers })
    expect(content.headers.get('content-type')).toBe('video/mp4')
  })

  test('gets an image from its HTTP Request nodes without the gateway, and a retried node its first task', async () => {
    const service = createMockService({ queuedMs: 0, processingMs: 0 })
    const url = `${service.baseUrl}/api/v1`
    const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': '231-order-0' }
    const order = async () => {
      const request = { method: 'POST', headers, body: JSON.stringify({ prompt: 'a fox' }) }
      return (await service.fetch(`${url}/images/generations`, request)).json()
    }
    const { id } = await order()
    expect(await order()).toMatchObject({ id })
    const poll = await service.fetch(`${url}/tasks/${id}`, { headers: { authorization, prefer: 'wait=30' } })
    const task = await poll.json()
    expect(task.status).toBe('SUCCEEDED')
    expect((await service.fetch(task.output.images[0].url)).status).toBe(200)
  })
})

test('LangChain gets a link from its DALL·E tool, with the address in OPENAI_BASE_URL', async () => {
  vi.stubEnv('OPENAI_BASE_URL', `${origin}/v1`)
  const { app } = setUp()
  const { fetch, heard } = clientOf(app)
  const openai = new OpenAI({ apiKey: 'mgk_key', fetch })
  const { data } = await openai.images.generate({
    model: 'dall-e-3',
    prompt: 'a fox',
    n: 1,
    size: '1024x1024',
    response_format: 'url',
    style: 'vivid',
    quality: 'standard',
  })
  expect(data?.[0]?.url).toMatch(/^http/)
  expect(heard).toEqual(['model, style, quality'])
})
