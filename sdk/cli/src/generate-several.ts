import { randomUUID } from 'node:crypto'
import type { Generation } from '@mediagen/sdk'
import { CommandError, SeveralError } from './command-error.js'
import type { Context } from './context.js'
import type { Destination } from './destination.js'
import { messageOf } from './error-message.js'
import { exitCodeOf } from './exit-code-of.js'
import { follow, isFinal, resumeCommand } from './follow-task.js'
import type { GenerationOptions } from './generation-options.js'
import type { Progress } from './progress.js'
import { StoppedError } from './stop.js'
import { type PlannedRequest, planOf, readCost, submit } from './submit.js'

interface Batch {
  readonly requests: readonly PlannedRequest[]
  readonly assetId: string
  readonly save: Destination
}

/** The longest idempotency key of the contract. */
const keyLengthMax = 128
const notSent = 'Not sent, because another was rejected'
/** Prompts are shortened to this in the names of bars. */
const nameLengthMax = 28

/**
 * Runs several generations at once, with a bar each, and prints the path of each result as soon as it is
 * saved. A failure does not end the others, unless the next would fail in the same way: then the rest is not
 * sent. Rejects with the first failure in the order of the prompts, once all have ended.
 */
export async function generateSeveral(
  context: Context,
  options: GenerationOptions,
  { requests, assetId, save }: Batch,
): Promise<void> {
  const { client, output, stop, terminal } = context
  // Paths and bars would interfere on one terminal, so paths are printed last and in order.
  const printed: string[] = []
  const print = (line: string, index: number) => {
    if (terminal.stdout.isTTY) printed[index] = line
    else if (!output.isJson) output.result({}, [line])
  }
  const keys = keysOf(options.idempotencyKey, requests.length)
  const jobs = requests.map((request, index) => ({
    request,
    idempotencyKey: keys[index] ?? randomUUID(),
    progress: output.progress(nameOf(request, index, requests.length)),
    print: (line: string) => print(line, index),
  }))
  for (const { progress } of jobs) progress.step('waiting')
  /** Ends the bar of one that failed, says why at once, and throws on. */
  const fail = (error: unknown, { request, progress }: (typeof jobs)[number], generation?: Generation) => {
    progress.end(generation !== undefined && error instanceof StoppedError ? 'left' : 'failed', false)
    report(context, options, { error, prompt: request.prompt, generation })
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
      each: (generation, job) =>
        finish(context, options, { generation, save, ...job }).catch((error: unknown) =>
          fail(error, job, generation),
        ),
    },
  )
  const documents = outcomes.map(({ status, input, generation, result, error }) => {
    const { prompt } = input.request
    if (status === 'succeeded') return { prompt, ...result }
    if (status === 'notSent') input.progress.end('failed', false)
    const isOther = status === 'notSent' && !stop.signal.aborted
    const reason = isOther ? new CommandError('other', notSent) : error
    return { prompt, id: generation?.id, idempotencyKey: input.idempotencyKey, error: documentOf(reason) }
  })
  output.result({ generations: documents }, Object.values(printed))
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

interface Accepted {
  readonly generation: Generation
  readonly progress: Progress
  readonly save: Destination
  readonly print: (line: string) => void
}

/** Follows an accepted generation, saves its result and prints the path; with `--detach` the id alone. */
async function finish(
  context: Context,
  options: GenerationOptions,
  { generation, progress, save, print }: Accepted,
): Promise<object> {
  if (options.detach) {
    progress.end('accepted', true)
    print(generation.id)
    return { ...generation, files: [] }
  }
  const { file } = await follow(context, planOf(generation, options), save, progress)
  print(file.path)
  const cost = (await readCost(generation)) ?? null
  return { ...generation, status: 'SUCCEEDED', cost, files: [file] }
}

function report(
  context: Context,
  options: GenerationOptions,
  facts: { error: unknown; prompt: string | undefined; generation: Generation | undefined },
): void {
  const { error, prompt, generation } = facts
  if (generation === undefined && error instanceof StoppedError) return
  const what = prompt === undefined ? '' : `"${shorten(prompt)}": `
  context.output.error(`mediagen: ${what}${messageOf(error)}`)
  if (generation === undefined || isFinal(error)) return
  context.output.error(`Resume with: ${resumeCommand(context, planOf(generation, options))}`)
}

function keysOf(key: string | undefined, count: number): string[] {
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
