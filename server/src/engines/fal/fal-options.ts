import Joi from 'joi'
import { type ModelOptions, modelOptionsKeys } from '../shared/request/model-fields.ts'

export interface FalOptions extends ModelOptions {
  /** Additional hosts from which results come, besides fal's. @default none */
  readonly allowedHosts: readonly string[]
  /** Where requests are listed by endpoint. @default fal's own list, where `url` is fal's queue */
  readonly listUrl?: string
}

export const falOptionsSchema = Joi.object<FalOptions>({
  ...modelOptionsKeys({
    prompt: 'prompt',
    negativePrompt: 'negative_prompt',
    image: 'image_url',
    size: 'image_size',
    aspectRatio: 'aspect_ratio',
    duration: 'duration',
    seed: 'seed',
    strength: 'strength',
  }),
  allowedHosts: Joi.array().items(Joi.string()).default([]),
  listUrl: Joi.string().uri({ scheme: ['http', 'https'] }),
})
