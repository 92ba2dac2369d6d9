// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runQuietly } from './child-process.mjs'
import { projectRoot, SetUpError, say, startProgress } from './project.mjs'

const outputLinesShown = 15
/** What the service runs on, and what bundles it: an eighth of all packages. */
export const servingWorkspaces = [
  'openapi/runtime',
  'scripts',
  'server',
  'server/contract',
  'server/studio',
  'server/playground',
  'sdk',
]

/**
 * Installs exactly what package-lock.json names, unless node_modules already matches it: all packages, or
 * those of serving. Throws a SetUpError with the reason of a failure.
 * @param {'serving' | 'all'} [extent]
 */
export async function ensureDependencies(extent = 'all') {
  const servingAreFresh = servingPackagesAreFresh(projectRoot)
  if ((extent === 'serving' && servingAreFresh) || dependenciesAreFresh(projectRoot)) return
  const options = extent === 'serving' ? servingOptions : allOptions
  const endProgress = startProgress(
    extent === 'serving'
      ? 'installing what the service needs'
      : 'installing packages, about a minute the first time',
  )
  // What is interrupted from here on is done again, from nothing: a package may lack some of its files.
  rmSync(stampFileOf(projectRoot), { force: true })
  // The rest is added without removing what a service may be running on.
  let outcome = await runNpm([...(servingAreFresh ? addMissing : ['ci']), ...options])
  if (outcome.code !== 0) {
    const next = afterFailedInstallation(outcome.output)
    say(next.sentence)
    outcome = await runNpm([...next.npmArguments, ...options])
  }
  if (outcome.code !== 0) {
    endProgress()
    // npm undoes what failed.
    if (servingAreFresh) writeStamp(projectRoot, 'serving')
    const lines = outcome.output.trim().split('\n').slice(-outputLinesShown).join('\n')
    throw new SetUpError(`${explainNpmFailure(outcome.output)}\n\nThe end of npm's output:\n${lines}`)
  }
  writeStamp(projectRoot, extent)
  endProgress('packages installed')
}

const addMissing = ['install', '--no-save']
// Development packages are included or left out explicitly: npm settings or NODE_ENV=production could leave out
// the compiler.
const allOptions = ['--include=dev']
const servingOptions = ['--omit=dev', ...servingWorkspaces.map((folder) => `--workspace=${folder}`)]

/**
 * The one retry after `npm ci` has failed. If the registry lacks packages of another platform, npm ci refuses
 * a lock file without them, although this platform needs none of them; npm install takes the same versions
 * from the lock file and ignores those. For any other failure npm ci runs again, in case it was temporary.
 * @param {string} output what npm ci wrote
 * @returns {{ npmArguments: string[], sentence: string }}
 */
export function afterFailedInstallation(output) {
  const complaints = output.match(/(Missing|Invalid): .*/g) ?? []
  const foreign = /^Missing: \S+@ from lock file/
  if (complaints.length > 0 && complaints.every((complaint) => foreign.test(complaint))) {
    return {
      npmArguments: addMissing,
      sentence:
        'the registry has no packages for some other platforms, so npm install runs instead of npm ci',
    }
  }
  return { npmArguments: ['ci'], sentence: 'npm ci failed, trying once more' }
}

/**
 * Whether the packages in `root`/node_modules are those of `root`/package-lock.json: by the stamp of the last
 * installation made here, or by npm's own record, so that `npm install` by hand is never undone.
 * @param {string} root
 * @returns {boolean}
 */
export function dependenciesAreFresh(root) {
  const recordFile = join(root, 'node_modules', '.package-lock.json')
  // npm writes its record last: without it the installation was interrupted.
  if (!existsSync(recordFile)) return false
  if (hasStamp(root, 'all')) return true
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const installed = packagesOf(recordFile)
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/')) continue
    // Workspaces are links to folders of this repository, and are made together with their commands.
    if (entry.link === true) {
      if (!existsSync(join(root, path))) return false
      continue
    }
    // Optional packages are left out on other platforms.
    const there = installed[path]
    if (there === undefined && (entry.optional === true || entry.devOptional === true)) continue
    if (there?.version !== entry.version || there?.integrity !== entry.integrity) return false
  }
  writeStamp(root, 'all')
  return true
}

/**
 * Whether the packages that the service needs were installed here from the present package-lock.json.
 * @param {string} root
 */
export function servingPackagesAreFresh(root) {
  return existsSync(join(root, 'node_modules', '.package-lock.json')) && hasStamp(root, 'serving')
}

/**
 * Advice for a failed npm ci, from its output.
 * @param {string} output
 * @returns {string}
 */
export function explainNpmFailure(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|network/i.test(output)) {
    return 'The packages could not be downloaded: the registry is unreachable. Check the network and `npm config get registry`, then run the command again.'
  }
  if (/EUSAGE|can only install packages when your package.json and package-lock.json/i.test(output)) {
    return 'package.json and package-lock.json do not match. Run `npm install` and commit the lock file.'
  }
  if (/ENOSPC/.test(output)) return 'The packages do not fit on this disk: about 1 GB is needed.'
  if (/EACCES|EPERM/.test(output))
    return 'The packages cannot be written: the project folder belongs to another user.'
  return 'The packages could not be installed.'
}

/** @param {readonly string[]} command */
async function runNpm(command) {
  try {
    // Optional packages are included explicitly: npm's settings could leave out the Node that runs the project.
    const options = ['--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = npmProgram()
    return await runQuietly(npm.program, [...npm.first, ...command, ...options], {
      PATH: process.env.PATH ?? '',
    })
  } catch (error) {
    return { code: 1, output: `npm could not be started: ${String(error)}` }
  }
}

/**
 * The npm and the Node of `npm run`, not the Node inside node_modules, which npm ci is about to delete.
 */
export function npmProgram() {
  const script = process.env.npm_execpath
  const node = process.env.npm_node_execpath
  const isNpm = script !== undefined && /npm-cli\.c?js$/.test(script)
  if (isNpm && node !== undefined && existsSync(script)) return { program: node, first: [script] }
  return { program: process.platform === 'win32' ? 'npm.cmd' : 'npm', first: [] }
}

/** @param {string} root */
function stampFileOf(root) {
  return join(root, 'node_modules', '.mediagen-stamp')
}

/**
 * @param {string} root
 * @returns {string}
 */
function stampOf(root) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  return createHash('sha256').update(lock).update(`${process.platform} ${process.arch}`).digest('hex')
}

/**
 * @param {string} root
 * @param {'serving' | 'all'} extent
 */
function hasStamp(root, extent) {
  const file = stampFileOf(root)
  return existsSync(file) && readFileSync(file, 'utf8') === `${extent} ${stampOf(root)}`
}

/**
 * @param {string} root
 * @param {'serving' | 'all'} extent
 */
function writeStamp(root, extent) {
  const file = stampFileOf(root)
  if (existsSync(dirname(file))) writeFileSync(file, `${extent} ${stampOf(root)}`)
}

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockEntry
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
