import {
  InvalidArgumentError,
  isJSONObject,
  type JSONValue,
  type Experimental_VideoModelV4OperationStartResult as StartResult,
  type Experimental_VideoModelV4OperationStatusResult as StatusResult,
  type Experimental_VideoModelV4 as VideoModelV4,
  type Experimental_VideoModelV4CallOptions as VideoModelV4CallOptions,
  type Experimental_VideoModelV4Result as VideoModelV4Result,
} from '@ai-sdk/provider'
import type { Task } from '@mediagen/sdk'
import { toAiError } from './errors.js'
import { prepareOrder, throwUnsupported } from './prepare-order.js'
import type { VideoProduct } from './products.js'
import { type Context, collect, download, finish, type MadeFile, runOrders } from './run-orders.js'
import { describeResponse, provider, tasksPerCallMax } from './shared.js'

type StatusOptions = Parameters<NonNullable<VideoModelV4['doStatus']>>[0]
type StartOptions = Parameters<NonNullable<VideoModelV4['doStart']>>[0]

/** A product that makes videos, as a model of the AI SDK. */
export function createVideoModel(context: Context, modelId: VideoProduct): VideoModelV4 {
  return {
    specificationVersion: 'v4',
    provider: `${provider}.video`,
    modelId,
    maxVideosPerCall: tasksPerCallMax,
    doGenerate: (options) => generate(context, modelId, options),
    doStart: (options) => start(context, modelId, options),
    doStatus: (options) => readStatus(context, modelId, options),
  }
}

async function generate(
  context: Context,
  modelId: VideoProduct,
  options: VideoModelV4CallOptions,
): Promise<VideoModelV4Result> {
  const timestamp = new Date()
  const { order, warnings } = await prepare(context, modelId, options)
  const made = await runOrders(context, order, (generation) => finish(generation, order))
  return {
    ...describeVideos(made.results.flatMap(({ files }) => files)),
    warnings: [...warnings, ...made.warnings],
    response: describeResponse(timestamp, modelId, made.results[0]?.requestId),
  }
}

async function start(context: Context, modelId: VideoProduct, options: StartOptions): Promise<StartResult> {
  const timestamp = new Date()
  const { order, warnings } = await prepare(context, modelId, options)
  const { results: accepted, warnings: more } = await runOrders(context, order, async (one) => one)
  const taskIds = accepted.map(({ id }) => id)
  return {
    operation: { taskIds },
    warnings: [...warnings, ...more],
    providerMetadata: { [provider]: { taskIds } },
    response: describeResponse(timestamp, modelId, accepted[0]?.requestId),
  }
}

function prepare(context: Context, modelId: VideoProduct, options: StartOptions) {
  const { image, frameImages = [], inputReferences = [], resolution, duration, ...call } = options
  const { fps, seed, generateAudio, webhookUrl } = options
  if (frameImages.some(({ frameType }) => frameType === 'last_frame'))
    throwUnsupported('last frame', `${modelId} starts from an image and takes no last frame`)
  if (inputReferences.length > 0)
    throwUnsupported('input references', `${modelId} takes no references: give the image in the prompt`)
  const first = frameImages[0]?.image ?? image
  return prepareOrder(context, modelId, {
    ...call,
    size: { setting: 'resolution', value: resolution },
    duration,
    others: { fps, seed, generateAudio: generateAudio || undefined, webhookUrl },
    images: first === undefined ? [] : [first],
  })
}

/** Reads each task of an operation; downloads the videos once all have ended. */
async function readStatus(
  { client, baseUrl }: Context,
  modelId: VideoProduct,
  { operation, headers, abortSignal: signal }: StatusOptions,
): Promise<StatusResult> {
  const { tasks } = client()
  const taskIds = readTaskIds(operation)
  const response = describeResponse(new Date(), modelId)
  const call = { url: `${baseUrl}/api/v1/tasks`, body: undefined }
  try {
    const states = await Promise.all(taskIds.map((id) => tasks.get(id, { headers, signal })))
    if (states.some(({ completedAt }) => completedAt === null)) return { status: 'pending', response }
    const ended = states.filter(({ status }) => status !== 'SUCCEEDED')
    if (ended.length === states.length) return { status: 'error', error: describeEnd(ended), response }
    const outcomes = await Promise.allSettled(
      taskIds.map(async (id) => {
        // One poll: the task has ended.
        return download(await tasks.wait(id, { headers, signal, timeoutMs: 0 }), { headers, signal })
      }),
    )
    const { results, warnings } = collect(outcomes, signal, (error) => error)
    return { status: 'completed', ...describeVideos(results.flat()), warnings, response }
  } catch (error) {
    throw toAiError(error, call)
  }
}

function describeEnd(tasks: readonly Task[]): string {
  return tasks
    .map(({ id, error }) => `Task ${id}: ${error?.message ?? error?.code ?? 'cancelled'}`)
    .join('; ')
}

function readTaskIds(operation: JSONValue): string[] {
  const taskIds = isJSONObject(operation) ? operation.taskIds : undefined
  const ids = Array.isArray(taskIds) ? taskIds.filter((id) => typeof id === 'string') : []
  if (ids.length > 0) return ids
  const message = 'operation must be what experimental_startVideo returned'
  throw new InvalidArgumentError({ argument: 'operation', message })
}

function describeVideos(files: readonly MadeFile[]) {
  return {
    videos: files.map(({ bytes, contentType }) => {
      return { type: 'binary' as const, data: bytes, mediaType: contentType }
    }),
    providerMetadata: { [provider]: { videos: files.map(({ metadata }) => metadata) } },
  }
}
