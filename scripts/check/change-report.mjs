// @ts-check
import { dirname } from 'node:path'
import { byFile, findingsIn } from './findings.mjs'

/** @typedef {import('./change.mjs').StepResult} StepResult */

/** The step that compares the contract with its last release. */
export const comparison = 'contract changes'

/** Of a step that fails without naming a file. */
const outputLinesMax = 20

/**
 * The report of `npm run change`: what callers will notice, which generated files differ from the last
 * commit, and a line for each thing that is left to do, by file.
 * @param {readonly StepResult[]} results
 * @param {{ changedFiles: readonly string[], changelog: string }} written what the steps have written: files
 *   that differ from the last commit, and the text of the changelog
 */
export function changeReport(results, { changedFiles, changelog }) {
  const failed = results.filter(({ passed, name }) => !passed && name !== comparison)
  const found = byFile(failed.flatMap(({ output }) => findingsIn(output)))
  // What is wrong in the generated part of the contract stands in errors.yaml with the same words.
  const toDo = found.filter(({ file }) => !isGenerated(file) || file.endsWith('.yaml'))
  const files = new Set(toDo.map(({ file }) => file))
  // What the compilers of the build find, the type checks list by file.
  const unlocated = failed.filter(
    ({ output }) => findingsIn(output).length === 0 && !(toDo.length > 0 && /\berror TS\d/.test(output)),
  )
  const sections = [
    noticed(
      results.find(({ name }) => name === comparison),
      changelog,
    ),
    perFolder('Generated, to be committed', changedFiles.filter(isGenerated)),
    perFolder(
      'Errors in generated files, which come from the contract',
      found.filter((one) => !toDo.includes(one)).map(({ file }) => file),
    ),
    ...unlocated.map(({ name, output }) => `${name} failed:\n${indented(lastLines(output))}`),
    toDo.length > 0 && `Left to do, ${toDo.length} in ${files.size} files:\n${toDo.map(lineOf).join('\n')}`,
    results.every(({ passed }) => passed) && 'Nothing is left to do.',
  ]
  return sections.filter(Boolean).join('\n\n')
}

/** @param {import('./findings.mjs').Finding} finding */
function lineOf({ file, line, test, text }) {
  const words = test === undefined ? text : `${test}: ${text}`
  return `${file}:${line}  ${words.replaceAll('\n', '\n    ')}`
}

/**
 * What callers will notice since the last release, or why the contract would break them.
 * @param {StepResult | undefined} result
 * @param {string} changelog
 */
function noticed(result, changelog) {
  if (result === undefined) return ''
  if (!result.passed) return result.output.trim()
  const [, unreleased] = /^## Unreleased\n\n(.*?)\n(?=^## )/ms.exec(changelog) ?? []
  if (unreleased === undefined) return 'Callers will notice no difference from the last release.'
  const lines = unreleased.trim().replaceAll(/^\n/gm, '')
  return `Callers will notice, since the last release, and nothing breaks them:\n${indented(lines)}`
}

/** @param {string} file */
function isGenerated(file) {
  return /(^|\/)generated\/|\.generated\.\w+$|^server\/contract\/src\/|^sdk\/api-report\.txt$|^openapi\/CHANGELOG\.md$/.test(
    file,
  )
}

/**
 * A line with the number of files in each folder, if there are any.
 * @param {string} title
 * @param {readonly string[]} files
 */
function perFolder(title, files) {
  const folders = [...new Set(files.map(dirname))]
  const counts = folders.map(
    (folder) => `${folder} (${files.filter((file) => dirname(file) === folder).length})`,
  )
  return files.length > 0 && `${title}: ${counts.join(', ')}`
}

/** @param {string} output */
function lastLines(output) {
  return output.trim().split('\n').slice(-outputLinesMax).join('\n')
}

/** @param {string} text */
function indented(text) {
  return text.replace(/^(?=.)/gm, '  ')
}
