import { requestFields } from './generated/request-fields.js'

/**
 * The contract's choices, bounds and defaults by the names of the commands, for the help, for completion
 * and for validation before anything is sent. An effect may preset other values than the defaults of
 * transform and animate.
 */
const { generateImage, transformImage, generateVideo, transformVideo, listEffects } = requestFields

export const imageResolutions = generateImage.resolution.enum
export const imageAspectRatios = generateImage.aspectRatio.enum
export const transformResolutions = transformImage.resolution.enum
export const transformAspectRatios = transformImage.aspectRatio.enum
export const videoResolutions = generateVideo.resolution.enum
export const videoAspectRatios = generateVideo.aspectRatio.enum
export const animateResolutions = transformVideo.resolution.enum
export const animateAspectRatios = transformVideo.aspectRatio.enum
export const animateSeconds = transformVideo.durationSeconds.enum
export const surfaces = listEffects.surface.enum

/** The bounds of a video's duration. */
export const videoSeconds = {
  min: generateVideo.durationSeconds.minimum,
  max: generateVideo.durationSeconds.maximum,
} as const

/** Lengths in characters. */
export const promptLength = {
  min: generateImage.prompt.minLength,
  max: generateImage.prompt.maxLength,
} as const
export const negativePromptLength = { max: generateImage.negativePrompt.maxLength } as const

export const imageDefaults = {
  resolution: generateImage.resolution.default,
  aspectRatio: generateImage.aspectRatio.default,
} as const
export const transformDefaults = { resolution: transformImage.resolution.default } as const
export const videoDefaults = {
  resolution: generateVideo.resolution.default,
  aspectRatio: generateVideo.aspectRatio.default,
  durationSeconds: generateVideo.durationSeconds.default,
} as const
export const animateDefaults = {
  resolution: transformVideo.resolution.default,
  durationSeconds: transformVideo.durationSeconds.default,
} as const
