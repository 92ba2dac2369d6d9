import { oneLine, plainJson } from './plain-text.js'
import { createProgressBoard, type Progress } from './progress.js'
import type { Terminal } from './terminal.js'
import { type Block, linesOf, paint, styleOf, widthOf, wrap } from './terminal-style.js'

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

/**
 * A sentence, and what to copy after it, such as a command: that never wraps, and has a line of its own where
 * there is no place after the text.
 */
export type Hint = string | { readonly text: string; readonly command: string }

export function createOutput(
  terminal: Terminal,
  { json = false, quiet = false }: { json?: boolean; quiet?: boolean },
): Output {
  const { stdout, stderr, env } = terminal
  const board = createProgressBoard(terminal, quiet)
  const [page, side] = [styleOf(stdout, env), styleOf(stderr, env)]
  const write = (line: string) => board.write(oneLine(line))
  const wrapped = (text: string, indented = '') =>
    wrap(oneLine(text), side.columns && side.columns - indented.length).map((line) => indented + line)
  const hintLines = (hint: Hint, indent: string) => {
    if (typeof hint === 'string') return wrapped(hint, indent)
    const line = indent + oneLine(`${hint.text} ${hint.command}`)
    const isShort = side.columns === undefined || widthOf(line) <= side.columns
    return isShort ? [line] : [...wrapped(hint.text, indent), `${indent}  ${oneLine(hint.command)}`]
  }
  return {
    isJson: json,
    result(document, blocks) {
      if (json) stdout.write(`${plainJson(JSON.stringify(document))}\n`)
      else for (const line of linesOf(blocks, page)) stdout.write(`${line}\n`)
    },
    info(sentence) {
      if (!quiet) for (const line of hintLines(sentence, '')) board.write(line)
    },
    log: write,
    error(sentence, hints = []) {
      const [first = '', ...rest] = wrapped(`mediagen: ${ended(sentence)}`)
      const named = first.replace(/^mediagen:/, (name) => paint(name, 'bad', side))
      for (const line of [named, ...rest, ...hints.flatMap((hint) => hintLines(hint, '  '))])
        board.write(line)
    },
    progress(name) {
      const progress = board.add(oneLine(name))
      return { ...progress, step: (state, ...shares) => progress.step(oneLine(state), ...shares) }
    },
  }
}

/** A sentence with its full stop, whether the service, a library or this program wrote it. */
function ended(sentence: string): string {
  const text = sentence.trimEnd()
  return /[.!?:]$/.test(text) ? text : `${text}.`
}
