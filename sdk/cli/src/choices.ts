import type {
  ImageGenerationRequest,
  ImageTransformationRequest,
  Surface,
  VideoGenerationRequest,
  VideoTransformationRequest,
} from '@mediagen/sdk'

/**
 * The choices, bounds and defaults of the contract, for the help, for completion and for validation before
 * anything is sent. A test compares them with the contract.
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

/** The bounds of a video's duration. */
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

/** Lengths in characters. */
export const promptLength = { min: 1, max: 2000 } as const
export const negativePromptLength = { max: 1000 } as const

/** What the service fills in; an effect may preset other values for transform and animate. */
export const imageDefaults = { resolution: '1k', aspectRatio: '1:1' } as const
export const transformDefaults = { resolution: 'hd' } as const
export const videoDefaults = { resolution: '720p', aspectRatio: '16:9', durationSeconds: 5 } as const
export const animateDefaults = { resolution: 'hd', durationSeconds: 5 } as const
