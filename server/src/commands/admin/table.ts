/** Aligns rows under their headings, for a terminal. Columns whose heading ends in `>` are right-aligned. */
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

/** A number of bytes in the largest unit that fits, for a terminal. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB']
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  return `${(bytes / 1024 ** power).toFixed(power === 0 ? 0 : 1)} ${units[power]}`
}
