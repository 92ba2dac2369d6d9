import type {
  ImageGenerationRequest,
  ImageTransformationRequest,
  Surface,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from '@mediagen/sdk'

/**
 * What the contract offers, for the help and for a refusal before anything is sent. A test holds it to the
 * contract.
 */
type Choices<Request, Field extends keyof Request> = readonly NonNullable<Request[Field]>[]

export const imageResolutions = ['1k', '2k', '4k'] as const satisfies Choices<
  ImageGenerationRequest,
  'resolution'
>
export const imageAspectRatios = [
  '1:1',
  '9:16',
  '16:9',
  '4:3',
  '3:4',
  '3:2',
  '2:3',
  '2:1',
  '1:2',
] as const satisfies Choices<ImageGenerationRequest, 'aspectRatio'>

export const transformResolutions = ['hd', 'fhd'] as const satisfies Choices<
  ImageTransformationRequest,
  'resolution'
>
export const transformAspectRatios = [
  '1:1',
  '9:16',
  '16:9',
  '4:3',
  '3:4',
  '3:2',
  '2:3',
] as const satisfies Choices<ImageTransformationRequest, 'aspectRatio'>

export const videoResolutions = ['480p', '512p', '720p', '1080p'] as const satisfies Choices<
  VideoGenerationRequest,
  'resolution'
>
export const videoAspectRatios = ['16:9', '9:16', '1:1', '4:3', '3:4', '21:9'] as const satisfies Choices<
  VideoGenerationRequest,
  'aspectRatio'
>

/** The shortest and the longest video. */
export const videoSeconds = { min: 4, max: 15 } as const

export const animateResolutions = ['hd', 'fhd'] as const satisfies Choices<
  VideoTransformationRequest,
  'resolution'
>
export const animateAspectRatios = [
  '16:9',
  '9:16',
  '4:3',
  '3:4',
  '3:2',
  '2:3',
  '1:1',
] as const satisfies Choices<VideoTransformationRequest, 'aspectRatio'>
export const animateSeconds = [5, 8] as const satisfies Choices<VideoTransformationRequest, 'durationSeconds'>

export const surfaces = ['image', 'video'] as const satisfies readonly Surface[]
