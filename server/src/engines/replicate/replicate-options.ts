import Joi from 'joi'
import { type ModelOptions, modelOptionsKeys } from '../shared/request/model-fields.ts'

export interface ReplicateOptions extends ModelOptions {
  /** `cog` for a Cog container, reached directly. @default 'replicate' */
  readonly mode: 'replicate' | 'cog'
  /** Additional hosts from which results come. @default those of Replicate */
  readonly allowedHosts: readonly string[]
}

export const replicateOptionsSchema = Joi.object<ReplicateOptions>({
  ...modelOptionsKeys({
    prompt: 'prompt',
    negativePrompt: 'negative_prompt',
    image: 'image',
    width: 'width',
    height: 'height',
    aspectRatio: 'aspect_ratio',
    duration: 'duration',
    seed: 'seed',
    strength: 'prompt_strength',
  }),
  mode: Joi.string().valid('replicate', 'cog').default('replicate'),
  allowedHosts: Joi.array().items(Joi.string()).default([]),
})
