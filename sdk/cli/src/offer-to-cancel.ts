import { createInterface } from 'node:readline'
import { type TaskCancelled, TaskCancelledError, type TaskQueued } from '@mediagen/sdk'
import { oneLine } from '../../../server/src/commands/look/text.ts'
import { commandLine } from './command-line.js'
import type { Context } from './context.js'

/** Short, because the command should end soon after Ctrl-C. */
const statusTimeoutMs = 3000

/**
 * Offers, after Ctrl-C, to cancel and refund a task that has not started: asks on a terminal, and prints the
 * command for it elsewhere. Throws TaskCancelledError once the task is cancelled.
 */
export async function offerToCancel(context: Context, taskId: string): Promise<void> {
  const { client, output, terminal, sameService } = context
  const call = { timeoutMs: statusTimeoutMs, maxRetries: 0 }
  // If the status cannot be read, nothing is offered; the caller prints how to resume in any case.
  const task = await client.tasks.get(taskId, call).catch(() => undefined)
  if (task?.status !== 'QUEUED') return
  if (output.isJson || !terminal.stdin.isTTY || !terminal.stderr.isTTY) {
    const command = commandLine(terminal, ['tasks', 'cancel', taskId, ...sameService])
    return output.info({ text: `Task ${taskId} has not started. Cancel it with:`, command })
  }
  if (!(await isWanted(context, `Task ${oneLine(taskId)} has not started. Cancel it for a refund? [y/N] `)))
    return
  throw new TaskCancelledError(await cancel(context, task))
}

/** Cancels a task; throws TaskNotCancellableError if it has started meanwhile. */
async function cancel({ client }: Context, task: TaskQueued): Promise<TaskCancelled> {
  const { status } = await client.tasks.cancel(task.id)
  return { ...task, status }
}

function isWanted({ terminal }: Context, question: string): Promise<boolean> {
  const prompt = createInterface({ input: terminal.stdin, output: terminal.stderr })
  return new Promise((resolve) => {
    prompt.once('close', () => resolve(false))
    prompt.once('SIGINT', () => prompt.close())
    prompt.question(question, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()))
      prompt.close()
    })
  })
}
