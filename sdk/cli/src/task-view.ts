import type { Task } from '@mediagen/sdk'
import { paint, type Style, styleOf, toneOf } from '../../../server/src/commands/look/style.ts'
import { tableLines } from '../../../server/src/commands/look/table.ts'
import type { Context, GlobalOptions } from './context.js'
import { createLiveTable } from './live-table.js'
import { taskLine, taskTable } from './task-table.js'
import { canRedraw } from './terminal.js'

/** Shows tasks that are being watched. */
export interface TaskView {
  /** Shows a task in another status, and in a table its progress. */
  update(task: Task): void
}

/** The statuses in the order of the sentence that counts them. */
const statuses: readonly Task['status'][] = ['QUEUED', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'CANCELLED']

/** A table drawn in place on a terminal; a line, or with `--json` an object, for each status elsewhere. */
export function createTaskView(
  { output, terminal }: Pick<Context, 'output' | 'terminal'>,
  { verbose = false }: GlobalOptions,
  watched: readonly Task[],
): TaskView {
  const tasks = new Map(watched.map((task) => [task.id, task]))
  // The log of every response would come between the lines of a table.
  const { stdout, env } = terminal
  const isTable = canRedraw(stdout, env) && !output.isJson && !verbose
  const style = styleOf(stdout, env)
  const table = createLiveTable(stdout)
  const draw = () => {
    const all = [...tasks.values()]
    // The headings, the counts and the line of the cursor have a row each.
    const shown = inOrder(all, (stdout.rows ?? all.length + 3) - 3)
    table.draw([...tableLines(taskTable(shown), style, true), countsOf(all, style)])
  }
  let isFirst = true
  const print = (task: Task) => {
    const [headings, line] = taskLine(task)
    output.result(task, isFirst ? [headings, line] : [line])
    isFirst = false
  }
  if (isTable) draw()
  else watched.forEach(print)
  return {
    update(task) {
      const shown = tasks.get(task.id)
      if (shown?.status === task.status && (!isTable || shown.progress === task.progress)) return
      tasks.set(task.id, task)
      if (isTable) draw()
      else print(task)
    },
  }
}

/** As listed; where a terminal has fewer rows, those that have ended are left out first. */
function inOrder(tasks: readonly Task[], rows: number): readonly Task[] {
  if (tasks.length <= rows) return tasks
  const isGoing = ({ status }: Task) => status === 'QUEUED' || status === 'PROCESSING'
  return [...tasks.filter(isGoing), ...tasks.filter((task) => !isGoing(task))].slice(0, Math.max(1, rows))
}

function countsOf(tasks: readonly Task[], style: Style): string {
  return statuses
    .map((status) => [tasks.filter((task) => task.status === status).length, status.toLowerCase()] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${paint(status, toneOf(status), style)}`)
    .join(', ')
}
