import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isQuick } from './options.ts'

const readme = new URL('../README.md', import.meta.url)

export interface Row {
  readonly what: string
  readonly measured: string
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

/** Collects what one benchmark measures; `name` is its name on the command line and in the README. */
export function createReport(name: string): Report {
  const rows: Row[] = []
  return {
    add(row) {
      rows.push(row)
      const verdict = row.promised === undefined ? 'info  ' : row.promised.isMet ? 'met   ' : 'MISSED'
      process.stdout.write(
        `${verdict}  ${row.what.padEnd(56)} ${row.measured.padEnd(44)} ${row.promised?.text ?? ''}\n`,
      )
      if (row.promised?.isMet === false) process.exitCode = 1
    },
    write(software) {
      if (isQuick) return
      const [begin, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`]
      const text = readFileSync(readme, 'utf8')
      const [from, to] = [text.indexOf(begin), text.indexOf(end)]
      if (from < 0 || to < from) throw new Error(`The README has no place for ${name}.`)
      const table = tableOf(name, rows, software)
      writeFileSync(readme, `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`)
    },
  }
}

function tableOf(name: string, rows: readonly Row[], software: readonly string[]): string {
  const date = new Date().toISOString().slice(0, 10)
  const machine = [`Node ${process.versions.node}`, ...software, `${availableParallelism()} cores`].join(', ')
  return [
    `\`npm run bench -- ${name}\` · ${date} · ${machine}`,
    '',
    '| What | Measured | Promised | |',
    '|---|---|---|---|',
    ...rows.map(({ what, measured, promised }) => {
      const verdict = promised === undefined ? '' : promised.isMet ? 'met' : '**missed**'
      return `| ${what} | ${measured} | ${promised?.text ?? ''} | ${verdict} |`
    }),
  ].join('\n')
}
