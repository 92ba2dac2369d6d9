import { plainJson, plainText } from './plain-text.js'
import { createProgress, type Progress } from './progress.js'
import type { Terminal } from './terminal.js'

/** The output of a command: its result on standard output, everything else on standard error. */
export interface Output {
  /** Whether the result is printed as JSON. */
  readonly isJson: boolean
  /** Prints the result of the command: the document with `--json`, else the lines. */
  result(document: object, lines: readonly string[]): void
  /** Prints a status message, unless `--quiet`. */
  info(sentence: string): void
  /** Prints an error message, also with `--quiet`. */
  error(sentence: string): void
  /** Shows the progress of one operation. */
  progress(name: string, expectedSeconds: number): Progress
}

export function createOutput(
  { stdout, stderr }: Terminal,
  { json = false, quiet = false }: { json?: boolean; quiet?: boolean },
): Output {
  const write = (sentence: string) => stderr.write(`${plainText(sentence)}\n`)
  return {
    isJson: json,
    result(document, lines) {
      if (json) stdout.write(`${plainJson(JSON.stringify(document, null, 2))}\n`)
      else for (const line of lines) stdout.write(`${plainText(line)}\n`)
    },
    info(sentence) {
      if (!quiet) write(sentence)
    },
    error: write,
    progress(name, expectedSeconds) {
      const progress = createProgress(quiet ? undefined : stderr, plainText(name), expectedSeconds)
      return { ...progress, step: (state, share) => progress.step(plainText(state), share) }
    },
  }
}
