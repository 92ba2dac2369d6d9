import { describe, expect, test } from 'vitest'
import { imageTypes, phoneImage, scene } from '../support/phone-images.ts'
import { openServiceOfFile } from '../support/service.ts'

/** As much as phones write for depth maps and portrait modes. */
const longXmpBytes = 3_000_000

const service = await openServiceOfFile()

describe.each(imageTypes)('a phone’s %s', (contentType) => {
  test.each([
    { orientation: 8, xmpBytes: 0 },
    { orientation: 6, xmpBytes: longXmpBytes },
  ] as const)(
    'with orientation $orientation and $xmpBytes bytes of XMP has sizes and default shapes as displayed',
    async ({ orientation, xmpBytes }) => {
      const account = await service.createAccount()
      const upload = await account.upload(
        await phoneImage(contentType, orientation, { xmpBytes }),
        contentType,
      )
      expect(upload.body).toMatchObject({ status: 'READY', width: scene.widthPx, height: scene.heightPx })

      const assetId = upload.body.id
      const image = { assetId, prompt: 'at night' }
      const video = { assetId, effectId: 'push-in' }
      for (const [path, body] of [
        ['/api/v1/images/transformations', image],
        ['/api/v1/videos/transformations', video],
      ] as const)
        expect((await account.call('POST', path, body)).status).toBe(200)
      await service.runQueue()
      const jobs = service.provider.started.slice(-2)
      const sizes = Object.fromEntries(
        jobs.map(({ product, widthPx, heightPx }) => [product, [widthPx, heightPx]]),
      )
      expect(sizes).toEqual({ 'image.transform': [768, 1024], 'video.transform': [720, 960] })
      for (const { input } of jobs)
        expect(input).toMatchObject({ widthPx: scene.widthPx, heightPx: scene.heightPx })
    },
  )
})
