import { randomUUID } from 'node:crypto'
import {
  type GenerateOptions,
  type Generation,
  type PricingInput,
  SubmitAbortedError,
  SubmitAmbiguousError,
  TaskCancelledError,
  TaskFailedError,
  WaitTimeoutError,
} from '@mediagen/sdk'
import { checkEffect } from '../effect-choice.js'
import type { Spending } from './spend-limit.js'
import type { CallExtra, ToolContext } from './tool-context.js'
import { errorResult, factsResult, savedResult, type ToolResult } from './tool-result.js'

/** One generation that an agent requests. */
export interface GenerationCall {
  readonly pricingInput: PricingInput
  /** The path of the input image. */
  readonly image?: string
  readonly idempotencyKey: string | undefined
  readonly waitSeconds: number
  /** Submits it; `assetId` is the upload of `image`. */
  readonly submit: (options: GenerateOptions, assetId: string) => Promise<Generation>
}

/** How often a long wait is reported to the client. */
const progressIntervalMs = 5000

/**
 * Submits a generation within the spend limit, waits as long as asked and saves the result. A cancelled call
 * ends immediately: a queued task is cancelled and refunded, a started one continues. Never rejects.
 */
export async function runGeneration(
  context: ToolContext,
  extra: CallExtra,
  call: GenerationCall,
): Promise<ToolResult> {
  const { client, spendLimit } = context
  const { signal } = extra
  const idempotencyKey = call.idempotencyKey ?? randomUUID()
  let spending: Spending | undefined
  let generation: Generation | undefined
  try {
    if (call.image !== undefined) await checkEffect(client, call.pricingInput, signal)
    const estimate = await client.estimate(call.pricingInput, { signal })
    spending = spendLimit.spend(estimate)
    const assetId = await upload(context, extra, call.image)
    extra.progress('submitting')
    signal.throwIfAborted()
    // Not aborted by the signal: a request in flight may be charged, and its task can be cancelled then.
    generation = await call.submit({ idempotencyKey, maxCost: estimate.amount }, assetId)
    // Paid by the earlier call with this key, of this process or of another.
    if (generation.replayed) spending.release()
    else context.spendings.set(generation.id, spending)
    return await finish(context, extra, {
      taskId: generation.id,
      wait: generation.wait,
      waitSeconds: call.waitSeconds,
      generation,
    })
  } catch (error) {
    if (signal.aborted && generation !== undefined) await cancel(context, generation.id)
    const isUnknown = error instanceof SubmitAmbiguousError || error instanceof SubmitAbortedError
    if (generation === undefined && !isUnknown) spending?.release()
    const advice = isUnknown ? { idempotencyKey, retry: 'call again with this idempotencyKey' } : {}
    return errorResult(error, { taskId: generation?.id, ...advice })
  }
}

/** The dependencies of waiting for a task and saving its result. */
export interface FinishPlan {
  readonly taskId: string
  readonly wait: Generation['wait']
  readonly waitSeconds: number
  readonly generation?: Generation
}

/** Waits, reports progress and saves; a task that takes longer is a result, not an error. */
export async function finish(
  context: ToolContext,
  extra: CallExtra,
  { taskId, wait, waitSeconds, generation }: FinishPlan,
): Promise<ToolResult> {
  const { signal } = extra
  const startedAtMs = Date.now()
  let status = 'accepted'
  const tell = () => extra.progress(`${status}, ${Math.round((Date.now() - startedAtMs) / 1000)} s`)
  const timer = setInterval(tell, progressIntervalMs)
  try {
    const timeoutMs = waitSeconds * 1000
    const task = await wait({
      timeoutMs,
      signal,
      onUpdate(seen) {
        const percent = seen.progress === undefined ? '' : ` ${seen.progress} %`
        status = `${seen.status.toLowerCase()}${percent}`
        tell()
      },
    })
    context.spendings.delete(taskId)
    extra.progress('saving')
    return await savedResult(context, task, { cost: await costOf(generation), signal })
  } catch (error) {
    if (error instanceof TaskFailedError || error instanceof TaskCancelledError) giveBack(context, taskId)
    if (!(error instanceof WaitTimeoutError)) throw error
    const facts = { taskId, status: error.lastTask?.status ?? 'QUEUED' }
    const sentence = `Task ${taskId} is not finished (${facts.status}) and continues: call wait_for_task.`
    return factsResult({ ...facts, spending: context.spendLimit.state() }, sentence)
  } finally {
    clearInterval(timer)
  }
}

async function upload({ client, inputFiles }: ToolContext, extra: CallExtra, image: string | undefined) {
  if (image === undefined) return ''
  extra.progress('uploading')
  const bytes = await inputFiles.read(image, extra.roots)
  return (await client.uploads.file(bytes, { signal: extra.signal })).id
}

/** The result exists: failing to read its price must not fail the call. */
function costOf(generation: Generation | undefined) {
  return generation?.cost({ maxRetries: 1 }).catch(() => undefined)
}

/** Cancels the task of a cancelled call. A started task is paid for, and continues. */
async function cancel(context: ToolContext, taskId: string): Promise<void> {
  const { client, pending } = context
  const work = client.tasks.cancel(taskId).then(
    () => giveBack(context, taskId),
    () => undefined,
  )
  pending.add(work)
  await work
  pending.delete(work)
}

/** A refunded task has not spent anything. */
export function giveBack({ spendings }: Pick<ToolContext, 'spendings'>, taskId: string): void {
  spendings.get(taskId)?.release()
  spendings.delete(taskId)
}
