import { randomUUID } from 'node:crypto'
import type { Generation } from '@mediagen/sdk'
import { CommandError, SeveralError } from './command-error.js'
import type { Context } from './context.js'
import type { Destination } from './destination.js'
import { messageOf } from './error-message.js'
import { exitCodeOf } from './exit-code-of.js'
import { follow, isFinal, resumeHint } from './follow-task.js'
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

/** One of several generations, while it runs. */
interface Job {
  readonly request: PlannedRequest
  readonly idempotencyKey: string
  readonly progress: Progress
}

/** What is printed of one of several generations: its result or its error. */
interface Printed {
  readonly document: object
  readonly line?: string
}

/** The longest idempotency key of the contract. */
const keyLengthMax = 128
const notSent = 'Not sent, because another was rejected'
/** Prompts are shortened to this in the names of bars. */
const nameLengthMax = 28

/**
 * Runs several generations at once, with a bar each, and prints each as soon as its result is saved: the path,
 * or with `--json` its object, which a failure has too. A failure does not end the others, unless the next
 * would fail in the same way: then the rest is not sent. Rejects with the first failure in the order of the prompts,
 * once all have ended.
 */
export async function generateSeveral(
  context: Context,
  options: GenerationOptions,
  { requests, assetId, save }: Batch,
): Promise<void> {
  const { client, output, stop, terminal } = context
  const print = ({ document, line }: Printed) => output.result(document, line === undefined ? [] : [line])
  // Results and bars would interfere on one terminal, so results are printed last and in order.
  const isPrintedLast = terminal.stdout.isTTY === true
  const printNow = (printed: Printed) => (isPrintedLast ? undefined : print(printed))
  const keys = keysOf(options.idempotencyKey, requests.length)
  const jobs = requests.map((request, index) => ({
    request,
    idempotencyKey: keys[index] ?? randomUUID(),
    progress: output.progress(nameOf(request, index, requests.length)),
  }))
  for (const { progress } of jobs) progress.step('waiting')
  /** Ends the bar of one that failed, says why at once, and throws on. */
  const fail = (error: unknown, job: Job, generation?: Generation) => {
    const { request, progress } = job
    progress.end(generation !== undefined && error instanceof StoppedError ? 'left' : 'failed', false)
    report(context, options, { error, prompt: request.prompt, generation })
    printNow(failureOf(job, error, generation))
    throw error
  }
  const outcomes = await client.generateMany(
    jobs,
    // A submission is never interrupted, because it may be charged.
    (job) =>
      submit(context, job.request, assetId, {
        idempotencyKey: job.idempotencyKey,
        cancelAfterSeconds: options.cancelAfter,
      }).catch((error: unknown) => fail(error, job)),
    {
      signal: stop.signal,
      async each(generation, job) {
        const printed = await finish(context, options, { generation, save, ...job }).catch((error: unknown) =>
          fail(error, job, generation),
        )
        printNow(printed)
        return printed
      },
    },
  )
  for (const { status, input, generation, result, error } of outcomes) {
    if (status === 'notSent') input.progress.end('failed', false)
    const isOther = status === 'notSent' && !stop.signal.aborted
    const reason = isOther ? new CommandError('other', notSent) : error
    if (isPrintedLast || status === 'notSent')
      print(status === 'succeeded' ? result : failureOf(input, reason, generation))
  }
  const failed = outcomes.filter(({ status }) => status !== 'succeeded')
  if (failed.length === 0) return
  // What kept others from being sent explains more than the first failure.
  const cause = failed.find(({ status }) => status === 'notSent') ?? failed[0]
  throw new SeveralError(
    stop.signal.aborted ? stop.signal.reason : cause?.error,
    failed.length,
    requests.length,
  )
}

interface Accepted extends Pick<Job, 'request' | 'progress'> {
  readonly generation: Generation
  readonly save: Destination
}

/** Follows an accepted generation and saves its result; with `--detach` only its id is left to print. */
async function finish(
  context: Context,
  options: GenerationOptions,
  { request, generation, progress, save }: Accepted,
): Promise<Printed> {
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
  if (generation === undefined && error instanceof StoppedError) return
  const what = prompt === undefined ? '' : `"${shorten(prompt)}": `
  const isOver = generation === undefined || isFinal(error)
  const hints = isOver ? [] : [resumeHint(context, planOf(generation, options))]
  context.output.error(`${what}${messageOf(error)}`, hints)
}

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

function failureOf(
  { request, idempotencyKey }: Job,
  error: unknown,
  generation: Generation | undefined,
): Printed {
  const facts = { prompt: request.prompt ?? null, id: generation?.id, idempotencyKey }
  return { document: { ...facts, error: documentOf(error) } }
}

function documentOf(error: unknown): object {
  const name = error instanceof Error ? error.name : 'Error'
  return { name, message: messageOf(error), exitCode: exitCodeOf(error) }
}
