import { checkNames } from '../core/check-names.js'
import {
  AccountNotActiveError,
  AuthenticationError,
  InsufficientBalanceError,
  KeyLimitError,
  KeyNotPermittedError,
} from '../errors/api-error.js'
import { SubmitAbortedError } from '../errors/call-errors.js'
import { MediagenError } from '../errors/mediagen-error.js'
import type { BatchOptions, BatchOutcome, CallOptions, FinishedTask, TaskHandle } from '../types/index.js'

/** More would only wait in the service. */
const concurrencyDefault = 100
/** After one of these every further order would be rejected in the same way. */
const ofAccount = [
  AccountNotActiveError,
  AuthenticationError,
  InsufficientBalanceError,
  KeyLimitError,
  KeyNotPermittedError,
]

/** Orders a generation for each input and deals with each; resolves to what became of them, in their order. */
export async function generateMany<Input, Handle extends TaskHandle, Result = FinishedTask>(
  inputs: readonly Input[],
  order: (input: Input, call: Pick<CallOptions, 'signal'>, index: number) => Handle | Promise<Handle>,
  options: BatchOptions<Input, Handle, Result> = {},
): Promise<BatchOutcome<Input, Handle, Result>[]> {
  const { concurrency = concurrencyDefault, signal } = options
  checkNames(options, { each: true, concurrency: true, signal: true })
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new MediagenError('concurrency must be a whole number from 1 on')
  }
  // Without `each`, the compiler infers FinishedTask for the result.
  const each = options.each ?? ((handle: Handle) => handle.wait({ signal }) as Promise<Result>)
  let accountError: unknown
  // An account that is rejected is known by the first order, before the others are on their way.
  let orderOthers = () => {}
  const isFirstOrdered = new Promise<void>((resolve) => {
    orderOthers = resolve
  })
  const outcomeOf = async (input: Input, index: number): Promise<BatchOutcome<Input, Handle, Result>> => {
    if (signal?.aborted) return { status: 'notSent', input, error: signal.reason }
    if (accountError !== undefined) return { status: 'notSent', input, error: accountError }
    let generation: Handle | undefined
    try {
      generation = await order(input, { signal }, index)
      orderOthers()
      return { status: 'succeeded', input, generation, result: await each(generation, input, index) }
    } catch (error) {
      const isOrder = generation === undefined
      if (isOrder && ofAccount.some((one) => error instanceof one)) accountError ??= error
      const isUnsent = isOrder && signal?.aborted && !(error instanceof SubmitAbortedError)
      if (isUnsent) return { status: 'notSent', input, error }
      return { status: 'failed', input, generation, error }
    }
  }
  const outcomes: BatchOutcome<Input, Handle, Result>[] = []
  // The workers share one iterator: each takes the next input.
  const left = inputs.entries()
  const work = async () => {
    for (const [index, input] of left) {
      outcomes[index] = await outcomeOf(input, index)
      orderOthers()
    }
  }
  const others = Array.from({ length: Math.min(concurrency, inputs.length) - 1 }, async () => {
    await isFirstOrdered
    await work()
  })
  await Promise.all([work(), ...others])
  return outcomes
}
