import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createLocalRenderer } from './local-renderer.js'
import { render } from './render.js'
import type { RenderRequest } from './render-request.js'
import { readVideo } from './video/support/read-video.js'
import { testPicture } from './video/support/test-pictures.js'

async function upload(): Promise<Uint8Array> {
  const { rgba, widthPx: width, heightPx: height } = testPicture(320, 200)
  return sharp(rgba, { raw: { width, height, channels: 4 } })
    .jpeg()
    .toBuffer()
}

async function bytesOf(request: RenderRequest) {
  const result = await render(request)
  if (result.kind !== 'succeeded') throw new Error(JSON.stringify(result))
  return result.media
}

test('text to image is a PNG of just that size, the same every time', async () => {
  const request = {
    product: 'image.generate',
    prompt: 'a boat on a lake',
    widthPx: 199,
    heightPx: 101,
  } as const
  const media = await bytesOf(request)
  expect(media.contentType).toBe('image/png')
  expect(await sharp(media.bytes).metadata()).toMatchObject({
    format: 'png',
    width: 199,
    height: 101,
    channels: 3,
  })
  expect(Buffer.from((await bytesOf(request)).bytes).equals(media.bytes)).toBe(true)
})

test('image to image is a JPEG of just that size', async () => {
  const media = await bytesOf({
    product: 'image.transform',
    prompt: '',
    effectId: 'noir',
    widthPx: 160,
    heightPx: 161,
    input: await upload(),
  })
  expect(media.contentType).toBe('image/jpeg')
  expect(await sharp(media.bytes).metadata()).toMatchObject({
    format: 'jpeg',
    width: 160,
    height: 161,
    channels: 3,
  })
})

test.each([
  { product: 'video.generate', prompt: 'a lake at dawn', widthPx: 224, heightPx: 96, durationSeconds: 4 },
  {
    product: 'video.transform',
    prompt: '',
    effectId: 'orbit',
    widthPx: 142,
    heightPx: 190,
    durationSeconds: 5,
  },
] as const)('$product is a video of just that size and length', async (request) => {
  const media = await bytesOf({ ...request, input: await upload() })
  expect(media.contentType).toBe('video/mp4')
  const video = await readVideo(media.bytes)
  expect([video.widthPx, video.heightPx]).toEqual([request.widthPx, request.heightPx])
  expect(video.frames).toHaveLength(request.durationSeconds * 24)
  expect(video.durationSeconds).toBeCloseTo(request.durationSeconds, 2)
})

test('a video says how far it is, more and more', async () => {
  const shares: number[] = []
  const size = { widthPx: 64, heightPx: 64, durationSeconds: 4 }
  await render({ product: 'video.generate', prompt: 'a lake', ...size }, (share) => shares.push(share))
  expect(shares.length).toBeGreaterThan(10)
  expect(shares).toEqual([...shares].sort((one, other) => one - other))
  expect([shares[0], shares.at(-1)]).toEqual([6 / 96, 1])
})

test.each(['image.transform', 'video.transform'] as const)(
  '%s of broken bytes is the fault of the input',
  async (product) => {
    const whole = await upload()
    const effectId = product === 'image.transform' ? 'noir' : 'push-in'
    const request = { product, prompt: '', effectId, widthPx: 64, heightPx: 64, durationSeconds: 5 }
    for (const input of [whole.subarray(0, whole.length / 3), new Uint8Array(200)]) {
      expect(await render({ ...request, input })).toMatchObject({ kind: 'failed', code: 'INVALID_INPUT' })
    }
  },
)

test('a fault of ours is an answer, not an exception', async () => {
  const request = {
    product: 'video.transform',
    prompt: '',
    effectId: 'nothing',
    widthPx: 64,
    heightPx: 64,
  } as const
  expect(await render({ ...request, durationSeconds: 5, input: await upload() })).toMatchObject({
    kind: 'failed',
    code: 'GENERATION_FAILED',
  })
})

test('a local renderer gives nothing to a caller who has gone', async () => {
  const request = { product: 'image.generate', prompt: 'a boat', widthPx: 32, heightPx: 32 } as const
  expect((await createLocalRenderer().render(request, new AbortController().signal)).kind).toBe('succeeded')
  expect(await createLocalRenderer().render(request, AbortSignal.abort())).toEqual({ kind: 'lost' })
})
