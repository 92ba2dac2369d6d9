// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runQuietly } from './child-process.mjs'
import { projectRoot, SetUpError, say } from './project.mjs'

const progressIntervalMs = 10_000
const outputLinesShown = 15

/**
 * Installs what package-lock.json names, exactly, unless that is what node_modules already holds. Throws a
 * SetUpError that says in a sentence what stood in the way.
 */
export async function ensureDependencies() {
  if (dependenciesAreFresh(projectRoot)) return
  const startedAt = Date.now()
  say('installing packages (npm ci), about a minute the first time')
  let outcome = await runNpm(['ci'], startedAt)
  if (outcome.code !== 0) {
    const next = afterFailedInstallation(outcome.output)
    say(next.sentence)
    outcome = await runNpm(next.npmArguments, startedAt)
  }
  if (outcome.code !== 0) {
    const lines = outcome.output.trim().split('\n').slice(-outputLinesShown).join('\n')
    throw new SetUpError(`${explainNpmFailure(outcome.output)}\n\nnpm's last words:\n${lines}`)
  }
  writeStamp(projectRoot)
  say(`packages installed in ${secondsSince(startedAt)} s`)
}

/**
 * What to try, once, after `npm ci` has failed. A registry that does not carry the packages of some other
 * platform makes npm ci refuse a lock file that lacks them too, though nothing is missing here; npm install
 * takes the same versions from the lock file and lets those go. Anything else is tried again as it was, which
 * covers a hiccup.
 * @param {string} output what npm ci wrote
 * @returns {{ npmArguments: string[], sentence: string }}
 */
export function afterFailedInstallation(output) {
  const complaints = output.match(/(Missing|Invalid): .*/g) ?? []
  const foreign = /^Missing: \S+@ from lock file/
  if (complaints.length > 0 && complaints.every((complaint) => foreign.test(complaint))) {
    return {
      npmArguments: ['install', '--no-save'],
      sentence:
        'the registry has no packages for some other platforms, so npm install takes the place of npm ci',
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
  // npm writes its record last: without it an installation was broken off.
  if (!existsSync(recordFile)) return false
  const stampFile = stampFileOf(root)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stampOf(root)) return true
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const installed = packagesOf(recordFile)
  for (const [path, entry] of Object.entries(wanted)) {
    // Workspaces are links to folders of this repository; optional packages are left out on other platforms.
    if (!path.includes('node_modules/') || entry.link === true) continue
    const there = installed[path]
    if (there === undefined && (entry.optional === true || entry.devOptional === true)) continue
    if (there?.version !== entry.version || there?.integrity !== entry.integrity) return false
  }
  writeStamp(root)
  return true
}

/**
 * What a person should do about a failed npm ci, from its output.
 * @param {string} output
 * @returns {string}
 */
export function explainNpmFailure(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ERR_SOCKET_TIMEOUT|network/i.test(output)) {
    return 'The packages could not be fetched: the registry cannot be reached. Check the network and `npm config get registry`, then run the command again.'
  }
  if (/EUSAGE|can only install packages when your package.json and package-lock.json/i.test(output)) {
    return 'package.json and package-lock.json do not fit together. Run `npm install` and commit the lock file.'
  }
  if (/ENOSPC/.test(output)) return 'The packages do not fit on this disk: about 1 GB is needed.'
  if (/EACCES|EPERM/.test(output))
    return 'The packages cannot be written: the project folder belongs to another user.'
  return 'The packages could not be installed.'
}

/**
 * @param {readonly string[]} command
 * @param {number} startedAt
 */
async function runNpm(command, startedAt) {
  const progress = setInterval(
    () => say(`still installing, ${secondsSince(startedAt)} s`),
    progressIntervalMs,
  )
  try {
    // Development and optional packages are asked for by name, since a person's npm settings or
    // NODE_ENV=production would leave out the compiler or the Node that runs the project.
    const options = ['--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error']
    const npm = npmProgram()
    return await runQuietly(npm.program, [...npm.first, ...command, ...options], {
      PATH: process.env.PATH ?? '',
    })
  } catch (error) {
    return { code: 1, output: `npm could not be started: ${String(error)}` }
  } finally {
    clearInterval(progress)
  }
}

/**
 * npm run names the npm and the Node that it runs on; those are taken, and not the Node inside node_modules,
 * which npm ci is about to delete.
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

/** @param {string} root */
function writeStamp(root) {
  if (existsSync(dirname(stampFileOf(root)))) writeFileSync(stampFileOf(root), stampOf(root))
}

/**
 * @typedef {{ version?: string, integrity?: string, link?: boolean, optional?: boolean, devOptional?: boolean }} LockEntry
 * @param {string} file
 * @returns {Record<string, LockEntry>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

/** @param {number} startedAt */
function secondsSince(startedAt) {
  return Math.round((Date.now() - startedAt) / 1000)
}
