import { createInterface } from 'node:readline'
import { type Task, TaskCancelledError } from '@mediagen/sdk'
import { commandLine } from './command-line.js'
import type { Context } from './context.js'
import { plainText } from './plain-text.js'

/** Somebody who pressed Ctrl-C does not wait long for an answer about what they left. */
const lookTimeoutMs = 3000

/**
 * After Ctrl-C: a task that still waits may be cancelled and refunded. On a terminal that is asked, elsewhere the command
 * for it is told. Throws TaskCancelledError where it was cancelled; a second Ctrl-C ends the process.
 */
export async function offerToCancel(context: Context, taskId: string): Promise<void> {
  const { client, output, terminal, sameService } = context
  const call = { timeoutMs: lookTimeoutMs, maxRetries: 0 }
  // Where it cannot be read now, nothing can be offered, and how to go on is told in any case.
  const task = await client.tasks.get(taskId, call).catch(() => undefined)
  if (task?.status !== 'QUEUED') return
  if (output.isJson || !terminal.stdin.isTTY || !terminal.stderr.isTTY) {
    const command = commandLine(terminal, ['tasks', 'cancel', taskId, ...sameService])
    return output.say(`Task ${taskId} has not started. Cancel it with: ${command}`)
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
  const asked = createInterface({ input: terminal.stdin, output: terminal.stderr })
  return new Promise((resolve) => {
    asked.once('close', () => resolve(false))
    asked.once('SIGINT', () => asked.close())
    asked.question(question, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()))
      asked.close()
    })
  })
}
