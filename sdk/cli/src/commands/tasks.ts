import type { Task } from '@mediagen/sdk'
import { Command } from 'commander'
import type { CreateAction } from '../command.js'
import type { Context, GlobalOptions } from '../context.js'
import { findDestination } from '../destination.js'
import { followTask } from '../follow-task.js'
import { addWaitOptions, posterOption, type WaitOptions } from '../generation-options.js'
import { tasksListCommand } from './tasks-list.js'
import { tasksWatchCommand } from './tasks-watch.js'

/** `mediagen tasks list|watch`, and `mediagen tasks get|wait|cancel|delete-result ID`: also tasks of other processes. */
export function tasksCommand(createAction: CreateAction): Command {
  const tasks = new Command('tasks').description(
    "List and watch the account's tasks, get one, wait for it, cancel it or delete its result.",
  )
  tasks.addCommand(tasksListCommand(createAction))
  tasks.addCommand(tasksWatchCommand(createAction))
  tasks
    .command('get')
    .description('Print the status of a task.')
    .argument('<id>', 'the id of the task')
    .action(createAction(getTask))
  addWaitOptions(
    tasks
      .command('wait')
      .description('Wait for a task, save its result and print the path.')
      .argument('<id>', 'the id of the task')
      .addOption(posterOption()),
  ).action(createAction(waitForTask))
  tasks
    .command('cancel')
    .description('Cancel and refund a task that has not started.')
    .argument('<id>', 'the id of the task')
    .action(createAction(cancelTask))
  tasks
    .command('delete-result')
    .description('Delete the files of a finished task; what it cost stays charged.')
    .argument('<id>', 'the id of the task')
    .action(createAction(deleteResult))
  return tasks
}

async function getTask({ client, output, stop }: Context, _: GlobalOptions, id: string): Promise<void> {
  const task = await client.tasks.get(id, { signal: stop.signal })
  output.result(task, [lineOf(task)])
}

async function waitForTask(context: Context, options: WaitOptions, id: string): Promise<void> {
  const save = await findDestination(options, context)
  const plan = {
    taskId: id,
    wait: context.client.tasks.wait.bind(undefined, id),
    timeoutSeconds: options.timeout,
    outputOption: options.output,
  }
  const { result, file } = await followTask(context, plan, save)
  if (file.path !== '-') context.output.result({ ...result, files: [file] }, [file.path])
}

async function cancelTask({ client, output, stop }: Context, _: GlobalOptions, id: string): Promise<void> {
  const cancelled = await client.tasks.cancel(id, { signal: stop.signal })
  output.result(cancelled, [cancelled.status])
}

async function deleteResult({ client, output, stop }: Context, _: GlobalOptions, id: string): Promise<void> {
  const task = await client.tasks.deleteResult(id, { signal: stop.signal })
  output.result(task, [lineOf(task)])
}

function lineOf({ status, error, output }: Task): string {
  if (output?.removed) return `${status} ${output.removed.code} ${output.removed.removedAt}`
  if (!error) return status
  return [status, error.code, error.message].filter(Boolean).join(' ')
}
