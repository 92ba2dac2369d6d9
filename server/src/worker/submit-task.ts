import type { Provider } from '../core/ports/provider.ts'
import { confirmSubmission } from './confirm-submission.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { startJob } from './start-job.ts'
import {
  type Full,
  failed,
  type SubmissionContext,
  type SubmissionOutcome,
  saveSubmission,
} from './submission-context.ts'

/** How often a task whose job is proven absent is submitted again within one attempt. */
const resubmissionsMax = 3
/** How long to wait for a full engine before giving the slot to another task. */
const roomMsMax = 10_000
const roomPauseMs = 250

/**
 * Submits the job to an engine, or finds that the engine has it already. The intent is committed before the
 * engine is called and the engine's job id after it, so a crash in between is recognised: what may have been
 * submitted is confirmed, and never simply submitted again.
 */
export async function submitTask(
  deps: RunDependencies,
  context: SubmissionContext,
): Promise<SubmissionOutcome> {
  const { submission } = context.task
  if (submission.kind === 'none') return submitAnywhere(deps, context)
  const provider = deps.providers.find(submission.provider)
  if (provider === undefined) {
    return failed('NO_PROVIDER_CONFIGURED', 'The engine that had the task is no longer configured.')
  }
  if (submission.kind === 'started')
    return { kind: 'started', provider, job: submission.job, startedAtMs: Date.now() }
  const confirmed = await confirmSubmission(deps, context, provider)
  return confirmed === 'absent' ? submitAnywhere(deps, context) : confirmed
}

/** Tries the providers in order, those that are up first, for a limited number of rounds. */
async function submitAnywhere(deps: RunDependencies, context: SubmissionContext): Promise<SubmissionOutcome> {
  const { task, signal, stopping } = context
  const pause = AbortSignal.any([signal, stopping])
  const { effect } = task.parameters
  const wanted = { product: task.type, tier: task.tier, ...(effect !== undefined && { effect }) }
  const groups = deps.providers.groupsFor(wanted, task.id)
  if (groups.length === 0) {
    return failed('NO_PROVIDER_CONFIGURED', 'No generation engine is configured for this kind of task.')
  }
  let resubmissions = 0
  let waitedMs = 0
  for (let round = 0; round < deps.settings.submitRoundsMax; ) {
    if (signal.aborted) return { kind: 'stopped' }
    const outcome = await tryGroups(deps, context, await availableFirst(deps, groups))
    switch (outcome.kind) {
      case 'full': {
        if (waitedMs >= roomMsMax) return outcome
        const pauseMs = Math.max(roomPauseMs, Math.min(outcome.waitMs, roomMsMax - waitedMs))
        await deps.sleep(pauseMs, pause)
        waitedMs += pauseMs
        break
      }
      case 'unavailable':
        round += 1
        if (round < deps.settings.submitRoundsMax)
          await deps.sleep(deps.settings.submitPauseMs * 2 ** (round - 1), pause)
        break
      case 'absent':
        resubmissions += 1
        if (resubmissions > resubmissionsMax) return unreachable
        break
      case 'confirmed':
        return outcome.outcome
      default:
        return outcome
    }
    if (stopping.aborted) return { kind: 'stopped' }
  }
  return unreachable
}

const unreachable = failed('PROVIDER_UNAVAILABLE', 'The generation engine could not be reached.')

type RoundOutcome =
  | SubmissionOutcome
  | { readonly kind: 'unavailable' | 'absent' }
  /** The outcome of a start that may have been taken: whatever it is, no other engine may be tried. */
  | { readonly kind: 'confirmed'; readonly outcome: SubmissionOutcome }

/**
 * Tries each group in turn. An engine that reports that it is busy has not taken the job, so the next one is
 * tried; one at its limits in the providers file is waited for, because its operator wants the work there.
 */
async function tryGroups(
  deps: RunDependencies,
  context: SubmissionContext,
  groups: readonly (readonly Provider[])[],
): Promise<RoundOutcome> {
  let busy: Full | undefined
  for (const group of groups) {
    let atLimits: Full | undefined
    for (const provider of group) {
      if (context.signal.aborted) return { kind: 'stopped' }
      const outcome = await startJob(deps, context, provider)
      if (outcome.kind === 'ambiguous') {
        const confirmed = await confirmSubmission(deps, context, provider)
        return confirmed === 'absent' ? { kind: 'absent' } : { kind: 'confirmed', outcome: confirmed }
      }
      if (outcome.kind === 'full' && outcome.reportedByEngine) busy ??= outcome
      else if (outcome.kind === 'full') atLimits = outcome
      else if (outcome.kind !== 'unavailable') return outcome
      // Certainly nothing was submitted: a crash from here on must not look like an ambiguous submission.
      if (!(await saveSubmission(deps, context.task, { kind: 'none' }))) return { kind: 'stopped' }
      if (context.stopping.aborted) return { kind: 'stopped' }
    }
    if (atLimits !== undefined) return atLimits
  }
  return busy ?? { kind: 'unavailable' }
}

/** The groups: first with only their members that are up, then with those that are down. */
async function availableFirst(
  deps: RunDependencies,
  groups: readonly (readonly Provider[])[],
): Promise<Provider[][]> {
  const marked = await Promise.all(
    groups.map((group) =>
      Promise.all(
        group.map(async (provider) => ({ provider, isDown: await deps.breaker.isDown(provider.name) })),
      ),
    ),
  )
  const membersThatAre = (state: 'up' | 'down'): Provider[][] =>
    marked
      .map((group) => group.filter(({ isDown }) => isDown === (state === 'down')))
      .map((group) => group.map(({ provider }) => provider))
      .filter((group) => group.length > 0)
  return [...membersThatAre('up'), ...membersThatAre('down')]
}
