import type { GalleryExample } from '../../contract/src/generated/models.ts'

/** Where the gallery's data lie, seen from this file. */
export const catalogueFolder = new URL('../../catalogue/', import.meta.url)

/** All the gallery's files together: they are part of every clone. */
export const sizeBytesMax = 6_000_000

/** An effect as `effects.yaml` lists it, as far as the gallery needs it. */
export interface CatalogueEffect {
  readonly id: string
  readonly surface: 'image' | 'video'
  readonly defaults: { readonly aspectRatio?: string }
}

/** The whole of `gallery.yaml`. File names are relative to the catalogue folder. */
export interface GalleryFile {
  readonly examples: readonly GalleryExample[]
  readonly files: Readonly<Record<string, { readonly file: string; readonly contentType: string }>>
}
