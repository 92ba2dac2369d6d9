import type { Task } from '@mediagen/sdk'
import { linesOf } from '../../../server/src/commands/look/blocks.ts'
import { plainStyle } from '../../../server/src/commands/look/style.ts'
import type { Table } from '../../../server/src/commands/look/table.ts'
import { pad, timeText } from '../../../server/src/commands/look/text.ts'

/** A column of a task, as lists and watches show it. */
interface Column {
  readonly heading: string
  readonly read: (task: Task) => unknown
  /** The width of its longest usual value, so that lines printed one by one are aligned. */
  readonly width: number
}

/** In the order of their importance. */
const columns: readonly Column[] = [
  { heading: 'TASK', width: 36, read: ({ id }) => id },
  { heading: 'STATUS', width: 'PROCESSING'.length, read: statusOf },
  {
    heading: 'COST>',
    width: '0.02 USD'.length,
    read: ({ cost }) => cost && `${cost.amount} ${cost.currency}`,
  },
  { heading: 'BOOKED', width: 'reserved'.length, read: ({ cost }) => cost?.state },
  { heading: 'TYPE', width: 'image.transform'.length, read: ({ type }) => type },
  {
    heading: 'ACCEPTED',
    width: 0,
    read: ({ createdAt }) => (typeof createdAt === 'string' ? timeText(createdAt) : undefined),
  },
]

/** A row for each task, with its prompt. */
export function promptTable(tasks: readonly Task[]): Table {
  const { headings, rows } = taskTable(tasks)
  return {
    headings: [...headings, 'PROMPT…'],
    rows: rows.map((row, index) => [...row, cellOf(tasks[index]?.request?.prompt)]),
  }
}

/** A row for each task. */
export function taskTable(tasks: readonly Task[]): Table {
  return {
    headings: columns.map(({ heading }) => heading),
    rows: tasks.map((task) => columns.map(({ read }) => cellOf(read(task)))),
  }
}

/** The headings, and the line of one task in the columns of those before and after it. */
export function taskLine(task: Task): readonly [headings: string, line: string] {
  const { headings, rows } = taskTable([task])
  const padded = rows.map((row) => row.map((cell, index) => pad(cell, columns[index]?.width ?? 0)))
  const [first = '', line = ''] = linesOf([{ headings, rows: padded }], plainStyle)
  return [first, line]
}

/** The status, and how far a task is that runs, or the code of the error of one that failed. */
function statusOf({ status, progress, error }: Task): string {
  const percent = typeof progress === 'number' ? `${progress} %` : undefined
  return [status, percent, error?.code].filter((word) => typeof word === 'string').join(' ')
}

/** A value of the service as one cell of a table; a dash for what is no text. */
export function cellOf(value: unknown): string {
  return typeof value === 'string' && value !== '' ? value : '-'
}
