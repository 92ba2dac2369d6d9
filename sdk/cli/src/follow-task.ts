import {
  type FinishedTask,
  NotFoundError,
  ResultRemovedError,
  type Task,
  TaskCancelledError,
  TaskFailedError,
  type WaitOptions,
} from '@mediagen/sdk'
import type { Hint } from '../../../server/src/commands/look/blocks.ts'
import { AdvisedError } from './command-error.js'
import { commandLine } from './command-line.js'
import type { Context } from './context.js'
import type { Destination, SavedFile } from './destination.js'
import { offerToCancel } from './offer-to-cancel.js'
import type { Progress } from './progress.js'
import { StoppedError } from './stop.js'

/** How a task is followed. */
export interface FollowPlan {
  readonly taskId: string
  readonly wait: (options: WaitOptions) => Promise<FinishedTask>
  readonly timeoutSeconds: number
  /** `--output` as given, for the command that resumes the wait. */
  readonly outputOption: string | undefined
}

/**
 * The steps from the acceptance of a task to its saved result, for the bar: done before it, done after it.
 */
const steps: Readonly<Record<string, readonly [number, number]>> = {
  QUEUED: [0, 0.25],
  PROCESSING: [0.25, 0.75],
  SUCCEEDED: [0.75, 1],
}

/**
 * Waits for a task, shows its progress and saves its result. An error that leaves the task running or its
 * result unsaved carries the command that resumes; Ctrl-C offers to cancel a task that has not started.
 */
export async function followTask(context: Context, plan: FollowPlan, save: Destination) {
  const { taskId } = plan
  const progress = context.output.progress(taskId)
  try {
    return await follow(context, plan, save, progress)
  } catch (error) {
    progress.end(error instanceof StoppedError ? 'left' : 'failed', false)
    if (error instanceof StoppedError) await offerToCancel(context, taskId)
    if (isFinal(error)) throw error
    throw new AdvisedError(error, resumeHint(context, plan), { taskId })
  }
}

/** Waits for a task and saves its result. The caller ends the progress of one that fails. */
export async function follow(
  { stop }: Context,
  plan: FollowPlan,
  save: Destination,
  progress: Progress,
): Promise<{ result: FinishedTask; file: SavedFile }> {
  const result = await plan.wait({
    timeoutMs: plan.timeoutSeconds * 1000,
    signal: stop.signal,
    onUpdate: (task) => showTask(progress, task),
  })
  const file = await save(result)
  progress.end('saved', true)
  return { result, file }
}

/** How far a task is: as far as its engine says, else with the usual time of such tasks. */
function showTask(progress: Progress, task: Task): void {
  const { status, progress: percent, usualSeconds } = task
  const [begin, end] = steps[status] ?? []
  const isRunning = status === 'PROCESSING' && begin !== undefined && end !== undefined
  const share = isRunning ? begin + ((end - begin) * (percent ?? 0)) / 100 : begin
  const isUsual = isRunning && percent === undefined && usualSeconds !== undefined
  progress.step(status.toLowerCase(), share, end, isUsual ? `usually ${usualSeconds} s` : undefined)
}

/** How to wait for a task after an error of this process. */
export function resumeHint(...facts: Parameters<typeof resumeCommand>): Hint {
  return { text: 'Resume with:', command: resumeCommand(...facts) }
}

/** The command that waits for the task in another process. */
export function resumeCommand(
  { sameService, terminal }: Pick<Context, 'sameService' | 'terminal'>,
  { taskId, outputOption }: Pick<FollowPlan, 'taskId' | 'outputOption'>,
): string {
  const saved = outputOption === undefined ? [] : ['-o', outputOption]
  return commandLine(terminal, ['tasks', 'wait', taskId, ...saved, ...sameService])
}

/** Whether nothing is left to resume. */
export function isFinal(error: unknown): boolean {
  return [TaskFailedError, TaskCancelledError, NotFoundError, ResultRemovedError].some(
    (one) => error instanceof one,
  )
}
