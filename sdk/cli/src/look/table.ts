import { paint, type Style, toneOf } from './style.js'
import { oneLine, widestOf, widthOf, wrap } from './text.js'

/** Rows under headings. */
export interface Table {
  /**
   * In the order of their importance: what does not fit a terminal is left out from the right. A number, whose
   * heading ends in `>`, is aligned at the right; a text, whose heading ends in `…`, is the last column, wraps,
   * and stays.
   */
  readonly headings: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

interface Column {
  readonly index: number
  readonly heading: string
  readonly isNumber: boolean
  readonly isState: boolean
  readonly width: number
}

const gap = '  '
/** The least width in which a text wraps. */
const textWidthMin = 20
/** The columns whose words have a colour. */
const stateHeadings: ReadonlySet<string> = new Set(['STATUS', 'STATE', 'HEALTH'])

/**
 * The lines of a table, without the control characters of its cells; the last line says which columns have no
 * place, unless `isSilent`.
 */
export function tableLines(table: Table, style: Style, isSilent = false): string[] {
  const rows = table.rows.map((row) => row.map(oneLine))
  const all = table.headings.map((marked, index): Column => {
    const heading = marked.replace(/[>…]$/, '')
    const width = Math.max(widthOf(heading), widestOf(rows.map((row) => row[index] ?? '')))
    return { index, heading, isNumber: marked.endsWith('>'), isState: stateHeadings.has(heading), width }
  })
  const hasText = table.headings.at(-1)?.endsWith('…') === true
  const shown = fittingColumns(all, hasText, style.columns)
  const left = all.filter(({ index }) => shown.every((column) => column.index !== index))
  const note = `Not shown here: ${left.map(({ heading }) => heading).join(', ')}.`
  return [
    lineOf(shown, ({ heading }) => ({ text: heading, painted: paint(heading, 'quiet', style) })),
    ...rows.flatMap((row) => rowLines(row, shown, style)),
    ...(left.length === 0 || isSilent ? [] : wrap(note, style.columns)).map((line) =>
      paint(line, 'quiet', style),
    ),
  ]
}

/** The columns that fit together, in their order; a text takes the rest of the line. */
function fittingColumns(all: readonly Column[], hasText: boolean, columns = Infinity): readonly Column[] {
  const text = hasText ? all.at(-1) : undefined
  let shown = text === undefined ? all : all.slice(0, -1)
  const least = text === undefined ? 0 : gap.length + Math.min(text.width, textWidthMin)
  while (shown.length > 1 && sumOf(shown) + least > columns) shown = shown.slice(0, -1)
  if (text === undefined) return shown
  const left = Math.max(textWidthMin, columns - sumOf(shown) - gap.length)
  return [...shown, { ...text, width: Math.min(text.width, left) }]
}

function sumOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width, gap.length * (columns.length - 1))
}

/** A row; as many lines as its text needs. */
function rowLines(row: readonly string[], shown: readonly Column[], style: Style): string[] {
  const last = shown.at(-1)
  const texts = last === undefined ? [] : wrap(row[last.index] ?? '', last.isNumber ? undefined : last.width)
  return texts.map((line, number) =>
    lineOf(shown, (column) => {
      const text = column === last ? line : number === 0 ? (row[column.index] ?? '') : ''
      return { text, painted: column.isState ? paint(text, toneOf(text), style) : text }
    }),
  )
}

function lineOf(
  columns: readonly Column[],
  cellOf: (column: Column) => { readonly text: string; readonly painted: string },
): string {
  return columns
    .map((column, position) => {
      const { text, painted } = cellOf(column)
      const room = ' '.repeat(Math.max(0, column.width - widthOf(text)))
      if (column.isNumber) return room + painted
      return position === columns.length - 1 ? painted : painted + room
    })
    .join(gap)
    .trimEnd()
}
