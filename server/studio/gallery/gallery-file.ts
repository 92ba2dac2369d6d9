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

interface AssetReference {
  readonly assetId: string
}

/** One entry of `gallery.yaml`: the fields of the contract's GalleryExample. */
export interface GalleryEntry {
  readonly id: string
  readonly surface: 'IMAGE' | 'VIDEO'
  readonly title: string
  readonly caption: string
  readonly parameter: 'effectId'
  readonly request: Readonly<Record<string, string | number>>
  readonly category: { readonly id: string; readonly label: string; readonly sortOrder: number } | null
  readonly input: AssetReference
  readonly poster: AssetReference | null
  readonly output: AssetReference
  readonly blurredPoster: AssetReference | null
  readonly blurredOutput: AssetReference | null
  readonly width: number | null
  readonly height: number | null
}

/** The whole of `gallery.yaml`. File names are relative to the catalogue folder. */
export interface GalleryFile {
  readonly examples: readonly GalleryEntry[]
  readonly files: Readonly<Record<string, { readonly file: string; readonly contentType: string }>>
}
