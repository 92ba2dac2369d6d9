import Joi from 'joi'
import { aspectRatiosSchema } from '../shared/request/size-options.ts'

type List<Item> = readonly [Item, ...Item[]]

export interface GeminiOptions {
  readonly aspectRatios: List<string>
  /** From the smallest; none for models that accept no size. */
  readonly imageSizes: readonly string[]
  readonly videoResolutions: List<'720p' | '1080p' | '4k'>
  readonly videoDurations: List<number>
  /** Whether Veo receives a seed, which Google's own client does not send to this API. */
  readonly videoSeed: boolean
  /** Merged into `generationConfig`. */
  readonly imageFields: Readonly<Record<string, unknown>>
  /** Merged into `parameters` of Veo. */
  readonly videoFields: Readonly<Record<string, unknown>>
  readonly safetySettings?: readonly unknown[]
  readonly allowedHosts: readonly string[]
}

const aspectRatios = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']

export const geminiOptionsSchema = Joi.object<GeminiOptions>({
  aspectRatios: aspectRatiosSchema.default(aspectRatios),
  imageSizes: Joi.array()
    .items(Joi.valid('512', '1K', '2K', '4K'))
    .default(['1K', '2K', '4K']),
  videoResolutions: Joi.array()
    .items(Joi.valid('720p', '1080p', '4k'))
    .min(1)
    .default(['720p', '1080p']),
  videoDurations: Joi.array().items(Joi.number().integer().positive()).min(1).default([4, 6, 8]),
  videoSeed: Joi.boolean().default(false),
  imageFields: Joi.object().unknown().default({}),
  videoFields: Joi.object().unknown().default({}),
  safetySettings: Joi.array().items(Joi.object({ category: Joi.string(), threshold: Joi.string() })),
  allowedHosts: Joi.array()
    .items(Joi.string())
    .default(['storage.googleapis.com', '*.googleusercontent.com']),
})
