// @ts-check
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { runQuietly } from '../set-up/child-process.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { projectRoot } from '../set-up/project.mjs'
import { byFile, findingsIn } from './findings.mjs'
import { changeStages } from './gates.mjs'
import { runStage } from './run-gates.mjs'

/** @typedef {import('./run-gates.mjs').GateResult} GateResult */

/** Lines of a step that failed without naming a file. */
const outputLinesMax = 20

/**
 * npm run change: what is left to do after a change of the contract, in one report. Every step runs, unless
 * the contract cannot be generated; the exit code is 1 if anything is left.
 * @param {readonly string[]} args
 */
export async function change(args) {
  readArguments({ usage: 'npm run change' }, args)
  const { node } = await prepare({ build: 'none' })
  const width = Math.max(...changeStages.flat().map(({ name }) => name.length))
  /** @type {GateResult[]} */
  const results = []
  for (const stage of changeStages) {
    results.push(...(await runStage(node, stage, width)))
    if (stage === changeStages[0] && results.some(({ passed }) => !passed)) break
  }
  process.stdout.write(`\n${report(results, await changedGeneratedFiles())}\n`)
  return results.every(({ passed }) => passed) ? 0 : 1
}

/**
 * @param {readonly GateResult[]} results
 * @param {readonly string[]} changedFiles generated ones that differ from the last commit
 */
function report(results, changedFiles) {
  const failed = results.filter(({ passed, gate }) => !passed && gate.name !== 'contract changes')
  const found = byFile(failed.flatMap(({ output }) => findingsIn(output)))
  const findings = found.filter(({ file }) => !isGenerated(file))
  const inGenerated = found.filter(({ file }) => isGenerated(file))
  const silent = failed.filter(({ output }) => findingsIn(output).length === 0)
  return [
    contractWords(results.find(({ gate }) => gate.name === 'contract changes')),
    ...perFolder('Generated files, to be committed', changedFiles),
    ...perFolder(
      'Errors in generated files, which come from the contract',
      inGenerated.map(({ file }) => file),
    ),
    ...silent.map(({ gate, output }) => `${gate.name} failed:\n${indented(lastLines(output))}`),
    findings.length === 0
      ? results.every(({ passed }) => passed) && 'Nothing is left to do.'
      : `Left to do, ${findings.length} in ${new Set(findings.map(({ file }) => file)).size} files:`,
    ...findings.map(({ file, line, test, text }) => {
      const words = test === undefined ? text : `${test}: ${text}`
      return `${file}:${line}  ${words.replaceAll('\n', '\n    ')}`
    }),
  ]
    .filter(Boolean)
    .join('\n')
}

/**
 * What callers can notice since the last release, or why the contract breaks them.
 * @param {GateResult | undefined} result
 */
function contractWords(result) {
  if (result === undefined) return ''
  if (!result.passed) return result.output.trim()
  const changelog = readFileSync(join(projectRoot, 'openapi/CHANGELOG.md'), 'utf8')
  const [, unreleased] = /^## Unreleased\n\n(.*?)\n(?=^## )/ms.exec(changelog) ?? []
  if (unreleased === undefined) return 'Callers notice no difference to the last release.'
  return `Since the last release, breaking nothing:\n${indented(unreleased.trim().replaceAll(/^\n/gm, ''))}`
}

/** The generated files that differ from the last commit. */
async function changedGeneratedFiles() {
  const { output } = await runQuietly('git', ['status', '--porcelain', '--untracked-files=all'])
  return output
    .split('\n')
    .map((line) => line.slice(3))
    .filter((file) => isGenerated(file) || file === 'openapi/CHANGELOG.md')
}

/** @param {string} file */
function isGenerated(file) {
  return /(^|\/)generated\/|^server\/contract\/src\/|^sdk\/api-report\.txt$/.test(file)
}

/**
 * A line with the number of files in each folder.
 * @param {string} title
 * @param {readonly string[]} files
 */
function perFolder(title, files) {
  const folders = new Set(files.map(dirname))
  const counts = [...folders].map(
    (folder) => `${folder} (${files.filter((file) => dirname(file) === folder).length})`,
  )
  return files.length === 0 ? [] : [`${title}: ${counts.join(', ')}`]
}

/** @param {string} output */
function lastLines(output) {
  return output.trim().split('\n').slice(-outputLinesMax).join('\n')
}

/** @param {string} text */
function indented(text) {
  return text.replace(/^(?=.)/gm, '  ')
}
