import { randomUUID } from 'node:crypto'
import { type GenerateOptions, type Generation, type Order, SubmitUnknownError } from '@mediagen/sdk'
import { AdvisedError } from './command-error.js'
import type { Context } from './context.js'
import { findDestination } from './destination.js'
import { followTask, resumeCommand } from './follow-task.js'
import type { GenerationOptions } from './generation-options.js'
import { assetPrefix, uploadImage } from './input-image.js'
import { holdToMaxCost } from './max-cost.js'

/** One generation, whichever product it is of. */
export interface GenerationPlan {
  readonly order: Order
  /** How long such a task usually takes, for the pace of the bar. */
  readonly usualSeconds: number
  /** The picture that it starts from, as it was given. */
  readonly picture?: string
  /** Sends it; `assetId` is the upload of `picture`. */
  readonly submit: (options: GenerateOptions, assetId: string) => Promise<Generation>
}

/**
 * Does all that a command of generation does: tells the price, or uploads, sends, waits and saves. Ctrl-C leaves an upload
 * at once; what is being sent is waited for, since it may cost money; a task that was accepted goes on.
 */
export async function generate(
  context: Context,
  options: GenerationOptions,
  { order, usualSeconds, picture, submit }: GenerationPlan,
): Promise<void> {
  const { client, output, stop } = context
  if (options.estimate) {
    const estimate = await client.estimate(order, { signal: stop.signal })
    return output.answer(estimate, [`${estimate.amount} ${estimate.currency}`])
  }
  const save = await findDestination(options.output, context)
  const { maxCost, idempotencyKey = randomUUID() } = options
  if (maxCost !== undefined) await holdToMaxCost(client, order, maxCost, stop.signal)
  const assetId = picture === undefined ? '' : await uploadImage(picture, context)

  const generation = await stop
    .finish(
      () => submit({ idempotencyKey, maxCost }, assetId),
      () =>
        output.say(`Waiting for the answer, so that nothing is charged unseen; its key is ${idempotencyKey}`),
    )
    .catch((error: unknown) => {
      throw error instanceof SubmitUnknownError ? withAdvice(error, idempotencyKey, assetId) : error
    })
  const taskId = generation.id
  const resume = resumeCommand(context, { taskId, outputOption: options.output })
  output.say(
    `Task ${taskId} is accepted${generation.replayed ? ', by an earlier request with this key' : ''}`,
  )
  if (options.detach) {
    output.say(`Wait for it with: ${resume}`)
    return output.answer({ ...generation, files: [] }, [taskId])
  }

  const { wait, cost } = generation
  const plan = { taskId, wait, timeoutSeconds: options.timeout, outputOption: options.output, usualSeconds }
  const { file } = await followTask(context, plan, save)
  // The result is there: a price that cannot be read now is no reason to fail.
  const charged = await cost({ maxRetries: 1 }).catch(() => undefined)
  if (charged !== undefined) output.say(`${charged.amount} ${charged.currency} ${charged.state}`)
  if (file.path === '-') return
  output.answer({ ...generation, status: 'SUCCEEDED', cost: charged ?? null, files: [file] }, [file.path])
}

/** The same key makes sure that it is one task. A file would be another upload, and so another request. */
function withAdvice(error: SubmitUnknownError, idempotencyKey: string, assetId: string): AdvisedError {
  const asset = assetId === '' ? '' : `, with ${assetPrefix}${assetId} in place of the picture`
  const advice = `Run it again with --idempotency-key ${idempotencyKey}${asset}: it is then made once and charged once.`
  return new AdvisedError(error, advice, assetId === '' ? {} : { assetId })
}
