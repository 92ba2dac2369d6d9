import { AV_PIX_FMT_YUV420P } from 'node-av/constants'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readVideo } from '../../server/studio/src/video/support/read-video.ts'
import { createMachine, type Machine, type ProcessAccount } from './support/service-process.ts'

let machine: Machine
let account: ProcessAccount
let photo: Buffer
let assetId: string

beforeAll(async () => {
  machine = await createMachine()
  await machine.start('serve')
  account = await machine.createAccount('100.00')
  photo = await makePhoto()
  assetId = (await account.upload(photo, 'image/jpeg')).body.id
})
afterAll(() => machine.remove())

/** An image with shapes and noise in it, 3:2, as a camera would deliver it. */
async function makePhoto(): Promise<Buffer> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400">
    <rect width="600" height="400" fill="#7fb2d9"/><rect y="250" width="600" height="150" fill="#557a3c"/>
    <circle cx="430" cy="110" r="60" fill="#f4d35e"/><path d="M80 300 L180 140 L280 300 Z" fill="#8a6f5a"/></svg>`
  return sharp(Buffer.from(drawing)).jpeg({ quality: 90 }).toBuffer()
}

/** Orders, waits, and fetches the one result. */
async function make(path: string, body: Record<string, unknown>) {
  const accepted = await account.call('POST', path, body)
  expect(accepted.status).toBe(200)
  const task = await account.finished(accepted.body.id)
  expect(task).toMatchObject({ status: 'SUCCEEDED', error: null })
  const [medium, ...others] = task.output.images ?? task.output.videos
  expect(others).toEqual([])
  const response = await fetch(medium.url)
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.byteLength).toBe(medium.sizeBytes)
  expect(response.headers.get('Content-Type')).toBe(medium.contentType)
  return { contentType: medium.contentType, bytes }
}

/** Decodes every pixel and measures how much is visible: the spread of the brightness. */
async function look(bytes: Buffer) {
  const { width, height, format } = await sharp(bytes).metadata()
  const { channels } = await sharp(bytes, { failOn: 'error' }).stats()
  return { width, height, format, contrast: Math.max(...channels.map(({ stdev }) => stdev)) }
}

const thumbnail = (bytes: Buffer) =>
  sharp(bytes).resize(60, 40, { fit: 'fill' }).removeAlpha().raw().toBuffer()

describe('what the studio renders decodes with exactly the requested size and length', () => {
  test.each([
    ['1k', '16:9', 1024, 576],
    ['1k', '2:3', 683, 1024],
  ])('text to image: %s in %s is a PNG of %d by %d', async (resolution, aspectRatio, width, height) => {
    const body = { prompt: 'a red fox in a snowy forest at dusk', resolution, aspectRatio }
    const { contentType, bytes } = await make('/api/v1/images/generations', body)
    expect(contentType).toBe('image/png')
    const seen = await look(bytes)
    expect(seen).toMatchObject({ format: 'png', width, height })
    expect(seen.contrast).toBeGreaterThan(10)
  })

  test.each([
    [{ effectId: 'noir' }, 1024, 683],
    [{ prompt: 'at night', resolution: 'fhd', aspectRatio: '1:1' }, 1280, 1280],
  ])(
    'image to image: %j is a JPEG of %d by %d, and differs from the input',
    async (fields, width, height) => {
      const { contentType, bytes } = await make('/api/v1/images/transformations', { assetId, ...fields })
      expect(contentType).toBe('image/jpeg')
      const seen = await look(bytes)
      expect(seen).toMatchObject({ format: 'jpeg', width, height })
      expect(seen.contrast).toBeGreaterThan(10)
      const [before, after] = [await thumbnail(photo), await thumbnail(bytes)]
      const difference = before.reduce((sum, value, index) => sum + Math.abs(value - (after[index] ?? 0)), 0)
      expect(difference / (60 * 40 * 3)).toBeGreaterThan(5)
    },
  )

  test('text to video: 480p, 9:16, 4 seconds', async () => {
    const body = { prompt: 'waves on a beach', resolution: '480p', aspectRatio: '9:16', durationSeconds: 4 }
    const { contentType, bytes } = await make('/api/v1/videos/generations', body)
    expect(contentType).toBe('video/mp4')
    await expectVideo(bytes, { widthPx: 480, heightPx: 854, durationSeconds: 4 })
  })

  test('image to video: an effect, hd and 5 seconds, in the shape of the input', async () => {
    const { contentType, bytes } = await make('/api/v1/videos/transformations', {
      assetId,
      effectId: 'push-in',
    })
    expect(contentType).toBe('video/mp4')
    await expectVideo(bytes, { widthPx: 1080, heightPx: 720, durationSeconds: 5 })
  })
})

/** H.264 in yuv420p with its index in front, every frame there, and something moving in it. */
async function expectVideo(
  bytes: Buffer,
  asked: { widthPx: number; heightPx: number; durationSeconds: number },
): Promise<void> {
  const { frames, ...video } = await readVideo(bytes)
  expect(video).toMatchObject({
    widthPx: asked.widthPx,
    heightPx: asked.heightPx,
    framesPerSecond: 24,
    pixelFormat: AV_PIX_FMT_YUV420P,
    codecString: expect.stringMatching(/^avc1/),
  })
  expect(video.durationSeconds).toBeCloseTo(asked.durationSeconds, 1)
  expect(frames).toHaveLength(asked.durationSeconds * 24)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  expect(frames.at(0)?.equals(frames.at(-1) ?? Buffer.alloc(0))).toBe(false)
}

describe('an input that turns out not to be an image', () => {
  const cutShort = (bytes: Buffer) => bytes.subarray(0, Math.floor((bytes.length * 2) / 3))
  const headerAlone = (bytes: Buffer) => Buffer.concat([bytes.subarray(0, 300), Buffer.alloc(500)])

  test.each([
    ['a JPEG that is cut short', 'jpeg', cutShort],
    ['a PNG that is cut short', 'png', cutShort],
    ['the header of a JPEG without its picture', 'jpeg', headerAlone],
  ] as const)('%s fails the task with INVALID_INPUT and refunds it', async (_name, format, damage) => {
    const own = await machine.createAccount('1.00')
    const whole = await sharp(photo).toFormat(format).toBuffer()
    const { id: brokenId } = (await own.upload(damage(whole), `image/${format}`)).body
    const orders = [
      ['/api/v1/images/transformations', 'noir'],
      ['/api/v1/videos/transformations', 'push-in'],
    ] as const
    for (const [path, effectId] of orders) {
      const { body } = await own.call('POST', path, { assetId: brokenId, effectId })
      const task = await own.finished(body.id)
      expect(task).toMatchObject({ status: 'FAILED', output: null, error: { code: 'INVALID_INPUT' } })
    }
    expect((await own.call('GET', '/api/v1/me')).body.balance).toBe('1.00')
  })
})
