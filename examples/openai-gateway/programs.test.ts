import OpenAI from 'openai'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { setUp } from './gateway-for-tests.ts'
import { formOf, hexOf, origin, photoFile, png, send } from './programs-for-tests.ts'

// The requests of each program: LibreChat's as the tools of its version 0.7.9 sent them to this gateway, the others
// field by field as their sources send them. docs/guides/other-programs.md says what they do. Those of n8n are in
// n8n.test.ts.

afterEach(() => vi.unstubAllEnvs())

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
    const form = formOf({
      model: 'effect:watercolour',
      prompt: 'warmer',
      n: '1',
      size: '1024x1024',
      response_format: 'b64_json',
    })
    form.append(name, await photoFile())
    const { status, ignored, body } = await send(app, '/v1/images/edits', form)
    expect([status, ignored]).toEqual([200, null])
    expect(hexOf(body.data[0].b64_json)).toMatch(png)
  })
})

describe('LibreChat', () => {
  test.each(['1024x1024', '1792x1024', '1024x1792'] as const)(
    'downloads the image of its DALL·E 3 tool by a link, for which it does not ask, in the size %s',
    async (size) => {
      const { app, service } = setUp()
      const { fetch, heard } = clientOf(app)
      const openai = new OpenAI({ apiKey: 'mgk_key', baseURL: `${origin}/v1`, fetch })
      const fields = {
        model: 'dall-e-3',
        quality: 'hd',
        style: 'vivid',
        size,
        prompt: 'A fox in snow',
        n: 1,
      } as const
      const { data } = await openai.images.generate(fields)
      const image = await service.fetch(data?.[0]?.url ?? '')
      expect(hexOf(Buffer.from(await image.arrayBuffer()).toString('base64'))).toMatch(png)
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
    expect(heard).toEqual(['model, output_format, quality'])
  })

  test('is told that its OpenAI image tool cannot have a transparent background', async () => {
    const { app } = setUp()
    const { fetch } = clientOf(app)
    const openai = new OpenAI({ apiKey: 'mgk_key', baseURL: `${origin}/v1`, fetch })
    const fields = { model: 'gpt-image-1', prompt: 'a fox', n: 1, output_format: 'png' } as const
    const asked = openai.images.generate({ ...fields, background: 'transparent' })
    await expect(asked).rejects.toThrow('400 background must be auto or opaque.')
  })

  test.each([
    ['gpt-image-1', 'model, quality'],
    ['effect:watercolour', 'quality'],
  ])('gets an edited image from its OpenAI image tool, with the model %s', async (model, ignored) => {
    const { app } = setUp()
    const form = formOf({ model, prompt: 'warmer', quality: 'auto', size: 'auto' })
    form.append('image[]', await photoFile())
    const answer = await send(app, '/v1/images/edits', form)
    expect(answer).toMatchObject({ status: 200, ignored })
    expect(hexOf(answer.body.data[0].b64_json)).toMatch(png)
  })

  test('is told that its OpenAI image tool can edit one image at a time', async () => {
    const { app, service } = setUp()
    const form = formOf({ model: 'gpt-image-1', prompt: 'warmer', quality: 'auto', size: 'auto' })
    for (let count = 0; count < 2; count += 1) form.append('image[]', await photoFile())
    const { status, body } = await send(app, '/v1/images/edits', form)
    expect([status, body.error.code]).toEqual([400, 'too_many_files'])
    expect(service.taskCount()).toBe(0)
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
