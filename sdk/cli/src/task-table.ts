import type { Task } from '@mediagen/sdk'
import { cellOf, widestOf } from './table-lines.js'
import type { Terminal } from './terminal.js'

/** The columns of a task, as lists and watches show it. */
interface Column {
  /** Of two columns, a narrow terminal keeps the one with the smaller number; 0 is never left out. */
  readonly rank: number
  readonly read: (task: Task) => unknown
  /** The width of its longest value, where that is known, so that lines printed one by one are aligned. */
  readonly width: number
}

const idWidth = 36
const timeWidth = 24
const columns: readonly Column[] = [
  { rank: 0, width: idWidth, read: ({ id }) => id },
  { rank: 4, width: timeWidth, read: ({ createdAt }) => createdAt },
  { rank: 3, width: 'image.transform'.length, read: ({ type }) => type },
  { rank: 0, width: 'PROCESSING'.length, read: ({ status }) => status },
  { rank: 1, width: 0, read: ({ cost }) => cost && `${cost.amount} ${cost.currency}` },
  { rank: 2, width: 'charged'.length, read: ({ cost }) => cost?.state },
  { rank: 5, width: 0, read: ({ error }) => error?.code ?? '' },
]
const gap = '  '

/**
 * A line for each task, in columns. Lines that are wider than `width` lose the columns that matter least; the
 * id and the status always stay.
 */
export function taskLines(tasks: readonly Task[], width = Number.POSITIVE_INFINITY): string[] {
  const cells = columns.map(({ read }) => tasks.map((task) => cellOf(read(task))))
  const widths = cells.map(widestOf)
  return linesOf(cells, widths, width)
}

/** The line of one task, in the columns of those before and after it. */
export function taskLine(task: Task): string {
  const cells = columns.map(({ read }) => [cellOf(read(task))])
  const widths = columns.map(({ width }) => width)
  return linesOf(cells, widths, Number.POSITIVE_INFINITY)[0] ?? ''
}

/** The columns of a terminal; undefined for anything else, where no line is too long. */
export function columnsOf({ isTTY, columns: width }: Terminal['stdout']): number | undefined {
  return isTTY ? (width ?? 80) - 1 : undefined
}

function linesOf(
  cells: readonly (readonly string[])[],
  widths: readonly number[],
  lineWidth: number,
): string[] {
  const shown = columnsWithin(widths, lineWidth)
  return (cells[0] ?? []).map((_, row) =>
    shown
      .map((column) => (cells[column]?.[row] ?? '').padEnd(widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  )
}

/** The columns that fit together, in their order. */
function columnsWithin(widths: readonly number[], lineWidth: number): number[] {
  let shown = columns.map((_, column) => column)
  const widthOf = (list: readonly number[]) =>
    list.reduce((sum, column) => sum + (widths[column] ?? 0), gap.length * (list.length - 1))
  while (widthOf(shown) > lineWidth) {
    const last = Math.max(...shown.map((column) => columns[column]?.rank ?? 0))
    if (last === 0) break
    shown = shown.filter((column) => columns[column]?.rank !== last)
  }
  return shown
}
