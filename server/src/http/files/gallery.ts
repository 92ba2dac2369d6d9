import { ServiceError } from '@mediagen/contract/errors'
import type { GalleryExample } from '@mediagen/contract/models'
import { Router } from 'express'
import { pagePolicy } from './docs.ts'
import { galleryPage, galleryStyle } from './gallery-page.ts'
import type { PageLink } from './look.ts'
import { sendFile } from './send-file.ts'

/** The gallery's examples, and the file of each of their asset ids. */
export interface Gallery {
  readonly examples: readonly GalleryExample[]
  /** The absolute path of a file, or undefined if the gallery has no such asset. */
  file(assetId: string): { readonly path: string; readonly contentType: string } | undefined
}

export const galleryPaths = [
  { method: 'get', path: '/gallery' },
  { method: 'get', path: '/gallery/page.css' },
  { method: 'get', path: '/gallery/files/{assetId}' },
] as const

/** A page with the examples, and their files; public like the list of examples itself. */
export function galleryRoutes(gallery: Gallery, links: readonly PageLink[]): Router {
  const router = Router({ caseSensitive: true, strict: true })
  const page = Buffer.from(galleryPage(gallery.examples, links))
  router.get('/gallery', (request, response) => {
    request.operation = 'gallery'
    response.setHeader('Content-Security-Policy', pagePolicy)
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' })
      .end(page)
  })
  router.get('/gallery/page.css', (request, response) => {
    request.operation = 'gallery'
    response
      .writeHead(200, { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-cache' })
      .end(galleryStyle)
  })
  router.get('/gallery/files/:assetId', async (request, response) => {
    request.operation = 'gallery'
    const file = gallery.file(request.params.assetId)
    if (file === undefined) throw new ServiceError('NOT_FOUND')
    await sendFile(request, response, { ...file, cacheControl: 'public, max-age=3600' })
  })
  return router
}
