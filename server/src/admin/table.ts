/** Lines up rows under their headings, for a terminal. Columns whose heading ends in `>` are aligned to the right. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const right = headings.map((heading) => heading.endsWith('>'))
  const all = [headings.map((heading) => heading.replace(/>$/, '')), ...rows]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)))
  return all
    .map((row) =>
      widths
        .map((width, column) => {
          const cell = row[column] ?? ''
          return right[column] ? cell.padStart(width) : cell.padEnd(width)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
