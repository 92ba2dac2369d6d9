// @ts-check
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { runForeground } from '../set-up/child-process.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { projectRoot, SetUpError } from '../set-up/project.mjs'
import { checkArguments, taskNames } from './tasks.mjs'

/** Of a script that npm runs, its output is enough. */
const quietNpm = { npm_config_loglevel: 'silent' }

/** Where turbo writes the summary of a run. */
const summaries = join(projectRoot, '.turbo', 'runs')

/**
 * npm run check: what `check` of turbo.json depends on, or the tasks that are named; what has passed is not run again
 * before one of its inputs changes. All of them run; the exit code is 1 if any fails.
 * @param {readonly string[]} args
 */
export async function check(args) {
  const { words } = readArguments({ usage: 'npm run check [-- TASK …]', wordsMax: 10 }, args)
  const known = taskNames()
  const unknown = words.filter((word) => !known.includes(word))
  if (unknown.length > 0)
    throw new SetUpError(`turbo.json has no task ${unknown.join(' or ')}; it has ${known.join(', ')}`)
  const { node } = await prepare({ build: 'none' })
  rmSync(summaries, { recursive: true, force: true })
  const tasks = words.length === 0 ? ['check'] : words
  const turbo = checkArguments(tasks, ['--summarize'])
  const code = await runForeground(node, turbo, { environment: quietNpm })
  for (const { attempted, failed } of readSummaries())
    process.stdout.write(`${attempted - failed} passed, ${code === 0 ? 0 : Math.max(failed, 1)} failed\n`)
  return code === 0 ? 0 : 1
}

/**
 * One of a run that has come to its end, none of one that was interrupted.
 * @returns {{ attempted: number, failed: number }[]}
 */
function readSummaries() {
  if (!existsSync(summaries)) return []
  return readdirSync(summaries).map(
    (file) => JSON.parse(readFileSync(join(summaries, file), 'utf8')).execution,
  )
}
