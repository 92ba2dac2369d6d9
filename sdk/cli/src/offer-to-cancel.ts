import { createInterface } from 'node:readline'
import { type Task, TaskCancelledError } from '@mediagen/sdk'
import { commandLine } from './command-line.js'
import type { Context } from './context.js'
import { plainText } from './plain-text.js'

/** After Ctrl-C the command should end soon. */
const statusTimeoutMs = 3000

/**
 * After Ctrl-C: a task that still waits may be cancelled and refunded. On a terminal that is asked, elsewhere
 * the command for it is told. Throws TaskCancelledError where it was cancelled; a second Ctrl-C ends the
 * process.
 */
export async function offerToCancel(context: Context, taskId: string): Promise<void> {
  const { client, output, terminal, sameService } = context
  const call = { timeoutMs: statusTimeoutMs, maxRetries: 0 }
  // If the status cannot be read, nothing is offered; the caller prints how to resume in any case.
  const task = await client.tasks.get(taskId, call).catch(() => undefined)
  if (task?.status !== 'QUEUED') return
  if (output.isJson || !terminal.stdin.isTTY || !terminal.stderr.isTTY) {
    const command = commandLine(terminal, ['tasks', 'cancel', taskId, ...sameService])
    return output.info(`Task ${taskId} has not started. Cancel it with: ${command}`)
  }
  if (
    !(await isWanted(context, `Task ${plainText(taskId)} has not started. Cancel it and be refunded? [y/N] `))
  )
    return
  throw new TaskCancelledError(await cancel(context, task))
}

/** Cancels a task; throws TaskNotCancellableError where it has started meanwhile. */
async function cancel({ client }: Context, task: Task): Promise<Task> {
  return { ...task, ...(await client.tasks.cancel(task.id)) }
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
