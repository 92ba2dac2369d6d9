import { askGates, type GatesOutcome } from '../coordination/ask-gate.ts'
import type { Task } from '../core/domain/tasks/task.ts'
import type { Gate } from '../core/ports/gate.ts'
import { gateMediaOf } from '../core/ports/stored-input.ts'
import type { Tx } from '../database/database.ts'
import { lockRunningTask } from '../database/tasks/leases.ts'
import type { Attempt } from './attempt.ts'
import { failed, type Outcome, stopped } from './attempt-outcome.ts'
import { makeJob } from './make-job.ts'
import { afterInputError, endWithoutInput, inputRetryMs, prepareInput, takeUpright } from './prepare-input.ts'
import { recordStep } from './record-span.ts'
import { deleteResults } from './results/store-results.ts'
import type { RunDependencies } from './run-dependencies.ts'

/** Requests to a gate that gives no verdict. A result has been paid for, so its gate gets more time. */
const triesMax = { before: 3, after: 6 }
const pauseMs = 500

/** The words of a request never change, so they have one version. */
const unchanging = ''

/**
 * Asks the gates of the stage `before`. Nothing has been submitted to an engine, and nothing is if one of them
 * does not allow it.
 */
export async function judgeRequest(
  deps: RunDependencies,
  attempt: Attempt,
  absent: Outcome<'absent'>,
): Promise<Outcome<'absent' | 'failed' | 'unready' | 'again' | 'stopped'>> {
  const { task, job, signals } = attempt
  const gates = gatesOf(deps, 'before', task)
  if (gates.length === 0) return absent
  if (signals.stopping.aborted) return stopped
  // Before a request is recorded, and before it takes a turn at its gate.
  const unready = takeUpright(gates, 'before') ? await prepareInput(deps, attempt) : undefined
  if (unready !== undefined) return unready
  const judgement = {
    subjectId: task.id,
    accountId: task.accountId,
    version: unchanging,
    subject: { stage: 'before', job },
    lock: (tx: Tx) => lockRunningTask(tx, task),
  } as const
  try {
    const outcome = await askGates(deps, gates, judgement, triesOf(deps, 'before', signals.ended))
    if (outcome.kind === 'lost') return stopped
    return outcome.kind === 'allowed' ? absent : failureOf(outcome, requestMessages)
  } catch (error) {
    return endWithoutInput(deps, attempt, error)
  }
}

/**
 * Asks the gates of the stage `after` about the stored result, which nobody has seen yet. One that is not
 * allowed is deleted; the engine has been paid for it nevertheless.
 */
export async function judgeResult(
  deps: RunDependencies,
  attempt: Attempt,
  succeeded: Outcome<'succeeded'>,
): Promise<Outcome<'succeeded' | 'failed' | 'stopped'>> {
  const { task } = attempt
  const gates = gatesOf(deps, 'after', task)
  const [media] = succeeded.output
  if (gates.length === 0 || media === undefined) return succeeded
  // The result has been paid for: the deadline ends neither its gates nor the reading of what they are asked about.
  const { ended } = attempt.outlast()
  const job = makeJob(deps, task, ended)
  const subject = { stage: 'after', job, result: gateMediaOf(deps.objectStore, media, task.id) } as const
  const version = succeeded.digest ?? unchanging
  const judgement = {
    ...{ subjectId: task.id, accountId: task.accountId, version, subject },
    lock: (tx: Tx) => lockRunningTask(tx, task),
  }
  const outcome = await withInput(deps, attempt, ended, async () => {
    if (takeUpright(gates, 'after')) await job.input?.prepare(ended)
    return askGates(deps, gates, judgement, triesOf(deps, 'after', ended))
  })
  if (outcome.kind === 'allowed') return succeeded
  await deleteResults(deps, succeeded.output).catch((error: unknown) =>
    deps.logger.warn(
      { taskId: task.id, err: error },
      'result that a gate did not allow is left to the sweep',
    ),
  )
  if (outcome.kind === 'lost') return stopped
  return outcome.kind === 'rejected'
    ? failed('INVALID_INPUT', outcome.message)
    : failureOf(outcome, resultMessages)
}

/**
 * The outcome of gates that are sent the input. A store or a machine that is at fault is waited for, because another
 * attempt could pay the engine again; a time that is over is no verdict.
 */
async function withInput(
  { logger, sleep }: RunDependencies,
  { task, signals }: Attempt,
  ended: AbortSignal,
  ask: () => Promise<GatesOutcome>,
): Promise<GatesOutcome | Extract<ReturnType<typeof afterInputError>, { kind: 'rejected' }>> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (signals.leaseLost.aborted) return { kind: 'lost' }
      if (ended.aborted) return { kind: 'failed', gate: '', reason: undefined }
      const response = afterInputError(error)
      logger.warn({ taskId: task.id, err: error }, 'input could not be prepared for the gates of a result')
      if (response.kind === 'rejected') return response
      await sleep(inputRetryMs, ended)
    }
  }
}

/** The gates of a stage; each request to one is a step of the run, named after the gate. */
function gatesOf(
  { gates, tracer }: RunDependencies,
  stage: keyof typeof triesMax,
  { type }: Pick<Task, 'type'>,
): Gate[] {
  return gates.forTask(stage, type).map((gate) => ({
    ...gate,
    ask: (subject, signal, accountId) =>
      recordStep(
        tracer,
        `gate ${gate.name}`,
        async (span) => {
          const verdict = await gate.ask(subject, signal, accountId)
          span?.set({ 'mediagen.outcome': verdict.kind })
          return verdict
        },
        { kind: 'client' },
      ),
  }))
}

function triesOf(deps: RunDependencies, stage: keyof typeof triesMax, signal: AbortSignal) {
  return {
    signal,
    triesMax: triesMax[stage],
    pause: (tries: number) => deps.sleep(pauseMs * 2 ** (tries - 1), signal),
  }
}

/** The caller learns neither the gate nor its reason, which would teach him how to pass it. */
function failureOf(
  { kind }: Exclude<GatesOutcome, { kind: 'allowed' | 'lost' }>,
  messages: Record<'refused' | 'failed', string>,
): Outcome<'failed'> {
  return failed(kind === 'refused' ? 'INVALID_INPUT' : 'PROVIDER_UNAVAILABLE', messages[kind])
}

const requestMessages = {
  refused: 'The request does not comply with the content rules of this service.',
  failed: 'The request could not be checked. Try again later.',
}

const resultMessages = {
  refused: 'The result does not comply with the content rules of this service.',
  failed: 'The result could not be checked. Try again later.',
}
