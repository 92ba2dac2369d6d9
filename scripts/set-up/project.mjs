// @ts-check
import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root folder of the project, without a trailing slash. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/**
 * The folder that a command was called from, which its paths are relative to: npm runs scripts in the
 * project's folder and names the caller's in INIT_CWD.
 */
export function callerFolder() {
  const here = process.cwd()
  return realpathSync(here) === realpathSync(projectRoot) ? (process.env.INIT_CWD ?? here) : here
}

/**
 * The environment for every child: the project's own commands come first in PATH, and telemetry and update
 * checks of the tools are off.
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
 * Prints progress for the user, always on standard error, so that standard output can be piped.
 * @param {string} sentence
 */
export function say(sentence) {
  process.stderr.write(`mediagen: ${sentence}\n`)
}

const progressIntervalMs = 200
const spinner = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

/**
 * Shows that something lasts: on a terminal as one line that moves, elsewhere as one sentence.
 * @param {string} sentence what is under way, as in "installing packages"
 * @returns {(done?: string) => void} ends it, with the sentence that stays
 */
export function startProgress(sentence) {
  const startedAt = Date.now()
  const seconds = () => Math.round((Date.now() - startedAt) / 1000)
  const { isTTY } = process.stderr
  if (!isTTY) say(sentence)
  let frame = 0
  const show = () => {
    frame = (frame + 1) % spinner.length
    process.stderr.write(`\r\u001B[Kmediagen: ${spinner[frame]} ${sentence}, ${seconds()} s`)
  }
  const timer = isTTY ? setInterval(show, progressIntervalMs) : undefined
  const clear = () => void (isTTY && process.stderr.write('\r\u001B[K'))
  // An interrupted step does not return to its caller.
  process.once('exit', clear)
  return (done) => {
    clearInterval(timer)
    process.off('exit', clear)
    clear()
    if (done !== undefined) say(`${done} in ${seconds()} s`)
  }
}

/** A request for help; the message is the help text. */
export class HelpRequest extends Error {}

/** A problem that the user can fix: printed as one sentence, without a stack. */
export class SetUpError extends Error {}
