import { setMaxListeners } from 'node:events'
import { ResultRemovedError, type Task, TaskCancelledError, TaskFailedError } from '@mediagen/sdk'
import { Command } from 'commander'
import type { CreateAction } from '../command.js'
import { CommandError } from '../command-error.js'
import type { Context } from '../context.js'
import { addFilterOptions, type FilterOptions, filteredTasks, pageMax } from '../task-filter.js'
import { createTaskView } from '../task-view.js'

const limitDefault = 100
const unfinished: readonly Task['status'][] = ['QUEUED', 'PROCESSING']

/** `mediagen tasks watch [ID…]`: follows tasks until all have ended. */
export function tasksWatchCommand(createAction: CreateAction): Command {
  const command = new Command('watch')
    .description(
      'Follow tasks until all have ended: a table on a terminal, a line for each change elsewhere.',
    )
    .argument('[ids...]', 'the ids of the tasks; without any, those that the options list')
  return addFilterOptions(command, limitDefault, unfinished.join(' ')).action(createAction(watchTasks))
}

async function watchTasks(context: Context, options: FilterOptions, ids: string[]): Promise<void> {
  const tasks = ids.length === 0 ? await listed(context, options) : await named(context, options, ids)
  if (tasks.length === 0) return context.output.info('No task to watch: none is unfinished')
  const view = createTaskView(context, options, tasks)
  const left = new AbortController()
  const signal = AbortSignal.any([context.stop.signal, left.signal])
  // Each task listens, which is no leak.
  setMaxListeners(0, signal)
  try {
    // One client's waits share requests: what many tasks cost the service is what one costs.
    const going = tasks.filter(isUnfinished)
    await Promise.all(going.map(({ id }) => follow(context, { id, signal, onUpdate: view.update })))
  } finally {
    // What is still waited for would keep the process running.
    left.abort()
  }
}

/** The tasks that the filters list now; what is accepted later is not watched. */
async function listed(context: Context, options: FilterOptions): Promise<Task[]> {
  const filters = { ...options, status: options.status ?? [...unfinished] }
  const tasks: Task[] = []
  for await (const task of filteredTasks(context, filters, limitDefault)) tasks.push(task)
  return tasks
}

async function named({ client, stop }: Context, options: FilterOptions, ids: string[]): Promise<Task[]> {
  const { status, type, prompt, createdFrom, createdBefore, limit } = options
  if ([status, type, prompt, createdFrom, createdBefore, limit].some((filter) => filter !== undefined))
    throw new CommandError('usage', 'Give the ids of tasks or options that list them, not both')
  const wanted = new Set(ids)
  const found = new Map<string, Task>()
  const left = [...wanted]
  while (left.length > 0) {
    const page = await client.tasks.list({ ids: left.splice(0, pageMax), signal: stop.signal })
    for (const task of page.tasks) if (wanted.has(task.id)) found.set(task.id, task)
  }
  const missing = [...wanted].find((id) => !found.has(id))
  if (missing !== undefined) throw new CommandError('notFound', `The account has no task ${missing}`)
  return [...found.values()]
}

function isUnfinished({ status }: Task): boolean {
  return unfinished.includes(status)
}

/** Follows a task to its end, however it ends: the last update has said that already. */
async function follow(
  { client }: Context,
  { id, ...wait }: { id: string; signal: AbortSignal; onUpdate: (task: Task) => void },
): Promise<void> {
  await client.tasks.wait(id, { ...wait, timeoutMs: Number.POSITIVE_INFINITY }).catch((error: unknown) => {
    const isEnd = [TaskFailedError, TaskCancelledError, ResultRemovedError].some(
      (one) => error instanceof one,
    )
    if (!isEnd) throw error
  })
}
