import { oneLine } from './plain-text.js'

/** Rows as lines whose columns are aligned; the last column is not padded. */
export function tableLines(rows: readonly (readonly unknown[])[]): string[] {
  const cells = rows.map((row) => row.map(cellOf))
  const widths = (cells[0] ?? []).map((_, column) => widestOf(cells.map((row) => row[column] ?? '')))
  return cells.map((row) =>
    row
      .map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0)))
      .join('  '),
  )
}

/** A value of the service as one cell of a table; a dash for what is no text. */
export function cellOf(value: unknown): string {
  return typeof value === 'string' ? oneLine(value) : '-'
}

/** The width of the longest of any number of texts. */
export function widestOf(texts: readonly string[]): number {
  return texts.reduce((width, text) => Math.max(width, text.length), 0)
}
