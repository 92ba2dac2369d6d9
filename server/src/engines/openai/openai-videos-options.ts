import Joi from 'joi'
import type { SizeRule } from '../shared/request/fit-size.ts'
import { type SizeOptions, sizeOptionsKeys } from '../shared/request/size-options.ts'

export interface OpenAiVideosOptions extends SizeOptions {
  /**
   * The encoding that the engine reads: vLLM-Omni only multipart, SGLang a form only together with an image.
   */
  readonly encoding: 'multipart' | 'json'
  /** The field of an image within JSON. */
  readonly jsonInput: 'input_reference' | 'reference_url'
  /** 'findable' needs an engine whose list shows prompts, as vLLM-Omni's does and SGLang's does not. */
  readonly submission: 'once' | 'findable' | 'idempotent'
  /** Lengths that the engine offers, in seconds; if absent, any length. */
  readonly durations?: readonly [number, ...number[]]
  readonly negativePrompt: 'field' | 'sentence' | 'none'
  readonly seedField: string
  /** Whether DELETE stops a running job; if it only deletes the record, nothing can be stopped. */
  readonly cancel: 'delete' | 'none'
  /** Where the video is: at the API's path, or at the record's `url`. */
  readonly download: 'content' | 'url'
  readonly fields: Readonly<Record<string, unknown>>
  readonly allowedHosts: readonly string[]
  readonly isBehindGateway?: boolean
}

/** Video models work on blocks of 16 pixels; current ones generate 1080p at most. */
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
