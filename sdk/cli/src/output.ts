import { oneLine, plainJson } from './plain-text.js'
import { createProgressBoard, type Progress } from './progress.js'
import type { Terminal } from './terminal.js'

/** The output of a command: its result on standard output, everything else on standard error. */
export interface Output {
  /** Whether the result is printed as JSON. */
  readonly isJson: boolean
  /**
   * Prints a result: the object with `--json`, on one line, else the lines. A command that makes a list calls
   * it for each item.
   */
  result(document: object, lines: readonly string[]): void
  /** Prints a status message, unless `--quiet`. */
  info(sentence: string): void
  /** Prints an error message, also with `--quiet`. */
  error(sentence: string): void
  /** Shows the progress of one operation. */
  progress(name: string): Progress
}

export function createOutput(
  { stdout, stderr }: Terminal,
  { json = false, quiet = false }: { json?: boolean; quiet?: boolean },
): Output {
  const board = createProgressBoard(stderr, quiet)
  const write = (sentence: string) => board.write(oneLine(sentence))
  return {
    isJson: json,
    result(document, lines) {
      if (json) stdout.write(`${plainJson(JSON.stringify(document))}\n`)
      else for (const line of lines) stdout.write(`${oneLine(line)}\n`)
    },
    info(sentence) {
      if (!quiet) write(sentence)
    },
    error: write,
    progress(name) {
      const progress = board.add(oneLine(name))
      return { ...progress, step: (state, ...shares) => progress.step(oneLine(state), ...shares) }
    },
  }
}
