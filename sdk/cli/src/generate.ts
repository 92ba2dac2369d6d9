import { randomUUID } from 'node:crypto'
import type { Context } from './context.js'
import { type Destination, findDestination } from './destination.js'
import { printDryRun } from './dry-run.js'
import { checkEffect } from './effect-choice.js'
import { followTask, resumeCommand } from './follow-task.js'
import { generateSeveral } from './generate-several.js'
import type { GenerationOptions } from './generation-options.js'
import { assetPrefix, uploadImage } from './input-image.js'
import { checkMaxCost, estimateTotal } from './max-cost.js'
import {
  acceptedDocument,
  finishedDocument,
  type GenerationPlan,
  type PlannedRequest,
  planOf,
  readCost,
  submit,
} from './submit.js'

/**
 * Runs a generation command: prints the estimate, or uploads, submits, waits and saves. Ctrl-C aborts an
 * upload at once; a submission in flight is awaited, since it may be charged; an accepted task keeps running.
 * What can be rejected without the service, or by its lists, is rejected before the upload.
 */
export async function generate(
  context: Context,
  options: GenerationOptions,
  { pricingInput, image, requests, dryRun }: GenerationPlan,
): Promise<void> {
  const { client, output, stop } = context
  const { maxCost } = options
  const { signal } = stop
  if (options.estimate) {
    const estimate = await estimateTotal(client, pricingInput, requests.length, { maxCost, signal })
    const document = requests.length === 1 ? estimate : { ...estimate, generations: requests.length }
    return output.result(document, [`${estimate.amount} ${estimate.currency}`])
  }
  const save = await findDestination(options, context, requests.length)
  const isUploaded = image !== undefined && !image.startsWith(assetPrefix)
  if (isUploaded || dryRun !== undefined) await checkEffect(client, pricingInput, signal)
  if (dryRun !== undefined) {
    const price = await client.estimate(pricingInput, { signal })
    checkMaxCost(price, requests.length, maxCost)
    return printDryRun(context, options, { dryRun, requests, image, price })
  }
  if (maxCost !== undefined) await estimateTotal(client, pricingInput, requests.length, { maxCost, signal })
  const assetId = image === undefined ? '' : await uploadImage(image, context)
  const [request] = requests
  if (requests.length === 1 && request !== undefined)
    return generateOne(context, options, { request, assetId, save })
  return generateSeveral(context, options, { requests, assetId, save })
}

/** One generation, its options checked and its image uploaded. */
async function generateOne(
  context: Context,
  options: GenerationOptions,
  { request, assetId, save }: { request: PlannedRequest; assetId: string; save: Destination },
): Promise<void> {
  const { output } = context
  const { maxCost, cancelAfter, idempotencyKey = randomUUID() } = options
  const generation = await submit(context, request, assetId, {
    idempotencyKey,
    maxCost,
    cancelAfterSeconds: cancelAfter,
  })
  const taskId = generation.id
  const plan = planOf(generation, options)
  output.info(
    `Task ${taskId} was accepted${generation.replayed ? ' by an earlier request with this key' : ''}`,
  )
  if (options.detach) {
    output.info({ text: 'Wait for it with:', command: resumeCommand(context, plan) })
    return output.result(acceptedDocument(request, generation), [taskId])
  }
  const { file } = await followTask(context, plan, save)
  const charged = await readCost(generation)
  if (charged !== undefined) output.info(`${charged.amount} ${charged.currency} ${charged.state}`)
  if (file.path === '-') return
  output.result(finishedDocument(request, generation, { cost: charged, file }), [file.path])
}
