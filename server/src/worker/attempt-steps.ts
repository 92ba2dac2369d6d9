import type { Attempt } from './attempt.ts'
import { fetchMsMin, leftMsOf } from './attempt-deadlines.ts'
import type { AttemptOutcome, Ending, Outcome } from './attempt-outcome.ts'
import { awaitResult } from './await-result.ts'
import { confirmSubmission } from './confirm-submission.ts'
import { recoverLostJob, stopOverdueJob } from './job-without-result.ts'
import { judgeRequest, judgeResult } from './judge-task.ts'
import { recordStep } from './record-span.ts'
import { storeResults } from './results/store-results.ts'
import type { RunDependencies } from './run-dependencies.ts'
import { resumeTask, submitTask } from './submit-task.ts'

/** The steps of an attempt. Each takes the outcome that led to it. */
const steps = {
  resume: resumeTask,
  judge: judgeRequest,
  submit: (deps: RunDependencies, attempt: Attempt, _proof: Outcome<'absent'>) => submitTask(deps, attempt),
  confirm: confirmSubmission,
  await: awaitResult,
  recover: recoverLostJob,
  stop: stopOverdueJob,
  /** The result has been paid for, and one without a job could not be had again: the deadline must not discard it. */
  store(deps: RunDependencies, attempt: Attempt, finished: Outcome<'finished'>) {
    const { ended, clock } = attempt.outlast()
    const fetchMsMax = Math.max(fetchMsMin, leftMsOf(finished, deps.settings))
    const made = { ...finished, task: attempt.task, fetchMsMax, clock }
    return recordStep(deps.tracer, 'store', () => storeResults(deps, made, ended))
  },
  judgeResult,
}

/**
 * The step that follows each outcome of each step. The compiler checks that none is missing, and that the step
 * takes that outcome.
 */
const next = {
  resume: { absent: 'judge', ambiguous: 'confirm', started: 'await', failed: 'end' },
  judge: { absent: 'submit', failed: 'end', unready: 'end', again: 'end', stopped: 'end' },
  submit: {
    ambiguous: 'confirm',
    started: 'await',
    finished: 'store',
    failed: 'end',
    again: 'end',
    full: 'end',
    unready: 'end',
    stopped: 'end',
  },
  confirm: {
    absent: 'submit',
    started: 'await',
    finished: 'store',
    failed: 'end',
    again: 'end',
    full: 'end',
    unready: 'end',
    stopped: 'end',
  },
  await: { finished: 'store', lost: 'recover', overdue: 'stop', failed: 'end', stopped: 'end' },
  recover: { restart: 'end', again: 'end', failed: 'end', stopped: 'end' },
  stop: { finished: 'store', again: 'end', failed: 'end', stopped: 'end' },
  store: { succeeded: 'judgeResult', failed: 'end' },
  judgeResult: { succeeded: 'end', failed: 'end', stopped: 'end' },
} as const satisfies { [Name in StepName]: { [Kind in KindAfter<Name>]: StepFor<Outcome<Kind>> } }

type StepName = keyof typeof steps
type KindAfter<Name extends StepName> = Awaited<ReturnType<(typeof steps)[Name]>>['kind']
type StepFor<From extends AttemptOutcome> =
  | { [Name in StepName]: From extends Parameters<(typeof steps)[Name]>[2] ? Name : never }[StepName]
  | (From extends Ending ? 'end' : never)

type Step = (deps: RunDependencies, attempt: Attempt, from?: AttemptOutcome) => Promise<AttemptOutcome>

/** Takes the steps of an attempt until one ends it. */
export async function takeSteps(deps: RunDependencies, attempt: Attempt): Promise<Ending> {
  let name: StepName = 'resume'
  let outcome: AttemptOutcome | undefined
  for (;;) {
    // The table pairs each outcome with a step that takes it, which the compiler cannot follow through a loop.
    outcome = await (steps[name] as Step)(deps, attempt, outcome)
    const following: StepName | 'end' | undefined = (next[name] as Following)[outcome.kind]
    if (following === undefined) throw new Error(`No step follows ${outcome.kind} of ${name}.`)
    if (following === 'end') return outcome as Ending
    name = following
  }
}

type Following = Partial<Record<AttemptOutcome['kind'], StepName | 'end'>>
