import { describe, expect, test } from 'vitest'
import { verifyUpload } from '../../server/src/use-cases/uploads/verify-upload.ts'
import { imageTypes, phoneImage, scene } from '../support/phone-images.ts'
import { storeKinds } from './support/stores.ts'

describe.each(storeKinds)('the header of an image in $kind', ({ open }) => {
  test.each(imageTypes)(
    'is found in a %s with 3 MB of XMP, by ranges that are not the XMP',
    async (contentType) => {
      const { store, close } = await open()
      try {
        const bytes = await phoneImage(contentType, 6, { xmpBytes: 3_000_000 })
        await store.put({ key: 'uploads/photo', contentType, bytes })
        const head = await store.head('uploads/photo')
        let [reads, readBytes] = [0, 0]
        const verdict = await verifyUpload({
          sizeBytes: head?.sizeBytes ?? 0,
          declaredType: contentType,
          readRange: async ({ start, endExclusive }) => {
            const range = { start, endInclusive: endExclusive - 1, etag: head?.etag ?? '' }
            const part = await store.readRange('uploads/photo', range)
            reads += 1
            readBytes += part?.length ?? 0
            return part
          },
        })
        const { widthPx, heightPx } = scene
        expect(verdict).toEqual({ kind: 'ready', sizeBytes: bytes.length, widthPx, heightPx })
        expect(reads).toBeLessThanOrEqual(47)
        expect(readBytes).toBeLessThan(300_000)
      } finally {
        await close()
      }
    },
  )
})
