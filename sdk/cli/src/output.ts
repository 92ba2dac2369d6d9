import {
  type Block,
  errorLines,
  type Hint,
  hintLines,
  linesOf,
} from '../../../server/src/commands/look/blocks.ts'
import { styleOf } from '../../../server/src/commands/look/style.ts'
import { oneLine, plainJson } from '../../../server/src/commands/look/text.ts'
import { createProgressBoard, type Progress } from './progress.js'
import type { Terminal } from './terminal.js'

/** The output of a command: its result on standard output, everything else on standard error. */
export interface Output {
  /** Whether the result is printed as JSON. */
  readonly isJson: boolean
  /**
   * Prints a result: the object with `--json`, on one line, else the blocks. A command that makes a list calls
   * it for each item.
   */
  result(document: object, blocks: readonly Block[]): void
  /** Prints a status message, unless `--quiet`. */
  info(sentence: Hint): void
  /** Prints a line of a log, also with `--quiet`. */
  log(line: string): void
  /**
   * Prints an error, also with `--quiet`: what happened, and below it what to do and where to read on. On a
   * terminal, sentences wrap between words.
   */
  error(sentence: string, hints?: readonly Hint[]): void
  /** Shows the progress of one operation. */
  progress(name: string): Progress
}

export function createOutput(
  terminal: Terminal,
  { json = false, quiet = false }: { json?: boolean; quiet?: boolean },
): Output {
  const { stdout, stderr, env } = terminal
  const board = createProgressBoard(terminal, quiet)
  const [page, side] = [styleOf(stdout, env), styleOf(stderr, env)]
  const write = (line: string) => board.write(oneLine(line))
  return {
    isJson: json,
    result(document, blocks) {
      if (json) stdout.write(`${plainJson(JSON.stringify(document))}\n`)
      else for (const line of linesOf(blocks, page)) stdout.write(`${line}\n`)
    },
    info(sentence) {
      if (!quiet) for (const line of hintLines(sentence, side)) board.write(line)
    },
    log: write,
    error(sentence, hints = []) {
      for (const line of errorLines(sentence, hints, side)) board.write(line)
    },
    progress(name) {
      const progress = board.add(oneLine(name))
      return { ...progress, step: (state, ...shares) => progress.step(oneLine(state), ...shares) }
    },
  }
}
