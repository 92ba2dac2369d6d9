import {
  type FinishedTask,
  NotFoundError,
  TaskCancelledError,
  TaskFailedError,
  type WaitOptions,
} from '@mediagen/sdk'
import { AdvisedError } from './command-error.js'
import { commandLine } from './command-line.js'
import type { Context } from './context.js'
import type { Destination, SavedFile } from './destination.js'
import { offerToCancel } from './offer-to-cancel.js'
import { StoppedError } from './stop.js'

/** How a task is followed. */
export interface FollowPlan {
  readonly taskId: string
  readonly wait: (options: WaitOptions) => Promise<FinishedTask>
  readonly timeoutSeconds: number
  /** `--output` as it was given, for the command that goes on. */
  readonly outputOption: string | undefined
  readonly expectedSeconds: number
}

/**
 * Waits for a task with its progress and saves what it made. An error that leaves the task or its result
 * where it is comes with the command that goes on; at Ctrl-C a task that still waits can be cancelled.
 */
export async function followTask(
  context: Context,
  plan: FollowPlan,
  save: Destination,
): Promise<{ result: FinishedTask; file: SavedFile }> {
  const { output, stop } = context
  const { taskId } = plan
  const progress = output.progress(taskId, plan.expectedSeconds)
  try {
    const result = await plan.wait({
      timeoutMs: plan.timeoutSeconds * 1000,
      signal: stop.signal,
      onUpdate: ({ status }) => progress.step(status.toLowerCase()),
    })
    const file = await save(result)
    progress.end('saved', true)
    return { result, file }
  } catch (error) {
    progress.end(error instanceof StoppedError ? 'left' : 'failed', false)
    if (error instanceof StoppedError) await offerToCancel(context, taskId)
    if (isFinal(error)) throw error
    throw new AdvisedError(error, `Go on with: ${resumeCommand(context, plan)}`, { taskId })
  }
}

/** The command that goes on with a task in another process. */
export function resumeCommand(
  { sameService, terminal }: Pick<Context, 'sameService' | 'terminal'>,
  { taskId, outputOption }: Pick<FollowPlan, 'taskId' | 'outputOption'>,
): string {
  const saved = outputOption === undefined ? [] : ['-o', outputOption]
  return commandLine(terminal, ['tasks', 'wait', taskId, ...saved, ...sameService])
}

/** Whether there is nothing to go on with. */
function isFinal(error: unknown): boolean {
  return [TaskFailedError, TaskCancelledError, NotFoundError].some((one) => error instanceof one)
}
