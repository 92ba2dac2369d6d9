// @ts-check
import { isAbsolute, relative } from 'node:path'
import { projectRoot } from '../set-up/project.mjs'

/**
 * Something left to do, at a line of a file whose path starts at the root of the repository. What a test finds
 * has the test's name.
 * @typedef {{ file: string, line: number, text: string, test?: string }} Finding
 */

/** GitHub's annotations, which vitest and Redocly write: `::error file=F,line=L,title=T::message`. */
const annotation = /^::error (.*?)::(.*)$/
/** A compiler's error, `F(L,C): error TS0000: message`. */
const compilerError = /^([^\s:]+)\((\d+),\d+\): error (.*)$/
/** A fault of the generator, `F:L: message`. */
const generatorFault = /^\s*([\w./-]+\.\w+):(\d+): (.*)$/

/** More lines of one message, such as of a long comparison, are not shown. */
const messageLinesMax = 12

/** A type that a compiler quotes; a longer one hides the name of what is missing. */
const longType = /'[^']{60,}?'(?=[\s.,;]|$)/g

/**
 * What the output of generator, compilers, linters and tests says of files, in order. Other lines are left
 * out.
 * @param {string} output
 * @returns {Finding[]}
 */
export function findingsIn(output) {
  /** @type {Finding[]} */
  const findings = []
  let continues = false
  for (const line of output.split('\n')) {
    const finding = annotated(line) ?? located(compilerError.exec(line)) ?? located(generatorFault.exec(line))
    const last = findings.at(-1)
    if (finding !== undefined) findings.push(finding)
    // A compiler explains its error in the indented lines that follow.
    else if (continues && last !== undefined && /^\s+\S/.test(line)) last.text += `\n${line}`
    continues = finding === undefined ? continues && /^\s+\S/.test(line) : compilerError.test(line)
  }
  return findings.map(({ text, ...place }) => ({ ...place, text: shortened(text) }))
}

/**
 * Each finding once, by file and line; of a test that fails in several cases for the same reason, the first.
 * @param {readonly Finding[]} findings
 * @returns {Finding[]}
 */
export function byFile(findings) {
  const isSame = (/** @type {Finding} */ one, /** @type {Finding} */ other) =>
    one.file === other.file && one.line === other.line && one.text === other.text
  return findings
    .filter((one, at) => findings.findIndex((other) => isSame(one, other)) === at)
    .map((first) => {
      const cases = new Set(findings.filter((other) => isSame(first, other)).map(({ test }) => test))
      return cases.size === 1 ? first : { ...first, test: `${first.test} and ${cases.size - 1} more` }
    })
    .sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
}

/**
 * @param {string} line
 * @returns {Finding | undefined}
 */
function annotated(line) {
  const [, properties = '', message = ''] = annotation.exec(line) ?? []
  const {
    file,
    line: number,
    title,
  } = Object.fromEntries(properties.split(',').map((property) => property.split('=').map(unescaped)))
  if (file === undefined) return undefined
  // Of a test's title, which begins with its file, the name of the test says enough.
  const name = title?.split(' > ').slice(1).join(' > ') || title
  const text = unescaped(message)
  return { file: fromRoot(file), line: Number(number ?? 1), text, ...(name && { test: name }) }
}

/**
 * An annotation's text, in which only these characters are escaped.
 * @param {string} text
 */
function unescaped(text) {
  return text.replace(/%(25|0A|0D|2C|3A)/g, decodeURIComponent)
}

/**
 * @param {RegExpExecArray | null} match
 * @returns {Finding | undefined}
 */
function located(match) {
  if (match === null) return undefined
  const [, file = '', line, text = ''] = match
  return { file: fromRoot(file), line: Number(line), text }
}

/** @param {string} file */
function fromRoot(file) {
  return (isAbsolute(file) ? relative(projectRoot, file) : file).replaceAll('\\', '/')
}

/** @param {string} text */
function shortened(text) {
  const lines = text
    .replace(longType, "'…'")
    .split('\n')
    .map((line) => line.trimEnd())
    // vitest ends with the place, which is known.
    .filter((line) => line !== '' && !/^\s*❯ /.test(line))
  return [...lines.slice(0, messageLinesMax), ...(lines.length > messageLinesMax ? ['…'] : [])].join('\n')
}
