import Joi from 'joi'
import type { SizeRule } from '../shared/request/fit-size.ts'
import { sizeRuleWithDefaults } from '../shared/request/size-options.ts'

export interface SdcppOptions {
  /** One process has one model loaded, and serves either images or videos. @default 'image' */
  readonly mode: 'image' | 'video'
  readonly sizeRule: SizeRule
  /** Fields of every request, such as `sample_params`; a job's own values override them. @default {} */
  readonly parameters: Readonly<Record<string, unknown>>
  /** Departure from the input if an effect sets none. @default 0.75 */
  readonly strength: number
  /** @default 16 */
  readonly fps: number
  readonly framesMax?: number
  /** @default 'webm' */
  readonly videoFormat: 'webm' | 'webp' | 'avi'
}

export const sdcppOptionsSchema = Joi.object<SdcppOptions>({
  mode: Joi.string().valid('image', 'video').default('image'),
  sizeRule: sizeRuleWithDefaults({ multipleOf: 64, sidePxMin: 64, sidePxMax: 2048 }),
  parameters: Joi.object().default({}),
  strength: Joi.number().min(0).max(1).default(0.75),
  fps: Joi.number().integer().min(1).max(60).default(16),
  framesMax: Joi.number().integer().min(1),
  videoFormat: Joi.string().valid('webm', 'webp', 'avi').default('webm'),
})
