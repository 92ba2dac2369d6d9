import { ServiceError } from '@mediagen/contract/errors'
import type { GalleryExample } from '@mediagen/contract/models'
import { Router } from 'express'
import { readOnce } from '../../core/async/read-once.ts'
import { immutable, makeAsset, revalidated, sendAsset } from '../objects/asset.ts'
import { sendFileError } from '../objects/file-errors.ts'
import { sendFile, versionOf } from '../objects/send-file.ts'
import type { PageSettings } from './look.ts'
import { hashSource, pagePolicy } from './send-page.ts'
import { createSizedImages, imageWidthsPx, type SizeImage } from './sized-images.ts'

/** The gallery's examples, and the file of each of their asset ids. */
export interface Gallery {
  readonly examples: readonly GalleryExample[]
  /** The absolute path of a file, or undefined if the gallery has no such asset. */
  file(assetId: string): { readonly path: string; readonly contentType: string } | undefined
  readonly sizeImage: SizeImage
}

export const galleryPaths = [
  { method: 'get', path: '/gallery' },
  { method: 'get', path: '/gallery/files/{assetId}' },
] as const

/** A page with the examples, and their files; public like the list of examples itself. */
export function galleryRoutes(gallery: Gallery, settings: PageSettings): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const page = readOnce(async () => {
    const { galleryPage } = await import('../../../playground/pages/gallery.tsx')
    const { html, rules } = galleryPage(gallery.examples, settings)
    const policy = pagePolicy.replace("style-src 'self'", (own) => own + hashSource(rules))
    return { asset: makeAsset('text/html; charset=utf-8', html), policy }
  })
  const images = createSizedImages(gallery.sizeImage)
  router.get('/gallery', async (request, response) => {
    request.operation = 'gallery'
    const { asset, policy } = await page()
    response.setHeader('Content-Security-Policy', policy)
    sendAsset(request, response, asset, revalidated)
  })
  router.get('/gallery/files/:assetId', async (request, response) => {
    request.operation = 'gallery'
    const file = gallery.file(request.params.assetId)
    if (file === undefined) throw new ServiceError('NOT_FOUND')
    const { width: asked } = request.query
    const width = imageWidthsPx.find((known) => String(known) === asked)
    if (asked !== undefined && width === undefined)
      return sendFileError(request, response, 'INVALID_REQUEST', `width is ${imageWidthsPx.join(' or ')}.`)
    const isSized = width !== undefined && file.contentType.startsWith('image/')
    const image = isSized && (await versionOf(file.path)) ? await images.get(file.path, width) : undefined
    if (image !== undefined) return sendAsset(request, response, image, immutable)
    await sendFile(request, response, { ...file, cacheControl: 'public, max-age=3600' })
  })
  return router
}
