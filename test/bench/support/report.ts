import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formatLimit } from './figures.ts'
import { isQuick } from './options.ts'

const readme = new URL('../README.md', import.meta.url)

export interface Row {
  readonly what: string
  /** One for each column, if the report has several. */
  readonly measured: string | readonly string[]
  /** Absent where the figure is only for information. */
  readonly promised?: Promised | undefined
}

/** What was promised of a figure. */
export interface Promised {
  readonly text: string
  readonly isMet: boolean
}

/** `unit` is the rest of the sentence, with the space before it. */
export function atLeast(value: number, min: number, unit = ''): Promised {
  return { text: `at least ${formatLimit(min)}${unit}`, isMet: value >= min }
}

export function atMost(value: number, max: number, unit = ''): Promised {
  return { text: `at most ${formatLimit(max)}${unit}`, isMet: value <= max }
}

/** Less than `max`, and not as much; `figure` says what of, such as `median`. */
export function under(value: number, max: number, unit: string, figure = ''): Promised {
  return { text: `${figure} under ${formatLimit(max)}${unit}`.trim(), isMet: value < max }
}

/** What must not happen at all. */
export function noneOf(what: string, count: number): Row {
  return { what, measured: String(count), promised: { text: 'none', isMet: count === 0 } }
}

export interface Report {
  /** Prints the row at once. A broken promise makes the process end with 1. */
  add(row: Row): void
  /**
   * Puts the rows into the table of this benchmark, with what they were measured on; a quick look does not.
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
      if (from < 0 || to < from) throw new Error(`${readme.pathname} has no place for ${name}.`)
      const table = tableOf({ name, columns, software }, rows)
      writeFileSync(readme, `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`)
      process.stdout.write(
        `\nThese figures are now in ${relative('', fileURLToPath(readme))}; --quick leaves it unchanged.\n`,
      )
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
  const hasPromises = rows.some(({ promised }) => promised !== undefined)
  const machine = [`Node ${process.versions.node}`, ...software, `${availableParallelism()} cores`].join(', ')
  return [
    `\`npm run bench -- ${name}\` · ${date} · ${machine}`,
    '',
    `| What | ${columns.join(' | ')} |${hasPromises ? ' Promised | |' : ''}`,
    `|---|${'---|'.repeat(columns.length)}${hasPromises ? '---|---|' : ''}`,
    ...rows.map(({ what, measured, promised }) => {
      const cells = `| ${what} | ${[measured].flat().join(' | ')} |`
      if (!hasPromises) return cells
      const verdict = promised === undefined ? '' : promised.isMet ? 'met' : '**missed**'
      return `${cells} ${promised?.text ?? ''} | ${verdict} |`
    }),
  ].join('\n')
}
