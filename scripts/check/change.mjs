// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { turboArguments } from '../set-up/build.mjs'
import { runQuietly } from '../set-up/child-process.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { projectRoot } from '../set-up/project.mjs'
import { changeReport, comparison } from './change-report.mjs'
import { checkArguments, failedTypes, typeTasks } from './tasks.mjs'

/**
 * A program run with Node 24 that exits with 0 on success.
 * @typedef {{ name: string, arguments: readonly string[] }} Step
 * @typedef {{ name: string, passed: boolean, output: string }} StepResult
 */

/** The tests that hold what a change of the contract must reach: lists, samples, commands, tools and forms. */
export const contractTests = [
  'openapi/contract.test.ts',
  'scripts/docs/reference',
  'scripts/release/contract',
  'sdk/ai-sdk/test/videos.test.ts',
  'sdk/cli/test/agents-page.test.ts',
  'sdk/cli/test/completion.test.ts',
  'sdk/cli/test/help.test.ts',
  'sdk/cli/test/mcp.test.ts',
  'sdk/cli/test/readme.test.ts',
  'sdk/test/errors.test.ts',
  'sdk/test/mock-contract.test.ts',
  'sdk/test/proxy.test.ts',
  'server/playground/src/contract',
  'test/contract/documents.test.ts',
  'test/contract/errors.test.ts',
  'test/contract/every-response.test.ts',
  'test/contract/validation.test.ts',
  'test/contract/versioning.test.ts',
  'test/mock/',
]

const types = 'types'

/**
 * A stage begins when the one before it has ended. The generated files and the changelog are written first; build, tests
 * and types read them.
 * @type {readonly (readonly Step[])[]}
 */
const stages = [
  [{ name: 'generate', arguments: ['scripts/run.mjs', 'generate'] }],
  [
    { name: 'build', arguments: turboArguments(['build'], ['--output-logs=errors-only']) },
    { name: comparison, arguments: ['scripts/release/contract/changes.ts', '--write'] },
  ],
  [
    {
      name: 'tests of lists',
      arguments: [
        'node_modules/vitest/vitest.mjs',
        'run',
        ...['unit', 'contract'].map((project) => `--project=${project}`),
        '--reporter=github-actions',
        ...contractTests,
      ],
    },
    { name: types, arguments: checkArguments(typeTasks, ['--output-logs=errors-only', '--log-prefix=task']) },
    {
      name: 'contract lint',
      arguments: [
        ...['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi/openapi.yaml'],
        ...['--config', 'openapi/redocly.yaml', '--format=github-actions'],
      ],
    },
  ],
]

/**
 * npm run change: generates, and says what a change of the contract leaves to do. All steps run, unless the
 * contract cannot be generated; the exit code is 1 if anything is left.
 * @param {readonly string[]} args
 */
export async function change(args) {
  readArguments({ usage: 'npm run change' }, args)
  const { node } = await prepare({ build: 'none' })
  const [generation = [], ...later] = stages
  const results = await runSteps(node, generation)
  if (results.every(({ passed }) => passed))
    for (const steps of later) results.push(...(await runSteps(node, steps)))
  const changelog = readFileSync(join(projectRoot, 'openapi/CHANGELOG.md'), 'utf8')
  const written = { changedFiles: await filesToCommit(), changelog }
  process.stdout.write(`\n${changeReport(results.flatMap(byPackage), written)}\n`)
  return results.every(({ passed }) => passed) ? 0 : 1
}

/**
 * Runs the steps of a stage at once, all of them even if one fails, and prints a line for each as it ends.
 * @param {string} node
 * @param {readonly Step[]} steps
 * @returns {Promise<StepResult[]>}
 */
function runSteps(node, steps) {
  return Promise.all(
    steps.map(async ({ name, arguments: own }) => {
      const startedAt = Date.now()
      const { code, output } = await runQuietly(node, own)
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)
      process.stdout.write(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name.padEnd(nameWidth)} ${seconds} s\n`)
      return { name, passed: code === 0, output }
    }),
  )
}

const nameWidth = Math.max(...stages.flat().map(({ name }) => name.length))

/**
 * What failed in the types of each package, instead of all in one.
 * @param {StepResult} result
 * @returns {StepResult[]}
 */
function byPackage(result) {
  if (result.name !== types || result.passed) return [result]
  const failed = failedTypes(result.output)
  return failed.length === 0 ? [result] : failed
}

/** Every file that differs from the last commit. */
async function filesToCommit() {
  const { output } = await runQuietly('git', ['status', '--porcelain', '--untracked-files=all'])
  return output.split('\n').map((line) => line.slice(3))
}
