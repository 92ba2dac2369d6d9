import type { ProductName } from '../core/domain/products.ts'
import type { Provider } from '../core/ports/provider.ts'
import { type Attempt, interrupted, saveAfterCall } from './attempt.ts'
import { failed, type Outcome, paused, stopped } from './attempt-outcome.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { startJob } from './start-job.ts'

/** How often a task whose job is proven absent is submitted again within one attempt. */
const resubmissionsMax = 3
/** How long to wait for a full engine before giving the slot to another task. */
const roomMsMax = 10_000
const roomPauseMs = 250

/**
 * Where the previous attempt left off. The intent is committed before an engine is called and the engine's
 * job id after it, so a crash in between is recognised: what may have been submitted is confirmed, and never
 * simply submitted again.
 */
export async function resumeTask(
  { providers }: RunDependencies,
  { task: { submission } }: Attempt,
): Promise<Outcome<'absent' | 'ambiguous' | 'started' | 'failed'>> {
  if (submission.kind === 'none') return { kind: 'absent' }
  const provider = providers.find(submission.provider)
  if (provider === undefined) {
    return failed('NO_PROVIDER_CONFIGURED', 'The engine that had the task is no longer configured.')
  }
  return submission.kind === 'started'
    ? { kind: 'started', provider, job: submission.job, startedAtMs: Date.now() }
    : { kind: 'ambiguous', provider }
}

/**
 * Tries the providers in order, those that are up first, for a limited number of rounds. Called again if a
 * job that an engine might have had is proven absent, it continues with what is left of them.
 */
export async function submitTask(
  deps: RunDependencies,
  attempt: Attempt,
): Promise<
  Outcome<'ambiguous' | 'started' | 'finished' | 'failed' | 'again' | 'full' | 'unready' | 'stopped'>
> {
  const { task, signals, submissions } = attempt
  const { submitRoundsMax, submitPauseMs } = deps.settings
  const pause = AbortSignal.any([signals.ended, signals.stopping])
  const { effect } = task.parameters
  const wanted = { product: task.type, tier: task.tier, ...(effect !== undefined && { effect }) }
  const groups = deps.providers.groupsFor(wanted, task.id)
  if (groups.length === 0) {
    return failed('NO_PROVIDER_CONFIGURED', 'No generation engine is configured for this kind of task.')
  }
  if (submissions.ambiguousStarts > resubmissionsMax) return unreachable
  if (submissions.ambiguousStarts > 0 && signals.stopping.aborted) return stopped
  while (submissions.rounds < submitRoundsMax) {
    if (signals.ended.aborted) return interrupted(signals)
    const open = await withoutPaused(deps, task.type, groups)
    if (open.length === 0) return paused
    const ordered = await orderByHealth(deps, open)
    submissions.passedOver = passedOver(open.flat(), ordered.flat())
    const outcome = await tryGroups(deps, attempt, ordered)
    switch (outcome.kind) {
      case 'full': {
        if (submissions.waitedMs >= roomMsMax) return outcome
        const pauseMs = Math.max(roomPauseMs, Math.min(outcome.waitMs, roomMsMax - submissions.waitedMs))
        await deps.sleep(pauseMs, pause)
        submissions.waitedMs += pauseMs
        break
      }
      case 'unavailable':
        submissions.rounds += 1
        if (submissions.rounds < submitRoundsMax)
          await deps.sleep(submitPauseMs * 2 ** (submissions.rounds - 1), pause)
        break
      case 'ambiguous':
        submissions.ambiguousStarts += 1
        return outcome
      default:
        return outcome
    }
    if (signals.stopping.aborted) return stopped
  }
  return unreachable
}

const unreachable = failed('PROVIDER_UNAVAILABLE', 'The generation engine could not be reached.')

/**
 * Tries each group in turn. An engine that reports that it is busy has not taken the job, so the next one is
 * tried; one at its limits in the providers file is waited for, because its operator wants the work there.
 */
async function tryGroups(
  deps: RunDependencies,
  attempt: Attempt,
  groups: readonly (readonly Provider[])[],
): Promise<
  Outcome<
    'unavailable' | 'ambiguous' | 'started' | 'finished' | 'failed' | 'again' | 'full' | 'unready' | 'stopped'
  >
> {
  const { signals } = attempt
  let busy: Outcome<'full'> | undefined
  for (const group of groups) {
    let atLimits: Outcome<'full'> | undefined
    for (const provider of group) {
      if (signals.ended.aborted) return interrupted(signals)
      const outcome = await startJob(deps, attempt, provider)
      if (outcome.kind === 'full' && outcome.reportedByEngine) busy ??= outcome
      else if (outcome.kind === 'full') atLimits = outcome
      else if (outcome.kind !== 'unavailable') return outcome
      // Certainly nothing was submitted: a crash from here on must not look like an ambiguous submission.
      if (!(await saveAfterCall(deps, attempt, { kind: 'none' }))) return stopped
      if (signals.stopping.aborted) return stopped
    }
    if (atLimits !== undefined) return atLimits
  }
  return busy ?? { kind: 'unavailable' }
}

/** Those that come before the first one that is tried, and only after it in this order. */
function passedOver(preferred: readonly Provider[], ordered: readonly Provider[]): string[] {
  const [first] = ordered
  const before = first === undefined ? 0 : preferred.indexOf(first)
  return preferred.slice(0, before).map(({ name }) => name)
}

/** The groups without what operators have paused; none if that is the product. */
async function withoutPaused(
  { breaker }: RunDependencies,
  product: ProductName,
  groups: readonly (readonly Provider[])[],
): Promise<Provider[][]> {
  const { engines, products } = await breaker.paused()
  if (products.has(product)) return []
  return groups
    .map((group) => group.filter(({ name }) => !engines.has(name)))
    .filter((group) => group.length > 0)
}

/** The groups: first with only their members that are up, then with those that are down. */
async function orderByHealth(
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
