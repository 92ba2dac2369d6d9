import {
  type Cost,
  type GenerateOptions,
  type Generation,
  type PricingInput,
  SubmitAmbiguousError,
} from '@mediagen/sdk'
import { AdvisedError } from './command-error.js'
import type { Context } from './context.js'
import type { SavedFile } from './destination.js'
import type { FollowPlan } from './follow-task.js'
import type { GenerationOptions } from './generation-options.js'
import { assetPrefix } from './input-image.js'
import type { DryRun } from './unsent-request.js'

/** The generations of one command: one product and price, and one input image for all. */
export interface GenerationPlan {
  readonly pricingInput: PricingInput
  /** The input image, as given on the command line. */
  readonly image?: string
  readonly requests: readonly PlannedRequest[]
  /** The client of `--dry-run`, to which all requests go. */
  readonly dryRun?: DryRun
}

/** One generation of a command. */
export interface PlannedRequest {
  readonly prompt: string | undefined
  /** Submits it; `assetId` is the upload of the plan's image. */
  readonly submit: (options: GenerateOptions, assetId: string) => Promise<Generation>
}

/** Submits one generation to the end, whatever is pressed meanwhile. */
export function submit(
  { output, stop }: Context,
  request: PlannedRequest,
  assetId: string,
  options: Pick<GenerateOptions, 'maxCost' | 'cancelAfterSeconds'> & { readonly idempotencyKey: string },
): Promise<Generation> {
  const { idempotencyKey } = options
  const waiting = () =>
    output.info(
      `Waiting for the response, since the task may be charged; its idempotency key is ${idempotencyKey}`,
    )
  return stop
    .finish(() => request.submit(options, assetId), waiting)
    .catch((error: unknown) => {
      throw error instanceof SubmitAmbiguousError ? withRetryAdvice(error, idempotencyKey, assetId) : error
    })
}

/** How an accepted generation is followed. */
export function planOf({ id, wait }: Generation, options: GenerationOptions): FollowPlan {
  return { taskId: id, wait, timeoutSeconds: options.timeout, outputOption: options.output }
}

/** The result is saved: failing to read its price must not fail the command. */
export function readCost({ cost }: Generation) {
  return cost({ maxRetries: 1 }).catch(() => undefined)
}

/** The object that `--json` prints for an accepted generation: with `--detach`, without a file. */
export function acceptedDocument({ prompt }: PlannedRequest, generation: Generation): object {
  return { prompt: prompt ?? null, ...generation, files: [] }
}

/** The object that `--json` prints for a generation whose result is saved. */
export function finishedDocument(
  request: PlannedRequest,
  generation: Generation,
  { cost, file }: { readonly cost: Cost | undefined; readonly file: SavedFile },
): object {
  const accepted = acceptedDocument(request, generation)
  return { ...accepted, status: 'SUCCEEDED', cost: cost ?? null, files: [file] }
}

/**
 * The same key yields one task. It needs the same upload: sending the file again would be a different
 * request.
 */
function withRetryAdvice(error: SubmitAmbiguousError, idempotencyKey: string, assetId: string): AdvisedError {
  const asset = assetId === '' ? '' : ` and ${assetPrefix}${assetId} as the image`
  const advice = `Run it again with --idempotency-key ${idempotencyKey}${asset}: that makes one task, charged once.`
  return new AdvisedError(error, advice, assetId === '' ? {} : { assetId })
}
