import { randomUUID } from 'node:crypto'
import { type GenerateOptions, type Generation, type PricingInput, SubmitAmbiguousError } from '@mediagen/sdk'
import { AdvisedError } from './command-error.js'
import type { Context } from './context.js'
import { findDestination } from './destination.js'
import { followTask, resumeCommand } from './follow-task.js'
import type { GenerationOptions } from './generation-options.js'
import { assetPrefix, uploadImage } from './input-image.js'
import { checkMaxCost } from './max-cost.js'

/** One generation, whichever product it is of. */
export interface GenerationPlan {
  readonly pricingInput: PricingInput
  /** How long such a task usually takes, for the pace of the bar. */
  readonly expectedSeconds: number
  /** The picture that it starts from, as it was given. */
  readonly picture?: string
  /** Sends it; `assetId` is the upload of `picture`. */
  readonly submit: (options: GenerateOptions, assetId: string) => Promise<Generation>
}

/**
 * Runs a generation command: prints the estimate, or uploads, submits, waits and saves. Ctrl-C aborts an
 * upload at once; a submission in flight is awaited, since it may be charged; an accepted task keeps running.
 */
export async function generate(
  context: Context,
  options: GenerationOptions,
  { pricingInput, expectedSeconds, picture, submit }: GenerationPlan,
): Promise<void> {
  const { client, output, stop } = context
  if (options.estimate) {
    const estimate = await client.estimate(pricingInput, { signal: stop.signal })
    return output.result(estimate, [`${estimate.amount} ${estimate.currency}`])
  }
  const save = await findDestination(options.output, context)
  const { maxCost, idempotencyKey = randomUUID() } = options
  if (maxCost !== undefined) await checkMaxCost(client, pricingInput, maxCost, stop.signal)
  const assetId = picture === undefined ? '' : await uploadImage(picture, context)

  const generation = await stop
    .finish(
      () => submit({ idempotencyKey, maxCost }, assetId),
      () =>
        output.info(
          `Waiting for the answer, so that nothing is charged unseen; its key is ${idempotencyKey}`,
        ),
    )
    .catch((error: unknown) => {
      throw error instanceof SubmitAmbiguousError ? withRetryAdvice(error, idempotencyKey, assetId) : error
    })
  const taskId = generation.id
  const resume = resumeCommand(context, { taskId, outputOption: options.output })
  output.info(
    `Task ${taskId} is accepted${generation.replayed ? ', by an earlier request with this key' : ''}`,
  )
  if (options.detach) {
    output.info(`Wait for it with: ${resume}`)
    return output.result({ ...generation, files: [] }, [taskId])
  }

  const { wait, cost } = generation
  const plan = {
    taskId,
    wait,
    timeoutSeconds: options.timeout,
    outputOption: options.output,
    expectedSeconds,
  }
  const { file } = await followTask(context, plan, save)
  // The result is there: a price that cannot be read now is no reason to fail.
  const charged = await cost({ maxRetries: 1 }).catch(() => undefined)
  if (charged !== undefined) output.info(`${charged.amount} ${charged.currency} ${charged.state}`)
  if (file.path === '-') return
  output.result({ ...generation, status: 'SUCCEEDED', cost: charged ?? null, files: [file] }, [file.path])
}

/** The same key makes sure that it is one task. A file would be another upload, and so another request. */
function withRetryAdvice(error: SubmitAmbiguousError, idempotencyKey: string, assetId: string): AdvisedError {
  const asset = assetId === '' ? '' : `, with ${assetPrefix}${assetId} in place of the picture`
  const advice = `Run it again with --idempotency-key ${idempotencyKey}${asset}: it is then made once and charged once.`
  return new AdvisedError(error, advice, assetId === '' ? {} : { assetId })
}
