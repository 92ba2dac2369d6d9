// @ts-check
import { join } from 'node:path'
import { runQuietly } from './child-process.mjs'
import { projectRoot, SetUpError, say } from './project.mjs'

/** A build that is all in the cache takes less than this and is not worth a word. */
const silentForMs = 1500

/**
 * Generates and builds whatever has changed since the last time, by turbo's cache. Throws a SetUpError with the
 * compiler's own output when something does not build.
 * @param {string} node the program that runs the project's code
 */
export async function build(node) {
  const startedAt = Date.now()
  let told = false
  const announcement = setTimeout(() => {
    told = true
    say('generating and building')
  }, silentForMs)
  const turbo = join(projectRoot, 'node_modules', 'turbo', 'bin', 'turbo')
  const turboArguments = ['run', 'build', '--output-logs=errors-only', '--no-update-notifier', '--ui=stream']
  const { code, output } = await runQuietly(node, [turbo, ...turboArguments])
  clearTimeout(announcement)
  if (code !== 0) throw new SetUpError(`the build failed:\n\n${output.trim()}`)
  if (told) say(`built in ${Math.round((Date.now() - startedAt) / 1000)} s`)
}
