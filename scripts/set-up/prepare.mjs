// @ts-check
import { basename, join } from 'node:path'
import { build } from './build.mjs'
import { isEnding } from './child-process.mjs'
import { ensureDependencies } from './dependencies.mjs'
import { endWithNpm } from './end-with-npm.mjs'
import { end } from './end-with-parent.mjs'
import { HelpRequest, projectRoot, SetUpError, say } from './project.mjs'
import { runAlone } from './run-alone.mjs'
import { findNode } from './runtime.mjs'

/**
 * Prepares a checkout to run: installs packages, finds Node 24 and builds. Skips what is up to date, so a
 * second call takes a second or two. One command does it at a time: npm start installs and builds more in the
 * background, and two would delete each other's packages.
 * @param {{ build?: 'all' | 'service' | 'none' }} [options] how far the last step goes, 'all' by
 *   default; 'service' also installs no more than the service needs
 * @returns {Promise<{ node: string }>} the program to run the project's code with
 */
export async function prepare(options = {}) {
  const extent = options.build ?? 'all'
  return runAlone(lockFile, () => prepareAlone(extent), onWait)
}

const lockFile = join(projectRoot, 'out', 'preparing')

function onWait() {
  say('another command prepares this checkout, the process in out/preparing; this one continues after it')
}

/** @param {'all' | 'service' | 'none'} extent */
async function prepareAlone(extent) {
  await ensureDependencies(extent === 'service' ? 'serving' : 'all')
  const node = findNode()
  if (extent !== 'none') await build(node, tasks[extent])
  return { node }
}

const tasks = /** @type {const} */ ({ all: 'build', service: 'bundle' })

/**
 * Runs the body of a command and ends the process with the exit code that it resolves to. A SetUpError is
 * printed as its message, any other error with its stack. Help goes to standard output, with code 0. A
 * command that npm runs ends with npm, as on SIGTERM.
 * @param {() => Promise<number>} body
 * @param {string} [program] what npm's script names; the file that runs by default
 */
export async function runCommand(body, program = basename(process.argv[1] ?? '')) {
  void endWithNpm(program, () => {
    // A second request would end the child at once, in the middle of its work.
    if (!isEnding()) end()
  })
  try {
    process.exitCode = await body()
  } catch (error) {
    if (error instanceof HelpRequest) return void process.stdout.write(`${error.message}\n`)
    if (!(error instanceof SetUpError)) throw error
    say(error.message)
    process.exitCode = 1
  }
}
