// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForeground } from './child-process.mjs'
import { ensureSystemPrograms } from './debian.mjs'
import { prepare } from './prepare.mjs'

/** Exit codes from here on mean that a signal ended the run, which then has no count. */
const signalExitCodeMin = 128

/**
 * Runs vitest and ends its output with one machine-readable line, `N passed, N failed`. Returns its exit
 * code.
 * @param {{ suite: import('../config/vitest-projects.ts').SuiteChoice, args: readonly string[] }} run `args`
 *   go to vitest
 */
export async function runTests({ suite, args }) {
  const { node } = await prepare()
  await ensureSystemPrograms()
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
