import Joi from 'joi'
import { type ShapeRule, type SizeOptions, sizeOptionsSchema } from '../engine/asked-size.js'
import { type NegativePromptForm, negativePromptForms } from '../engine/plain-prompt.js'

/**
 * How a picture is handed over. 'multipart': the form of /images/edits. 'json-images': OpenAI's JSON of the
 * same path. 'json-object': xAI's, one object with a link. 'json-image': Seedream's `image` at
 * /images/generations. 'json-file': LocalAI's `file` there, base64 without a prefix. 'none': the engine only
 * makes pictures from words.
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
  readonly allowedHosts: readonly string[]
  readonly gateway?: boolean
}

/** What gpt-image-2 makes; engines that make less are told by `sizeRule` or `sizes`. */
const gptImageSizes: ShapeRule = {
  multipleOf: 16,
  sidePxMax: 3840,
  areaPxMin: 655_360,
  areaPxMax: 8_294_400,
  ratioMax: 3,
}

/** More than one picture would be paid for and dropped; a stream is another wire. */
const ownFields = {
  prompt: Joi.forbidden(),
  model: Joi.forbidden(),
  n: Joi.forbidden(),
  stream: Joi.forbidden(),
}

export const openAiImagesOptions = Joi.object<OpenAiImagesOptions>({
  ...sizeOptionsSchema(gptImageSizes),
  submission: Joi.valid('once', 'idempotent').default('once'),
  aspectRatios: Joi.array()
    .items(Joi.string().pattern(/^\d+(\.\d+)?:\d+(\.\d+)?$/))
    .min(1),
  negativePrompt: Joi.valid(...negativePromptForms).default('sentence'),
  seedField: Joi.string(),
  edits: Joi.valid(...editForms).default('multipart'),
  imagePart: Joi.valid('image', 'image[]').default('image'),
  responseFormat: Joi.valid('b64_json', 'url', 'omit').default('omit'),
  fields: Joi.object(ownFields).unknown().default({}),
  editFields: Joi.object(ownFields).unknown().default({}),
  allowedHosts: Joi.array().items(Joi.string()).default([]),
  gateway: Joi.boolean(),
})
