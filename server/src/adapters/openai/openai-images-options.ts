import Joi from 'joi'
import type { SizeRule } from '../engine/request/fit-size.js'
import { type NegativePromptForm, negativePromptForms } from '../engine/request/prompt-fields.js'
import { aspectRatiosSchema, type SizeOptions, sizeOptionsKeys } from '../engine/request/size-options.js'

/**
 * How an image is handed over. 'multipart': the form of /images/edits. 'json-images': OpenAI's JSON of the
 * same path. 'json-object': xAI's, one object with a link. 'json-image': Seedream's `image` at
 * /images/generations. 'json-file': LocalAI's `file` there, base64 without a prefix. 'none': the engine only
 * makes images from words.
 */
export const editForms = [
  'multipart',
  'json-images',
  'json-object',
  'json-image',
  'json-file',
  'none',
] as const

export interface OpenAiImagesOptions extends SizeOptions {
  readonly submission: 'once' | 'idempotent'
  /** Shapes that the engine takes as `aspect_ratio` in the place of a size. */
  readonly aspectRatios?: readonly [string, ...string[]]
  readonly negativePrompt: NegativePromptForm
  readonly seedField?: string
  readonly edits: (typeof editForms)[number]
  readonly imagePart: 'image' | 'image[]'
  readonly responseFormat: 'b64_json' | 'url' | 'omit'
  readonly fields: Readonly<Record<string, unknown>>
  readonly editFields: Readonly<Record<string, unknown>>
  /** Codes or texts of a 400 that put the fault on the key or the account; `*` stands for anything. */
  readonly accountErrors: readonly string[]
  readonly allowedHosts: readonly string[]
  readonly isBehindGateway?: boolean
}

/** What gpt-image-2 makes; engines that make less are told by `sizeRule` or `sizes`. */
const gptImageSizes: SizeRule = {
  multipleOf: 16,
  sidePxMax: 3840,
  areaPxMin: 655_360,
  areaPxMax: 8_294_400,
  ratioMax: 3,
}

/** What OpenAI says where an account has reached its limit, and xAI of a key that it does not know. */
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
