// @ts-check
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the whole project, with no slash at its end. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/**
 * The environment for every child: the project's own commands come first on its path, and none of the tools
 * reports to its maker or looks for a newer version of itself.
 */
export function childEnvironment() {
  return {
    ...process.env,
    PATH: [join(projectRoot, 'node_modules', '.bin'), process.env.PATH ?? ''].join(delimiter),
    DO_NOT_TRACK: '1',
    TURBO_TELEMETRY_DISABLED: '1',
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  }
}

/**
 * Tells the person at the terminal what is being done. Always standard error, so that a command's own output
 * on standard output stays clean for a pipe.
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`mediagen: ${sentence}\n`)
}

/** Somebody asks how a command is called; the message is what it prints. */
export class HelpRequest extends Error {}

/** A fault that is told in one sentence, without a stack: the reader can do something about it. */
export class SetUpError extends Error {}
