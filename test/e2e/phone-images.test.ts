import * as studio from '@mediagen/studio'
import { createLocalRenderer } from '@mediagen/studio/painter'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { GenerationJob } from '../../server/src/core/ports/generation-job.ts'
import { createStudioProvider } from '../../server/src/engines/studio/studio-provider.ts'
import { stillOfVideo } from '../../server/studio/gallery/still-of-video.ts'
import {
  cornersOfPixels,
  type ImageType,
  imageTypes,
  orientations,
  phoneImage,
  scene,
} from '../support/phone-images.ts'
import { startTestService } from '../support/service.ts'

const patience = { waitMsMax: 60_000, signal: new AbortController().signal }

/** What the studio makes of a phone's image, small enough to be quick. */
async function transformed(contentType: ImageType, orientation: number, job: Partial<GenerationJob>) {
  const bytes = await phoneImage(contentType, orientation)
  const input = { contentType, widthPx: scene.widthPx, heightPx: scene.heightPx, sizeBytes: bytes.length }
  const provider = createStudioProvider({ studio, renderer: createLocalRenderer() })
  const started = await provider.start(
    {
      taskId: 'task',
      product: 'image.transform',
      tier: 'hd',
      prompt: '',
      widthPx: 96,
      heightPx: 128,
      seed: 1,
      input: { ...input, bytes: async () => bytes, upright: notNeeded, link: notNeeded },
      ...job,
    },
    patience.signal,
  )
  if (started.kind !== 'started') throw new Error(JSON.stringify(started))
  const response = await provider.poll(started.job, patience)
  if (response.kind !== 'succeeded') throw new Error(JSON.stringify(response))
  const [media] = response.outputs
  if (!('bytes' in media)) throw new Error('The studio responds with bytes.')
  return media.bytes
}

const notNeeded = () => Promise.reject(new Error('not needed'))

async function cornersOfImage(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return cornersOfPixels(data, { widthPx: info.width, heightPx: info.height, channels: 3 })
}

async function cornersOfVideo(bytes: Uint8Array) {
  const { rgba, widthPx, heightPx } = await stillOfVideo(bytes, 1)
  return cornersOfPixels(rgba, { widthPx, heightPx, channels: 4 })
}

describe.each(imageTypes)('a phone’s %s', (contentType) => {
  test.each(orientations)('with orientation %i becomes an upright image', async (orientation) => {
    const effect = { id: 'tilt-shift', instruction: '' }
    const image = await transformed(contentType, orientation, { effect })
    expect(await cornersOfImage(image)).toEqual(scene.corners)
  })
})

test.each([
  ['image/jpeg', 6],
  ['image/png', 8],
  ['image/webp', 5],
] as const)('a phone’s %s with orientation %i becomes an upright video', async (contentType, orientation) => {
  const effect = { id: 'push-in', instruction: '' }
  const job = { product: 'video.transform', effect, durationSeconds: 5 } as const
  expect(await cornersOfVideo(await transformed(contentType, orientation, job))).toEqual(scene.corners)
})

test('a portrait photo becomes an upright portrait image and video, through the service', async () => {
  const provider = createStudioProvider({ studio, renderer: createLocalRenderer() })
  const service = await startTestService({ providers: [provider] })
  const account = await service.createAccount()
  const photo = await phoneImage('image/jpeg', 6, { xmpBytes: 3_000_000 })
  const { id: assetId } = (await account.upload(photo, 'image/jpeg')).body
  const ask = async (path: string, body: object): Promise<string> =>
    (await account.call('POST', path, { assetId, ...body })).body.id
  const ids = [
    await ask('/api/v1/images/transformations', { effectId: 'tilt-shift' }),
    await ask('/api/v1/videos/transformations', { effectId: 'push-in' }),
  ]
  await service.runQueue()
  const outputs = await Promise.all(
    ids.map(async (id) => (await account.call('GET', `/api/v1/tasks/${id}`)).body.output),
  )
  const [image, video] = await Promise.all(
    [outputs[0].images[0].url, outputs[1].videos[0].url].map(
      async (url) => new Uint8Array(await (await fetch(url)).arrayBuffer()),
    ),
  )
  if (image === undefined || video === undefined) throw new Error('A result is missing.')
  expect(await sharp(image).metadata()).toMatchObject({ width: 768, height: 1024 })
  expect(await cornersOfImage(image)).toEqual(scene.corners)
  const still = await stillOfVideo(video, 1)
  expect([still.widthPx, still.heightPx]).toEqual([720, 960])
  expect(await cornersOfVideo(video)).toEqual(scene.corners)
})
