// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForeground } from '../set-up/child-process.mjs'
import { ensureSystemPrograms } from '../set-up/debian.mjs'
import { prepare } from '../set-up/prepare.mjs'

/** Exit codes from here on mean that a signal ended the run, which then has no count. */
const signalExitCodeMin = 128

/**
 * npm test: every test but the end-to-end ones; with --all, those too. Other arguments go to vitest; a project
 * or, as the first one, a file's name chooses from all, as in `npm test -- --project unit`.
 * @param {readonly string[]} args
 */
export function test(args) {
  const choosesTests =
    args[0]?.startsWith('-') === false || args.some((word) => /^--(all|project)\b/.test(word))
  return runTests({ suite: choosesTests ? 'all' : 'test', args: args.filter((word) => word !== '--all') })
}

/**
 * Runs vitest and ends its output with one machine-readable line, `N passed, N failed`. Returns its exit
 * code.
 * @param {{ suite: import('../config/vitest-projects.ts').SuiteChoice, args: readonly string[] }} run `args`
 *   go to vitest
 */
export async function runTests({ suite, args }) {
  const [{ node }] = await Promise.all([prepare(), ensureSystemPrograms()])
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-test-'))
  const countFile = join(folder, 'count.json')
  try {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run']
    const reporters = ['--reporter=default', '--reporter=./scripts/config/vitest-count-reporter.ts']
    const code = await runForeground(node, [...vitest, ...reporters, ...args], {
      environment: {
        MEDIAGEN_TEST_SUITE: suite,
        MEDIAGEN_TEST_COUNT_FILE: countFile,
        // Hundreds of processes load the same code: compiling it once saves a seventh of their time.
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compile-cache'),
      },
    })
    if (code < signalExitCodeMin) printCount(countFile, code)
    return code
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} countFile
 * @param {number} code vitest's exit code
 */
function printCount(countFile, code) {
  const { passed, failed } = readCount(countFile)
  // Any failure of vitest counts, even outside a test.
  process.stdout.write(`${passed} passed, ${code === 0 ? failed : Math.max(failed, 1)} failed\n`)
}

/**
 * @param {string} countFile
 * @returns {import('../config/vitest-count-reporter.ts').TestCount}
 */
function readCount(countFile) {
  try {
    return JSON.parse(readFileSync(countFile, 'utf8'))
  } catch {
    // vitest ended before it ran a test, and has printed why.
    return { passed: 0, failed: 0 }
  }
}
