import type {
  ImageGenerationRequest,
  ImageTransformationRequest,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from '@mediagen/contract/models'

/** A validated request of one of the four generation endpoints: the fields as sent, without defaults. */
export type GenerationRequest =
  | { readonly product: 'image.generate'; readonly parameters: ImageGenerationRequest }
  | { readonly product: 'image.transform'; readonly parameters: ImageTransformationRequest }
  | { readonly product: 'video.generate'; readonly parameters: VideoGenerationRequest }
  | { readonly product: 'video.transform'; readonly parameters: VideoTransformationRequest }
