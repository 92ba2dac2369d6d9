// @ts-check
import { join } from 'node:path'
import { runQuietly } from './child-process.mjs'
import { projectRoot, SetUpError, say } from './project.mjs'

/** A fully cached build takes less than this and is not reported. */
const silentForMs = 1500

/**
 * Generates and builds what has changed, by turbo's cache. Throws a SetUpError with the compiler's output if
 * the build fails.
 * @param {string} node the program that runs the project's code
 * @param {'build' | 'generate'} [task] 'generate' stops after the generated files
 */
export async function build(node, task = 'build') {
  const startedAt = Date.now()
  let told = false
  const announcement = setTimeout(() => {
    told = true
    say(task === 'build' ? 'generating and building' : 'generating')
  }, silentForMs)
  const { code, output } = await runQuietly(node, turboArguments(task))
  clearTimeout(announcement)
  if (code !== 0) throw new SetUpError(`the ${task} step failed:\n\n${output.trim()}`)
  if (told) say(`done in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}

/**
 * The arguments for Node to run a task of turbo.json that prints only errors.
 * @param {'build' | 'generate'} task
 * @returns {string[]}
 */
export function turboArguments(task) {
  const turbo = join(projectRoot, 'node_modules', 'turbo', 'bin', 'turbo')
  return [turbo, 'run', task, '--output-logs=errors-only', '--no-update-notifier', '--ui=stream']
}
