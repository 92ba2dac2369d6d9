import type { Task } from '@mediagen/sdk'
import { Command } from 'commander'
import type { CreateAction } from '../command.js'
import type { Context } from '../context.js'
import { addFilterOptions, type FilterOptions, filteredTasks } from '../task-filter.js'
import { promptTable } from '../task-table.js'

const limitDefault = 20

/** `mediagen tasks list`: the account's tasks, newest first. */
export function tasksListCommand(createAction: CreateAction): Command {
  const command = new Command('list').description("Print the account's tasks, newest first.")
  return addFilterOptions(command, limitDefault).action(createAction(listTasks))
}

async function listTasks(context: Context, options: FilterOptions): Promise<void> {
  const { output } = context
  const tasks: Task[] = []
  for await (const task of filteredTasks(context, options, limitDefault)) {
    tasks.push(task)
    // A program gets each as soon as it is read; columns need all of them.
    if (output.isJson) output.result(task, [])
  }
  if (output.isJson) return
  if (tasks.length > 0) output.result({}, [promptTable(tasks)])
  else output.info('There is no such task.')
}
