import { plainJson, plainText } from './plain-text.js'
import { createProgress, type Progress } from './progress.js'
import type { Terminal } from './terminal.js'

/** What a command tells: answers on standard output, everything else on standard error. */
export interface Output {
  /** Whether answers are JSON, for programs. */
  readonly isJson: boolean
  /** Gives the one answer of the command: the document to programs, the lines to people. */
  answer(document: object, lines: readonly string[]): void
  /** Tells people what happens; nothing with `--quiet`. */
  say(sentence: string): void
  /** Tells what went wrong, also with `--quiet`. */
  complain(sentence: string): void
  /** Shows how far something is. */
  progress(name: string, usualSeconds: number): Progress
}

export function createOutput(
  { stdout, stderr }: Terminal,
  { json = false, quiet = false }: { json?: boolean; quiet?: boolean },
): Output {
  const write = (sentence: string) => stderr.write(`${plainText(sentence)}\n`)
  return {
    isJson: json,
    answer(document, lines) {
      if (json) stdout.write(`${plainJson(JSON.stringify(document, null, 2))}\n`)
      else for (const line of lines) stdout.write(`${plainText(line)}\n`)
    },
    say(sentence) {
      if (!quiet) write(sentence)
    },
    complain: write,
    progress(name, usualSeconds) {
      const progress = createProgress(quiet ? undefined : stderr, plainText(name), usualSeconds)
      return { ...progress, step: (state, share) => progress.step(plainText(state), share) }
    },
  }
}
