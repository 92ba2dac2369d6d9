import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imageEffectIds, videoEffectIds } from './effect-ids.js'
import { render } from './render.js'
import type { RenderRequest } from './render-request.js'
import { testPicture } from './video/support/test-pictures.js'

const prompts = [
  'a lighthouse at sunset in a storm',
  'a fox in a snowy forest, watercolour',
  'a city street in neon rain at night',
  'three sailing boats on a misty lake, oil painting',
  'a castle on a mountain under two moons, low poly',
  'a bowl of fruit on a table, still life, pencil sketch',
  'a portrait of an old fisherman, noir',
  'entropy and longing',
  'a train crossing a bridge over a canyon, 8-bit',
  'a whale below the waves, stained glass',
]

async function upload(): Promise<Uint8Array> {
  const { rgba, widthPx: width, heightPx: height } = testPicture(240, 160)
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer()
}

async function hashOf(request: RenderRequest): Promise<string> {
  const result = await render(request)
  if (result.kind !== 'succeeded') throw new Error(JSON.stringify(result))
  return createHash('sha256').update(result.media.bytes).digest('hex').slice(0, 16)
}

const pictureSize = { widthPx: 192, heightPx: 128 }
const videoSize = { widthPx: 96, heightPx: 64 }

// The studio promises the same result for the same request. A new hash is a new promise: never update one in
// passing.
test.each(prompts)('the picture of a prompt stays the same, byte for byte: %s', async (prompt) => {
  expect(await hashOf({ product: 'image.generate', prompt, ...pictureSize })).toMatchSnapshot()
})

test.each(imageEffectIds)(
  'the result of the image effect %s stays the same, byte for byte',
  async (effectId) => {
    const input = await upload()
    expect(
      await hashOf({
        product: 'image.transform',
        prompt: 'warmer, at dusk',
        effectId,
        input,
        ...pictureSize,
      }),
    ).toMatchSnapshot()
  },
)

test.each(prompts.slice(0, 3))('the video of a prompt stays the same, byte for byte: %s', async (prompt) => {
  expect(
    await hashOf({ product: 'video.generate', prompt, durationSeconds: 4, ...videoSize }),
  ).toMatchSnapshot()
})

test.each(videoEffectIds)('the video of the effect %s stays the same, byte for byte', async (effectId) => {
  const input = await upload()
  expect(
    await hashOf({
      product: 'video.transform',
      prompt: '',
      effectId,
      input,
      durationSeconds: 5,
      ...videoSize,
    }),
  ).toMatchSnapshot()
})
