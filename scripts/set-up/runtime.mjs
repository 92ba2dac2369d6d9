// @ts-check
import { spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, SetUpError } from './project.mjs'

/** The oldest Node that the project's own code runs on. */
const nodeMajorMin = 24

/**
 * How V8 is to size its heap in the service, as the image and the unit files have it, too. The decision page
 * 2026-11-21-small-v8-heap.md has the measurements.
 * @type {readonly string[]}
 */
export const serviceFlags = ['--max-semi-space-size=32', '--heap-growing-percent=60']

/**
 * The program to run the project's code with: the Node among the packages, else the running one if it is new
 * enough. Throws a SetUpError with advice if there is neither.
 * @param {{ bundled?: string, running?: string }} [candidates] what to look at, for tests
 * @returns {string}
 */
export function findNode({
  bundled = join(projectRoot, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node'),
  running = process.execPath,
} = {}) {
  const found = []
  for (const candidate of [bundled, running]) {
    if (!existsSync(candidate)) continue
    const version = versionOf(candidate)
    if (Number.parseInt(version, 10) >= nodeMajorMin) return candidate
    found.push(`${candidate} is ${version}`)
  }
  throw new SetUpError(
    `Node ${nodeMajorMin} or newer is needed, and the packages contain none for ${process.platform} ${process.arch} ` +
      `(${found.join('; ')}). Install Node ${nodeMajorMin} from https://nodejs.org and run the command again.`,
  )
}

/** @param {string} program */
function versionOf(program) {
  if (realpathSync(program) === realpathSync(process.execPath)) return process.versions.node
  const answer = spawnSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8' })
  if (answer.status === 0) return answer.stdout.trim()
  const reason = answer.error?.message ?? answer.stderr.trim().split('\n')[0]
  return `not able to run here: ${reason}`
}
