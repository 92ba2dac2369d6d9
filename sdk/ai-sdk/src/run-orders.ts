import type { SharedV4Warning } from '@ai-sdk/provider'
import {
  type Bytes,
  type FinishedTask,
  type GenerateOptions,
  type Generation,
  type ImageGenerationRequest,
  type ImageTransformationInput,
  type Mediagen,
  type Product,
  ResultRemovedError,
  SubmitAbortedError,
  TaskCancelledError,
  type TaskCost,
  TaskFailedError,
  type VideoGenerationRequest,
  type VideoTransformationInput,
} from '@mediagen/sdk'
import { toAiError } from './errors.js'
import type { OrderKeys } from './order-keys.js'
import { products } from './products.js'

/** How long to look for the task of an aborted order, in milliseconds, for each attempt. */
const cancelTimeoutMs = 5000

/** What the models of one provider share. */
export interface Context {
  readonly client: () => Mediagen
  /** The start of the URLs in errors. */
  readonly baseUrl: string
  readonly keys: OrderKeys
}

/** One or more tasks of the same request. */
export interface Order {
  readonly product: Product
  readonly body: Readonly<Record<string, string | number>>
  readonly count: number
  /** The caller's own key. */
  readonly idempotencyKey: string | undefined
  readonly maxCost: string | undefined
  readonly headers: Readonly<Record<string, string | undefined>> | undefined
  readonly signal: AbortSignal | undefined
}

/** A file of a result, and what its task says of it. */
export interface MadeFile {
  readonly bytes: Bytes
  readonly contentType: string
  readonly metadata: { readonly taskId: string; readonly contentType: string; readonly cost?: Cost }
}
type Cost = { readonly [Field in keyof TaskCost]: TaskCost[Field] }

/**
 * Orders the tasks and does the work with each accepted one. Resolves to what succeeded, with a warning for
 * each task that did not; rejects if none did, or with the reason of an abort.
 */
export async function runOrders<Result>(
  { client, baseUrl, keys }: Context,
  order: Order,
  work: (generation: Generation) => Promise<Result>,
): Promise<{ results: Result[]; warnings: SharedV4Warning[] }> {
  const { product, body, count, idempotencyKey, signal } = order
  const content = JSON.stringify([product, body])
  const keyOf = async (index: number) => {
    if (idempotencyKey === undefined) return keys.take(content)
    return index === 0 ? idempotencyKey : `${idempotencyKey}-${index + 1}`
  }
  const run = async (index: number): Promise<Result> => {
    const key = await keyOf(index)
    try {
      return await work(await submit(client(), order, key))
    } catch (error) {
      if (idempotencyKey === undefined && !signal?.aborted && !isOver(error)) await keys.leave(content, key)
      throw error
    }
  }
  const call = { url: `${baseUrl}${products[product].path}`, body }
  return collect(
    await Promise.allSettled(Array.from({ length: count }, (_, index) => run(index))),
    signal,
    (error) => toAiError(error, call),
  )
}

/** What succeeded, with a warning for each failure; throws the first one if nothing succeeded. */
export function collect<Result>(
  outcomes: readonly PromiseSettledResult<Result>[],
  signal: AbortSignal | undefined,
  translate: (error: unknown) => unknown,
): { results: Result[]; warnings: SharedV4Warning[] } {
  const results: Result[] = []
  const failures: unknown[] = []
  for (const outcome of outcomes) {
    if (outcome.status === 'fulfilled') results.push(outcome.value)
    else failures.push(outcome.reason)
  }
  if (failures.length > 0) signal?.throwIfAborted()
  if (results.length === 0) throw translate(failures[0])
  const warnings = failures.map((error): SharedV4Warning => {
    const why = error instanceof Error ? error.message : String(error)
    return { type: 'other', message: `One of ${outcomes.length} is missing: ${why}` }
  })
  return { results, warnings }
}

/**
 * Waits for a task and downloads its files, with the id of its order's request. An abort cancels the task while
 * it is queued.
 */
export async function finish(
  { wait, requestId }: Pick<Generation, 'wait' | 'requestId'>,
  { headers, signal }: Pick<Order, 'headers' | 'signal'>,
): Promise<{ files: MadeFile[]; requestId: string | undefined }> {
  const files = await download(await wait({ headers, signal, cancelOnAbort: true }), { headers, signal })
  return { files, requestId }
}

/** Downloads the files of a task. */
export function download(
  { id, cost, files }: FinishedTask,
  options: Pick<Order, 'headers' | 'signal'>,
): Promise<MadeFile[]> {
  return Promise.all(
    files.map(async (file) => {
      const { contentType } = file
      const metadata = { taskId: id, contentType, ...(cost !== undefined && { cost: { ...cost } }) }
      return { bytes: await file.download(options), contentType, metadata }
    }),
  )
}

/**
 * Orders one task. If the call is aborted when the order may have arrived, it finds out under the same key
 * and cancels the task; the caller does not wait for that.
 */
async function submit(client: Mediagen, order: Order, idempotencyKey: string): Promise<Generation> {
  const { maxCost, headers, signal } = order
  try {
    return await send(client, order, { idempotencyKey, maxCost, headers, signal })
  } catch (error) {
    if (!(error instanceof SubmitAbortedError)) throw error
    const limits = { timeoutMs: cancelTimeoutMs, maxRetries: 1 }
    error
      .retry(limits)
      .then((generation) => generation.cancel(limits))
      .catch(() => undefined)
    throw error.cause
  }
}

/** The service checks each field of the body, so that a text of the caller's may stand for one of its words. */
function send(client: Mediagen, { product, body }: Order, options: GenerateOptions): Promise<Generation> {
  const request: unknown = body
  switch (product) {
    case 'image.generate':
      return client.images.generate(request as ImageGenerationRequest, options)
    case 'image.transform':
      return client.images.transform(request as ImageTransformationInput, options)
    case 'video.generate':
      return client.videos.generate(request as VideoGenerationRequest, options)
    case 'video.transform':
      return client.videos.transform(request as VideoTransformationInput, options)
  }
}

/** Whether the task of a failed call is known to have ended, so that its key is of no further use. */
function isOver(error: unknown): boolean {
  return [TaskFailedError, TaskCancelledError, ResultRemovedError].some((Class) => error instanceof Class)
}
