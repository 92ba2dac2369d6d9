// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { runQuietly } from '../set-up/child-process.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { projectRoot } from '../set-up/project.mjs'
import { changeReport } from './change-report.mjs'
import { changeStages } from './gates.mjs'
import { runStage } from './run-gates.mjs'

/**
 * npm run change: generates, and says what a change of the contract leaves to do. All steps run, unless the
 * contract cannot be generated; the exit code is 1 if anything is left.
 * @param {readonly string[]} args
 */
export async function change(args) {
  readArguments({ usage: 'npm run change' }, args)
  const { node } = await prepare({ build: 'none' })
  const width = Math.max(...changeStages.flat().map(({ name }) => name.length))
  const [generation = [], ...later] = changeStages
  const results = [...(await runStage(node, generation, width))]
  if (results.every(({ passed }) => passed))
    for (const stage of later) results.push(...(await runStage(node, stage, width)))
  const changelog = readFileSync(join(projectRoot, 'openapi/CHANGELOG.md'), 'utf8')
  const written = { changedFiles: await filesToCommit(), changelog }
  process.stdout.write(`\n${changeReport(results, written)}\n`)
  return results.every(({ passed }) => passed) ? 0 : 1
}

/** Every file that differs from the last commit. */
async function filesToCommit() {
  const { output } = await runQuietly('git', ['status', '--porcelain', '--untracked-files=all'])
  return output.split('\n').map((line) => line.slice(3))
}
