import Joi from 'joi'
import type { SizeRule } from '../shared/request/fit-size.ts'
import { type SizeOptions, sizeOptionsKeys } from '../shared/request/size-options.ts'

export interface SdapiOptions extends SizeOptions {
  readonly submission: 'once' | 'idempotent'
  /** How far an image may depart from its input if no effect says so. */
  readonly strength: number
  /** Merged into each request. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly isBehindGateway?: boolean
}

/**
 * Models of this family are trained on about a megapixel and duplicate objects at much larger sizes; the
 * service enlarges the result.
 */
const trainedSizes: SizeRule = { multipleOf: 8, sidePxMin: 512, sidePxMax: 2048, areaPxMax: 1_572_864 }

const ownFields = {
  prompt: Joi.forbidden(),
  init_images: Joi.forbidden(),
  batch_size: Joi.forbidden(),
  n_iter: Joi.forbidden(),
}

export const sdapiOptionsSchema = Joi.object<SdapiOptions>({
  ...sizeOptionsKeys(trainedSizes),
  submission: Joi.valid('once', 'idempotent').default('idempotent'),
  strength: Joi.number().min(0).max(1).default(0.6),
  fields: Joi.object(ownFields).unknown().default({}),
  isBehindGateway: Joi.boolean(),
})
