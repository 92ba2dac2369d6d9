import Joi from 'joi'
import type { SizeRule } from '../shared/request/fit-size.ts'
import { type NegativePromptForm, negativePromptForms } from '../shared/request/prompt-fields.ts'
import { aspectRatiosSchema, type SizeOptions, sizeOptionsKeys } from '../shared/request/size-options.ts'

/**
 * How an image is sent. 'multipart': the form of /images/edits. 'json-images': OpenAI's JSON of the same
 * path. 'json-object': xAI's, one object with a link. 'json-image': Seedream's `image` at
 * /images/generations. 'json-file': LocalAI's `file` there, base64 without a prefix. 'none': the engine only
 * generates from text.
 */
const editForms = ['multipart', 'json-images', 'json-object', 'json-image', 'json-file', 'none'] as const

export interface OpenAiImagesOptions extends SizeOptions {
  readonly submission: 'once' | 'idempotent'
  /** Shapes that the engine accepts as `aspect_ratio` instead of a size. */
  readonly aspectRatios?: readonly [string, ...string[]]
  readonly negativePrompt: NegativePromptForm
  readonly seedField?: string
  readonly edits: (typeof editForms)[number]
  readonly imagePart: 'image' | 'image[]'
  readonly responseFormat: 'b64_json' | 'url' | 'omit'
  readonly fields: Readonly<Record<string, unknown>>
  readonly editFields: Readonly<Record<string, unknown>>
  /** Codes or texts of a 400 that blame the key or the account; `*` stands for anything. */
  readonly accountErrors: readonly string[]
  readonly allowedHosts: readonly string[]
  readonly isBehindGateway?: boolean
}

/** The sizes of gpt-image-2; for engines with fewer, set `sizeRule` or `sizes`. */
const gptImageSizes: SizeRule = {
  multipleOf: 16,
  sidePxMax: 3840,
  areaPxMin: 655_360,
  areaPxMax: 8_294_400,
  ratioMax: 3,
}

/** OpenAI's message for an account that has reached its limit, and xAI's for an unknown key. */
const accountErrors = ['billing_hard_limit_reached', 'Incorrect API key*']

/** More than one image would be paid for and dropped; a stream needs another protocol. */
const ownFields = {
  prompt: Joi.forbidden(),
  model: Joi.forbidden(),
  n: Joi.forbidden(),
  stream: Joi.forbidden(),
}

export const openAiImagesOptionsSchema = Joi.object<OpenAiImagesOptions>({
  ...sizeOptionsKeys(gptImageSizes),
  submission: Joi.valid('once', 'idempotent').default('once'),
  aspectRatios: aspectRatiosSchema,
  negativePrompt: Joi.valid(...negativePromptForms).default('sentence'),
  seedField: Joi.string(),
  edits: Joi.valid(...editForms).default('multipart'),
  imagePart: Joi.valid('image', 'image[]').default('image'),
  responseFormat: Joi.valid('b64_json', 'url', 'omit').default('omit'),
  fields: Joi.object(ownFields).unknown().default({}),
  editFields: Joi.object(ownFields).unknown().default({}),
  accountErrors: Joi.array().items(Joi.string()).default(accountErrors),
  allowedHosts: Joi.array().items(Joi.string()).default([]),
  isBehindGateway: Joi.boolean(),
})
