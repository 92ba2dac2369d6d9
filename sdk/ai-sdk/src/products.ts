import type {
  ImageGenerationRequest,
  ImageTransformationRequest,
  Product,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from '@mediagen/sdk'

/** The products that make images. */
export type ImageProduct = Extract<Product, `image.${string}`>
/** The products that make videos. */
export type VideoProduct = Extract<Product, `video.${string}`>

/** What a product offers. */
export interface ProductFacts {
  readonly path: string
  /** Whether it starts from an image. */
  readonly takesImage: boolean
  /** The pixels of each resolution, on one edge. */
  readonly resolutions: Readonly<Record<string, number>>
  /** The edge that a resolution sets. */
  readonly edge: 'long' | 'short'
  readonly aspectRatios: readonly string[]
  /** The durations of a video in seconds. */
  readonly durations: readonly number[]
  readonly takesNegativePrompt: boolean
}

/** Exactly the values of a field of the contract: one more or one less does not compile. */
type Each<Value extends string | undefined, Fact> = Readonly<Record<NonNullable<Value>, Fact>>

const ratiosOfImages: Each<ImageGenerationRequest['aspectRatio'], true> = {
  '1:1': true,
  '9:16': true,
  '16:9': true,
  '4:3': true,
  '3:4': true,
  '3:2': true,
  '2:3': true,
  '2:1': true,
  '1:2': true,
}
const ratiosOfTransformedImages: Each<ImageTransformationRequest['aspectRatio'], true> = {
  '1:1': true,
  '9:16': true,
  '16:9': true,
  '4:3': true,
  '3:4': true,
  '3:2': true,
  '2:3': true,
}
const ratiosOfVideos: Each<VideoGenerationRequest['aspectRatio'], true> = {
  '16:9': true,
  '9:16': true,
  '1:1': true,
  '4:3': true,
  '3:4': true,
  '21:9': true,
}
const ratiosOfTransformedVideos: Each<VideoTransformationRequest['aspectRatio'], true> = {
  '16:9': true,
  '9:16': true,
  '4:3': true,
  '3:4': true,
  '3:2': true,
  '2:3': true,
  '1:1': true,
}
const pixelsOfImages: Each<ImageGenerationRequest['resolution'], number> = {
  '1k': 1024,
  '2k': 2048,
  '4k': 4096,
}
const pixelsOfTransformedImages: Each<ImageTransformationRequest['resolution'], number> = {
  hd: 1024,
  fhd: 1280,
}
const pixelsOfVideos: Each<VideoGenerationRequest['resolution'], number> = {
  '480p': 480,
  '512p': 512,
  '720p': 720,
  '1080p': 1080,
}
const pixelsOfTransformedVideos: Each<VideoTransformationRequest['resolution'], number> = {
  hd: 720,
  fhd: 1080,
}

/** The four products, by their names in the contract. */
export const products: Readonly<Record<Product, ProductFacts>> = {
  'image.generate': {
    path: '/api/v1/images/generations',
    takesImage: false,
    resolutions: pixelsOfImages,
    edge: 'long',
    aspectRatios: Object.keys(ratiosOfImages),
    durations: [],
    takesNegativePrompt: true,
  },
  'image.transform': {
    path: '/api/v1/images/transformations',
    takesImage: true,
    resolutions: pixelsOfTransformedImages,
    edge: 'long',
    aspectRatios: Object.keys(ratiosOfTransformedImages),
    durations: [],
    takesNegativePrompt: false,
  },
  'video.generate': {
    path: '/api/v1/videos/generations',
    takesImage: false,
    resolutions: pixelsOfVideos,
    edge: 'short',
    aspectRatios: Object.keys(ratiosOfVideos),
    durations: [4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    takesNegativePrompt: false,
  },
  'video.transform': {
    path: '/api/v1/videos/transformations',
    takesImage: true,
    resolutions: pixelsOfTransformedVideos,
    edge: 'short',
    aspectRatios: Object.keys(ratiosOfTransformedVideos),
    durations: [5, 8],
    takesNegativePrompt: false,
  },
}

/**
 * The resolution and aspect ratio whose pixels are this size, such as '1920x1080'; undefined if there is none.
 * An edge may be two pixels off, because services round it.
 */
export function findSize(
  { resolutions, edge, aspectRatios }: ProductFacts,
  size: string,
): { resolution: string; aspectRatio: string } | undefined {
  const [width = NaN, height = NaN] = size.split('x').map(Number)
  for (const [resolution, pixels] of Object.entries(resolutions)) {
    for (const aspectRatio of aspectRatios) {
      const [wide = 1, high = 1] = aspectRatio.split(':').map(Number)
      const scale = pixels / (edge === 'long' ? Math.max(wide, high) : Math.min(wide, high))
      if (Math.abs(wide * scale - width) <= 2 && Math.abs(high * scale - height) <= 2)
        return { resolution, aspectRatio }
    }
  }
  return undefined
}
