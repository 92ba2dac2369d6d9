import { terminalVariables } from '../config/env-file.ts'
import { type Block, errorLines, type Hint, linesOf } from './look/blocks.ts'
import { type Style, styleOf } from './look/style.ts'

/** What standard output shows. */
export function outputStyle(): Style {
  return styleOf(process.stdout, terminalVariables())
}

/** What standard error shows. */
export function errorStyle(): Style {
  return styleOf(process.stderr, terminalVariables())
}

/** Prints a result on standard output. */
export function print(...blocks: readonly Block[]): void {
  process.stdout.write(linesOf(blocks, outputStyle()).join('\n').concat('\n'))
}

/** Prints an error, and below it what to do, on standard error. */
export function printError(sentence: string, ...hints: readonly Hint[]): void {
  process.stderr.write(errorLines(sentence, hints, errorStyle()).join('\n').concat('\n'))
}

/** Prints a text of several lines on standard error; on a terminal, lines that are too long wrap. */
export function printProblem(text: string): void {
  const blocks = text.split('\n').map((sentence) => ({ sentence }))
  process.stderr.write(linesOf(blocks, errorStyle()).join('\n').concat('\n'))
}
