import Joi from 'joi'
import type { SizeRule } from '../engine/request/fit-size.js'
import { type SizeOptions, sizeOptionsKeys } from '../engine/request/size-options.js'

export interface OpenAiVideosOptions extends SizeOptions {
  /** What the engine reads: vLLM-Omni multipart alone, SGLang a form only together with an image. */
  readonly encoding: 'multipart' | 'json'
  /** The field of an image within JSON. */
  readonly jsonInput: 'input_reference' | 'reference_url'
  /** 'findable' needs an engine whose list shows prompts, as vLLM-Omni's does and SGLang's does not. */
  readonly submission: 'once' | 'findable' | 'idempotent'
  /** Lengths that the engine offers, in seconds; any length where it is absent. */
  readonly durations?: readonly [number, ...number[]]
  readonly negativePrompt: 'field' | 'sentence' | 'none'
  readonly seedField: string
  /** Whether DELETE stops a running job; where it only forgets the record, nothing can be stopped. */
  readonly cancel: 'delete' | 'none'
  /** Where the video is: at the path of the API, or behind the `url` of the record. */
  readonly download: 'content' | 'url'
  readonly fields: Readonly<Record<string, unknown>>
  readonly allowedHosts: readonly string[]
  readonly isBehindGateway?: boolean
}

/** Video models work on blocks of 16 pixels; 1080p is the most that those in the field make. */
const commonSizes: SizeRule = { multipleOf: 16, sidePxMax: 1920 }

const ownFields = { prompt: Joi.forbidden(), model: Joi.forbidden() }

export const openAiVideosOptionsSchema = Joi.object<OpenAiVideosOptions>({
  ...sizeOptionsKeys(commonSizes),
  encoding: Joi.valid('multipart', 'json').required(),
  jsonInput: Joi.valid('input_reference', 'reference_url').default('input_reference'),
  submission: Joi.valid('once', 'findable', 'idempotent').default('findable'),
  durations: Joi.array().items(Joi.number().positive()).min(1),
  negativePrompt: Joi.valid('field', 'sentence', 'none').default('field'),
  seedField: Joi.string().allow('').default('seed'),
  cancel: Joi.valid('delete', 'none').default('none'),
  download: Joi.valid('content', 'url').default('content'),
  fields: Joi.object(ownFields).unknown().default({}),
  allowedHosts: Joi.array().items(Joi.string()).default([]),
  isBehindGateway: Joi.boolean(),
})
