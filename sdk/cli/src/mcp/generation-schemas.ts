import { requestFields } from '../generated/request-fields.js'
import { fieldInputs } from './field-inputs.js'
import { int, oneOf, strictObject, string } from './protocol.js'

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
const day = string().min(10).max(10).exactOptional()
const effectId = string().min(1).max(idLengthMax)
const image = string()
  .min(1)
  .max(4096)
  .describe('A JPEG, PNG or WebP file in a folder that this server may read, or a file that it has saved.')

/** The inputs of every tool. Unknown fields are rejected: a misspelt one would be paid for without effect. */
export const inputSchemas = {
  generate_image: strictObject({ ...fieldInputs('generateImage'), idempotencyKey, waitSeconds }),
  generate_video: strictObject({ ...fieldInputs('generateVideo'), idempotencyKey, waitSeconds }),
  transform_image: strictObject({ image, ...fieldInputs('transformImage'), idempotencyKey, waitSeconds }),
  animate_image: strictObject({ image, ...fieldInputs('transformVideo'), idempotencyKey, waitSeconds }),
  wait_for_task: strictObject({ taskId, waitSeconds }),
  cancel_task: strictObject({ taskId }),
  delete_result: strictObject({ taskId }),
  delete_upload: strictObject({
    assetId: string()
      .min(1)
      .max(idLengthMax)
      .describe('The id of the upload: the assetId in the request of a task.'),
  }),
  list_effects: strictObject({
    surface: oneOf(requestFields.listEffects.surface.enum)
      .exactOptional()
      .describe('image for transform_image, video for animate_image.'),
  }),
  estimate_cost: strictObject({
    tool: oneOf(['generate_image', 'generate_video', 'transform_image', 'animate_image']).describe(
      'The tool to price a call of.',
    ),
    resolution: string().max(idLengthMax).exactOptional().describe('As for that tool.'),
    effectId: effectId
      .exactOptional()
      .describe('As for that tool; an effect may preset what sets the price.'),
    durationSeconds: int()
      .min(1)
      .max(requestFields.generateVideo.durationSeconds.maximum)
      .exactOptional()
      .describe('As for that tool.'),
  }),
  get_balance: strictObject({}),
  list_tasks: strictObject({
    status: oneOf(['QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED'])
      .exactOptional()
      .describe('Only tasks in this status.'),
    prompt: string()
      .min(1)
      .max(requestFields.listTasks.prompt.maxLength)
      .exactOptional()
      .describe('Only tasks whose prompt contains this text, in upper or lower case.'),
    limit: int().min(1).max(100).default(20).describe('The most tasks to list.'),
    cursor: string().min(1).max(idLengthMax).exactOptional().describe('The nextCursor of the page before.'),
  }),
  get_usage: strictObject({
    from: day.describe('The first day in UTC; by default the first of the month.'),
    to: day.describe('The last day in UTC, included; by default today.'),
  }),
}
