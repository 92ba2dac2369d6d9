import { randomUUID } from 'node:crypto'
import {
  AccountNotActiveError,
  AuthenticationError,
  type Generation,
  InsufficientBalanceError,
  KeyLimitError,
  KeyNotPermittedError,
} from '@mediagen/sdk'
import { CommandError, SeveralError } from './command-error.js'
import type { Context } from './context.js'
import type { Destination } from './destination.js'
import { messageOf } from './error-message.js'
import { exitCodeOf } from './exit-code-of.js'
import { follow, isFinal, resumeCommand } from './follow-task.js'
import type { GenerationOptions } from './generation-options.js'
import type { Progress } from './progress.js'
import { StoppedError } from './stop.js'
import {
  acceptedDocument,
  finishedDocument,
  type PlannedRequest,
  planOf,
  readCost,
  submit,
} from './submit.js'

interface Batch {
  readonly requests: readonly PlannedRequest[]
  readonly assetId: string
  readonly save: Destination
}

/** The printed result of one of several generations, or its error. */
interface Outcome {
  readonly document: object
  readonly line?: string
  readonly error?: unknown
}

/** The longest idempotency key of the contract. */
const keyLengthMax = 128
const notSent = 'Not sent, because another was rejected'
/** Prompts are shortened to this in the names of bars. */
const nameLengthMax = 28

/**
 * Runs several generations at once, with a bar each, and prints each as soon as its result is saved: the path,
 * or with `--json` its object, which a failure has too. A failure does not end the others, unless the next would fail in the same way: then the rest is not
 * sent. Rejects with the first failure in the order of the prompts, once all have ended.
 */
export async function generateSeveral(
  context: Context,
  options: GenerationOptions,
  { requests, assetId, save }: Batch,
): Promise<void> {
  const { output, stop, terminal } = context
  const print = ({ document, line }: Outcome) => output.result(document, line === undefined ? [] : [line])
  // Results and bars would interfere on one terminal, so results are printed last and in order.
  const isPrintedLast = terminal.stdout.isTTY === true
  const keys = keysOf(options.idempotencyKey, requests.length)
  // An error of the account, after which nothing else is sent.
  let accountError: unknown
  const run = async (request: PlannedRequest, index: number): Promise<Outcome> => {
    const progress = output.progress(nameOf(request, index, requests.length))
    const { prompt } = request
    const idempotencyKey = keys[index] ?? randomUUID()
    let generation: Generation | undefined
    try {
      progress.step('waiting')
      if (accountError !== undefined) throw new CommandError('other', notSent)
      generation = await submit(context, request, assetId, {
        idempotencyKey,
        cancelAfterSeconds: options.cancelAfter,
      })
      return await finish(context, options, { request, generation, progress, save })
    } catch (error) {
      if (isOfAccount(error)) accountError ??= error
      progress.end(generation !== undefined && error instanceof StoppedError ? 'left' : 'failed', false)
      report(context, options, { error, prompt, generation })
      const facts = { prompt: prompt ?? null, id: generation?.id, idempotencyKey }
      return { error, document: { ...facts, error: documentOf(error) } }
    }
  }
  const outcomes = await Promise.all(
    requests.map(async (request, index) => {
      const outcome = await run(request, index)
      if (!isPrintedLast) print(outcome)
      return outcome
    }),
  )
  if (isPrintedLast) outcomes.forEach(print)
  const failed = outcomes.filter(({ error }) => error !== undefined)
  if (failed.length === 0) return
  const first = stop.signal.aborted ? stop.signal.reason : (accountError ?? failed[0]?.error)
  throw new SeveralError(first, failed.length, requests.length)
}

interface Accepted {
  readonly request: PlannedRequest
  readonly generation: Generation
  readonly progress: Progress
  readonly save: Destination
}

/** Follows an accepted generation and saves its result; with `--detach` only its id is left to print. */
async function finish(
  context: Context,
  options: GenerationOptions,
  { request, generation, progress, save }: Accepted,
): Promise<Outcome> {
  if (options.detach) {
    progress.end('accepted', true)
    return { document: acceptedDocument(request, generation), line: generation.id }
  }
  const { file } = await follow(context, planOf(generation, options), save, progress)
  const cost = await readCost(generation)
  return { document: finishedDocument(request, generation, { cost, file }), line: file.path }
}

function report(
  context: Context,
  options: GenerationOptions,
  facts: { error: unknown; prompt: string | undefined; generation: Generation | undefined },
): void {
  const { error, prompt, generation } = facts
  // Generations that were never sent need no line each.
  const isSent = !(error instanceof CommandError && error.message === notSent)
  if (generation === undefined && (error instanceof StoppedError || !isSent)) return
  const what = prompt === undefined ? '' : `"${shorten(prompt)}": `
  context.output.error(`mediagen: ${what}${messageOf(error)}`)
  if (generation === undefined || isFinal(error)) return
  context.output.error(`Resume with: ${resumeCommand(context, planOf(generation, options))}`)
}

/** Whether the account or its key is rejected regardless of the request. */
function isOfAccount(error: unknown): boolean {
  return ofAccount.some((one) => error instanceof one)
}

const ofAccount = [
  AccountNotActiveError,
  AuthenticationError,
  InsufficientBalanceError,
  KeyNotPermittedError,
  KeyLimitError,
]

/** The key of each of several generations; none without a key. */
export function keysOf(key: string | undefined, count: number): string[] {
  if (key === undefined) return []
  const keys = Array.from({ length: count }, (_, index) => `${key}-${index + 1}`)
  if (keys.some((one) => one.length > keyLengthMax))
    throw new CommandError('usage', `--idempotency-key is too long: each key adds a number to it`)
  return keys
}

function nameOf({ prompt }: PlannedRequest, index: number, all: number): string {
  const number = String(index + 1).padStart(String(all).length)
  return prompt === undefined ? `${number}/${all}` : `${number}/${all} ${shorten(prompt)}`
}

function shorten(prompt: string): string {
  const line = prompt.replace(/\s+/g, ' ')
  return line.length > nameLengthMax ? `${line.slice(0, nameLengthMax - 1)}…` : line
}

function documentOf(error: unknown): object {
  const name = error instanceof Error ? error.name : 'Error'
  return { name, message: messageOf(error), exitCode: exitCodeOf(error) }
}
