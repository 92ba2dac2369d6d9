import { acceptancesOf } from '../acceptances.ts'
import type { Operation } from '../history.ts'
import { allOf, type Status } from '../service-history.ts'
import { findUnlinearizable, type SequentialModel, type TimedStep } from './linearizability.ts'
import { seenStatuses } from './seen-statuses.ts'

/**
 * A task is a register that its clients see and its workers move: it exists once it is accepted, goes forward
 * only, and is cancelled by a granted cancellation or not at all.
 */

/** A task with a deadline is cancelled without a client, unless it has started by then. */
type State = Status | 'NOT_FOUND' | 'QUEUED_UNTIL'

/** What was done to a task: a client created it, saw a status or tried to cancel it; or an engine got it. */
type Step =
  | { readonly f: 'accept'; readonly hasDeadline: boolean }
  | { readonly f: 'poll'; readonly status: Status | 'NOT_FOUND' }
  | { readonly f: 'cancel'; readonly isGranted: boolean | undefined; readonly isFound?: boolean | undefined }
  | { readonly f: 'submit' }

/** The states that workers can bring a task to from each, in any number of moves. */
const reachable: Readonly<Record<State, readonly State[]>> = {
  NOT_FOUND: ['NOT_FOUND'],
  QUEUED: ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED'],
  QUEUED_UNTIL: ['QUEUED_UNTIL', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED'],
  PROCESSING: ['PROCESSING', 'SUCCEEDED', 'FAILED'],
  SUCCEEDED: ['SUCCEEDED'],
  FAILED: ['FAILED'],
  CANCELLED: ['CANCELLED'],
}

const cancellable: readonly State[] = ['QUEUED', 'QUEUED_UNTIL', 'CANCELLED']

/** The states that a task may be in, as nobody sees the moves of a worker when they happen. */
type Possible = readonly State[]

const model: SequentialModel<Possible, Step> = {
  initial: ['NOT_FOUND'],
  keyOf: (possible) => possible.join(),
  step(possible, step) {
    const next = nextOf(possible, step)
    return next.length === 0 ? undefined : next
  },
}

function nextOf(possible: Possible, step: Step): Possible {
  const now = [...new Set(possible.flatMap((state) => reachable[state]))]
  switch (step.f) {
    case 'accept':
      // The response to a repeated request says nothing of the task's status.
      return now.includes('NOT_FOUND') ? [step.hasDeadline ? 'QUEUED_UNTIL' : 'QUEUED'] : now
    case 'poll':
      return now.filter((state) => (state === 'QUEUED_UNTIL' ? 'QUEUED' : state) === step.status)
    case 'submit':
      // A worker that was frozen may submit a task that has failed meanwhile, but none that never started.
      return now.filter((state) => state === 'PROCESSING' || state === 'SUCCEEDED' || state === 'FAILED')
    case 'cancel': {
      const cancelled: Possible = now.some((state) => cancellable.includes(state)) ? ['CANCELLED'] : []
      const refused = now.filter((state) => !cancellable.includes(state) && state !== 'NOT_FOUND')
      if (step.isFound === false) return now.filter((state) => state === 'NOT_FOUND')
      if (step.isGranted === undefined) return [...new Set([...now, ...cancelled])]
      return step.isGranted ? cancelled : refused
    }
  }
}

/** The tasks whose clients saw what no register shows, with what they saw until then. */
export function findRegisterErrors(operations: readonly Operation[]): string[] {
  const steps = new Map<string, TimedStep<Step>[]>()
  const add = (task: string, step: Step, { start, end }: Operation): void => {
    const all = steps.get(task)
    if (all === undefined) steps.set(task, [{ step, start, end }])
    else all.push({ step, start, end })
  }
  for (const { task, accept } of acceptancesOf(operations))
    add(task, { f: 'accept', hasDeadline: accept.asked.cancelAfter !== undefined }, accept)
  for (const { task, status, by } of seenStatuses(operations)) add(task, { f: 'poll', status }, by)
  for (const cancel of allOf(operations, 'cancel'))
    if (cancel.type !== 'fail')
      add(
        cancel.asked.task,
        { f: 'cancel', isGranted: cancel.found?.isGranted, isFound: cancel.found?.isFound },
        cancel,
      )
  for (const submit of allOf(operations, 'submit')) add(submit.asked.task, { f: 'submit' }, submit)
  for (const final of allOf(operations, 'final'))
    for (const { id, status } of final.found?.tasks ?? []) add(id, { f: 'poll', status }, final)
  return [...steps].flatMap(([task, all]) => {
    const seen = findUnlinearizable(model, all)
    return seen === undefined
      ? []
      : [`task ${task}: no order of ${describe(all)}; at most ${JSON.stringify(seen)}`]
  })
}

function describe(steps: readonly TimedStep<Step>[]): string {
  return steps.map(({ step, start, end }) => `${start}-${end} ${JSON.stringify(step)}`).join(', ')
}
