import {
  animateAspectRatios,
  animateResolutions,
  animateSeconds,
  imageAspectRatios,
  imageDefaults,
  imageResolutions,
  negativePromptLength,
  promptLength,
  surfaces,
  transformAspectRatios,
  transformResolutions,
  videoAspectRatios,
  videoDefaults,
  videoResolutions,
  videoSeconds,
} from '../choices.js'
import { int, literal, oneOf, strictObject, string, union } from './protocol.js'

/** How long a call waits by default: many hosts give up after a minute. */
const waitSecondsDefault = 50
const waitSecondsMax = 600
const idLengthMax = 128

const waitSeconds = int()
  .min(0)
  .max(waitSecondsMax)
  .default(waitSecondsDefault)
  .describe('How long to wait. A task that takes longer continues: call wait_for_task with its id.')
const idempotencyKey = string()
  .min(1)
  .max(idLengthMax)
  .exactOptional()
  .describe(
    'Calls with the same key and input return the same task, charged once. Repeat the key to retry a call.',
  )
const taskId = string().min(1).max(idLengthMax).describe('The id of the task.')
const effectId = string().min(1).max(idLengthMax)
const image = string()
  .min(1)
  .max(4096)
  .describe('A JPEG, PNG or WebP file in a folder that this server may read, or a file that it has saved.')

/** Text of the contract, whose characters are counted as the service does: some have length two in UTF-16. */
function textOf(max: number, description: string) {
  return string()
    .refine((text) => [...text].length >= 1 && [...text].length <= max, `1 to ${max} characters`)
    .meta({ description, minLength: 1, maxLength: max })
}
const prompt = (description: string) => textOf(promptLength.max, description)

/** The inputs of every tool. Unknown fields are rejected: a misspelt one would be paid for without effect. */
export const inputSchemas = {
  generate_image: strictObject({
    prompt: prompt('What the image shows.'),
    negativePrompt: textOf(negativePromptLength.max, 'What it must not show.').exactOptional(),
    resolution: oneOf(imageResolutions)
      .exactOptional()
      .describe(
        `1024, 2048 or 4096 pixels on the long edge; sets the price. Default: ${imageDefaults.resolution}.`,
      ),
    aspectRatio: oneOf(imageAspectRatios)
      .exactOptional()
      .describe(`Width to height. Default: ${imageDefaults.aspectRatio}.`),
    idempotencyKey,
    waitSeconds,
  }),
  generate_video: strictObject({
    prompt: prompt('What happens in the video.'),
    resolution: oneOf(videoResolutions)
      .exactOptional()
      .describe(`Pixels on the short edge; sets the price per second. Default: ${videoDefaults.resolution}.`),
    aspectRatio: oneOf(videoAspectRatios)
      .exactOptional()
      .describe(`Width to height. Default: ${videoDefaults.aspectRatio}.`),
    durationSeconds: int()
      .min(videoSeconds.min)
      .max(videoSeconds.max)
      .exactOptional()
      .describe(`Length of the video. Default: ${videoDefaults.durationSeconds}.`),
    idempotencyKey,
    waitSeconds,
  }),
  transform_image: strictObject({
    image,
    effectId: effectId
      .exactOptional()
      .describe('An effect of surface image, from list_effects. Or give a prompt.'),
    prompt: prompt('What to do with the image. Required without an effect.').exactOptional(),
    resolution: oneOf(transformResolutions)
      .exactOptional()
      .describe('1024 or 1280 pixels on the long edge; sets the price.'),
    aspectRatio: oneOf(transformAspectRatios).exactOptional().describe('Width to height.'),
    idempotencyKey,
    waitSeconds,
  }),
  animate_image: strictObject({
    image,
    effectId: effectId.describe('An effect of surface video, from list_effects.'),
    prompt: prompt('What happens, in addition to the effect.').exactOptional(),
    resolution: oneOf(animateResolutions)
      .exactOptional()
      .describe('720 or 1080 pixels on the short edge; sets the price per second.'),
    aspectRatio: oneOf(animateAspectRatios).exactOptional().describe('Width to height.'),
    durationSeconds: union(animateSeconds.map((seconds) => literal(seconds)))
      .exactOptional()
      .describe('Length of the video in seconds.'),
    idempotencyKey,
    waitSeconds,
  }),
  wait_for_task: strictObject({ taskId, waitSeconds }),
  cancel_task: strictObject({ taskId }),
  list_effects: strictObject({
    surface: oneOf(surfaces).exactOptional().describe('image for transform_image, video for animate_image.'),
  }),
  estimate_cost: strictObject({
    tool: oneOf(['generate_image', 'generate_video', 'transform_image', 'animate_image']).describe(
      'The tool to price a call of.',
    ),
    resolution: string().max(idLengthMax).exactOptional().describe('As for that tool.'),
    effectId: effectId
      .exactOptional()
      .describe('As for that tool; an effect may preset what sets the price.'),
    durationSeconds: int().min(1).max(videoSeconds.max).exactOptional().describe('As for that tool.'),
  }),
  get_balance: strictObject({}),
}
