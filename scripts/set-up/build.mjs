// @ts-check
import { join } from 'node:path'
import { runQuietly } from './child-process.mjs'
import { projectRoot, SetUpError, startProgress } from './project.mjs'

/** A fully cached build takes less than this and is not reported. */
const silentForMs = 1500

/** @typedef {'bundle' | 'build'} Task of turbo.json */

/** What each task says while it runs and when it has ended. */
const words = {
  bundle: ['bundling the service', 'bundled'],
  build: ['building', 'built'],
}

/**
 * Builds what has changed, by turbo's cache. Throws a SetUpError with the tool's output if it fails.
 * @param {string} node the program that runs the project's code
 * @param {Task} task
 */
export async function build(node, task) {
  const [doing, done] = words[task]
  /** @type {ReturnType<typeof startProgress> | undefined} */
  let endProgress
  const announcement = setTimeout(() => {
    endProgress = startProgress(doing ?? task)
  }, silentForMs)
  const { code, output } = await runQuietly(node, turboArguments([task], ['--output-logs=errors-only']))
  clearTimeout(announcement)
  endProgress?.(code === 0 ? done : undefined)
  if (code !== 0) throw new SetUpError(`the ${task} step failed:\n\n${output.trim()}`)
}

/**
 * The arguments for Node to run tasks of turbo.json.
 * @param {readonly string[]} tasks
 * @param {readonly string[]} options
 * @returns {string[]}
 */
export function turboArguments(tasks, options) {
  const turbo = join(projectRoot, 'node_modules', 'turbo', 'bin', 'turbo')
  return [turbo, 'run', ...tasks, ...options, '--no-update-notifier', '--ui=stream']
}
