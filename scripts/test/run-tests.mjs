// @ts-check
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runForeground } from '../set-up/child-process.mjs'
import {
  buildah,
  debootstrap,
  ensureSystemPrograms,
  readNoSystem,
  requireSystemPrograms,
} from '../set-up/debian.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { SetUpError } from '../set-up/project.mjs'

/** Exit codes from here on mean that a signal ended the run, which then has no count. */
const signalExitCodeMin = 128

/**
 * npm test: every test but the end-to-end ones; with --all, those too. Other arguments go to vitest; a project
 * or, as the first one, a file's name chooses from all, as in `npm test -- --project unit`. The projects `release` and
 * `image` run only when they are named. `--no-system` installs no system programs.
 * @param {readonly string[]} args
 */
export function test(args) {
  const { args: chosen } = readNoSystem(args)
  const named = ['release', 'image'].filter((name) => namesProject(args, name))
  if (named.includes('image')) requireRoot()
  if (named.length > 0)
    return runTests({ suite: 'named', args, programs: named.includes('image') ? [buildah, debootstrap] : [] })
  const choosesTests =
    chosen[0]?.startsWith('-') === false || args.some((word) => /^--(all|project)\b/.test(word))
  return runTests({ suite: choosesTests ? 'all' : 'test', args: args.filter((word) => word !== '--all') })
}

/**
 * @param {readonly string[]} args
 * @param {string} name
 */
function namesProject(args, name) {
  return args.some(
    (word, at) => word === `--project=${name}` || (word === '--project' && args[at + 1] === name),
  )
}

function requireRoot() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new SetUpError('images are built and run without Docker here, which only root on Linux can do')
}

/**
 * Runs vitest and ends its output with one machine-readable line, `N passed, N failed`. Returns its exit
 * code.
 * @param {{ suite: import('../config/vitest-projects.ts').SuiteChoice, args: readonly string[],
 *   programs?: readonly import('../set-up/debian.mjs').SystemProgram[] }} run `args` go to vitest, but for `--no-system`; `programs` are all
 *   that the tests cannot do without, if not what any test may use
 */
export async function runTests({ suite, args, programs }) {
  const { args: vitestArguments, mayInstall } = readNoSystem(args)
  const ensure =
    programs === undefined
      ? ensureSystemPrograms({ mayInstall })
      : requireSystemPrograms(programs, { mayInstall })
  const [{ node }] = await Promise.all([prepare(), ensure])
  const folder = mkdtempSync(join(tmpdir(), 'mediagen-test-'))
  const countFile = join(folder, 'count.json')
  try {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run']
    const reporters = ['--reporter=default', '--reporter=./scripts/config/vitest-count-reporter.ts']
    const code = await runForeground(node, [...vitest, ...reporters, ...vitestArguments], {
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
