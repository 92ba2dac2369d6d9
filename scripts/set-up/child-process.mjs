// @ts-check
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { basename } from 'node:path'
import { lineVariable } from './end-with-parent.mjs'
import { childEnvironment, projectRoot } from './project.mjs'

/** Node's arguments for a program that ends with this process. */
const endsWithParent = ['--import', new URL('./end-with-parent.mjs', import.meta.url).href]

/** How long a tool has to end by itself once it is asked to. */
const endsInMs = 1_000

/** How much of a quiet child's output is kept for the report of its failure. */
const outputCharactersMax = 200_000

/**
 * Runs a program in the foreground, on this terminal, and resolves to the exit code for this process. SIGINT,
 * SIGTERM and SIGHUP are forwarded, and the child decides when to end; a child killed by a signal counts as
 * 128 plus the signal's number, as in a shell. A Node is asked to end, too, when this process is killed.
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {{ environment?: Record<string, string>, folder?: string }} [options] further variables, and where it
 *   runs; in the project's folder by default
 * @returns {Promise<number>}
 */
export function runForeground(command, commandArguments, { environment = {}, folder = projectRoot } = {}) {
  return new Promise((resolve, reject) => {
    const isNode = /^node(\.exe)?$/.test(basename(command))
    const child = spawn(command, isNode ? [...endsWithParent, ...commandArguments] : commandArguments, {
      cwd: folder,
      env: { ...childEnvironment(), ...environment, ...(isNode && { [lineVariable]: '3' }) },
      stdio: ['inherit', 'inherit', 'inherit', ...(isNode ? /** @type {const} */ (['pipe']) : [])],
    })
    const stopPassingOn = passOnSignals(child)
    child.once('error', (error) => {
      stopPassingOn()
      reject(error)
    })
    child.once('exit', (code, signal) => {
      stopPassingOn()
      resolve(exitCodeOf(code, signal))
    })
  })
}

/**
 * Runs a tool in the background and resolves to its exit code and its whole output, in order. Asked to end, this
 * process ends with the tool, which is asked once more a second later: npm would finish its step first.
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {Record<string, string>} [extraEnvironment]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, commandArguments, extraEnvironment = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, {
      cwd: projectRoot,
      env: { ...childEnvironment(), ...extraEnvironment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    /** @type {NodeJS.Timeout | undefined} */
    let insist
    const stopPassingOn = passOnSignals(child, () => {
      insist ??= setTimeout(() => child.kill('SIGTERM'), endsInMs)
    })
    let output = ''
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-outputCharactersMax)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => {
      stopPassingOn()
      reject(error)
    })
    child.once('close', (code, signal) => {
      stopPassingOn()
      clearTimeout(insist)
      // Whoever interrupts a tool does not want the following steps either. The code tells nothing: some
      // tools end in order, with 0, when they are asked to.
      if (wasAskedToEnd) process.exit(exitCodeOf(null, 'SIGTERM'))
      if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(exitCodeOf(code, signal))
      resolve({ code: exitCodeOf(code, signal), output })
    })
  })
}

/**
 * Runs a program silently at low priority, until it ends or is stopped.
 * @param {string} command
 * @param {readonly string[]} commandArguments
 * @param {(code: number) => void} onEnd called with the exit code, unless it was stopped
 * @returns {{ stop: () => void }}
 */
export function runInBackground(command, commandArguments, onEnd) {
  const child = spawn(command, commandArguments, {
    cwd: projectRoot,
    env: childEnvironment(),
    stdio: 'ignore',
  })
  child.once('spawn', () => child.pid && setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL))
  child.once('error', () => onEnd(1))
  child.once('exit', (code, signal) => onEnd(exitCodeOf(code, signal)))
  return {
    stop() {
      child.removeAllListeners()
      // A failed kill is ignored: the process has ended by itself.
      child.on('error', () => undefined)
      child.kill()
    },
  }
}

let wasAskedToEnd = false

/** Whether this process was asked to end while a child ran, and has left that to the child. */
export function isEnding() {
  return wasAskedToEnd
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {() => void} [onAsked] called when this process is asked to end
 * @returns {() => void} undoes it
 */
function passOnSignals(child, onAsked) {
  const line = child.stdio[3]
  const pass = (/** @type {NodeJS.Signals} */ signal) => {
    if (signal !== 'SIGHUP') {
      wasAskedToEnd = true
      onAsked?.()
    }
    // A terminal sends Ctrl-C to the whole group, the child included; forwarding it would count as a second.
    if (signal === 'SIGINT' && process.stdin.isTTY) return
    // On Windows a signal would kill the child on the spot.
    if (process.platform === 'win32' && line) line.destroy()
    else child.kill(signal)
  }
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}

/**
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
function exitCodeOf(code, signal) {
  return code ?? 128 + (signal === null ? 0 : constants.signals[signal])
}
