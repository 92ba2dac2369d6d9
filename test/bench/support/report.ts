import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isQuick } from './options.ts'

const readme = new URL('../README.md', import.meta.url)

export interface Row {
  readonly what: string
  /** One for each column, if the report has several. */
  readonly measured: string | readonly string[]
  /** What was promised of it; absent where the figure is only for information. */
  readonly promised?: { readonly text: string; readonly isMet: boolean }
}

export interface Report {
  /** Prints the row at once. A broken promise makes the process end with 1. */
  add(row: Row): void
  /**
   * Puts the rows into the README's table of this benchmark, with what they were measured on; a quick look
   * does not.
   */
  write(software: readonly string[]): void
}

/**
 * Collects what one benchmark measures; `name` is its name on the command line and in the README. Columns are
 * for what is measured of several things side by side.
 */
export function createReport(name: string, columns: readonly string[] = ['Measured']): Report {
  const rows: Row[] = []
  return {
    add(row) {
      const cells = [row.measured].flat()
      if (cells.length !== columns.length) throw new RangeError(`${row.what}: ${cells.length} cells`)
      rows.push(row)
      const verdict = row.promised === undefined ? 'info  ' : row.promised.isMet ? 'met   ' : 'MISSED'
      process.stdout.write(
        `${verdict}  ${row.what.padEnd(56)} ${label(cells, columns).padEnd(44)} ${row.promised?.text ?? ''}\n`,
      )
      if (row.promised?.isMet === false) process.exitCode = 1
    },
    write(software) {
      if (isQuick) return
      const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
      const text = readFileSync(readme, 'utf8')
      const [from, to] = [text.indexOf(begin), text.indexOf(end)]
      if (from < 0 || to < from) throw new Error(`The README has no place for ${name}.`)
      const table = tableOf({ name, columns, software }, rows)
      writeFileSync(readme, `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`)
    },
  }
}

/** For the terminal, which is too narrow for a table of many columns. */
function label(cells: readonly string[], columns: readonly string[]): string {
  if (cells.length === 1) return cells.join()
  return cells.map((cell, index) => `\n          ${columns[index]}: ${cell}`).join('')
}

function tableOf(
  { name, columns, software }: { name: string; columns: readonly string[]; software: readonly string[] },
  rows: readonly Row[],
): string {
  const date = new Date().toISOString().slice(0, 10)
  const machine = [`Node ${process.versions.node}`, ...software, `${availableParallelism()} cores`].join(', ')
  return [
    `\`npm run bench -- ${name}\` · ${date} · ${machine}`,
    '',
    `| What | ${columns.join(' | ')} | Promised | |`,
    `|---|${'---|'.repeat(columns.length)}---|---|`,
    ...rows.map(({ what, measured, promised }) => {
      const verdict = promised === undefined ? '' : promised.isMet ? 'met' : '**missed**'
      return `| ${what} | ${[measured].flat().join(' | ')} | ${promised?.text ?? ''} | ${verdict} |`
    }),
  ].join('\n')
}
