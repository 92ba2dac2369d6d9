// @ts-check
import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { runForeground } from '../set-up/child-process.mjs'
import { npmProgram } from '../set-up/dependencies.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { projectRoot, SetUpError } from '../set-up/project.mjs'
import { findNode } from '../set-up/runtime.mjs'
import { describePackages, publishedFolders } from './describe-packages.mjs'

const usage = 'npm run release -- version, -- publish [--dry-run], -- contract, or -- sbom [FOLDER]'
const changesets = 'node_modules/@changesets/cli/bin.js'

/**
 * npm run release -- version                turns the changesets into versions and changelogs
 * npm run release -- publish [--dry-run]    publishes the versions that the registry does not have
 * npm run release -- contract               keeps the contract as the release of its version
 * npm run release -- sbom [FOLDER]          writes a bill of materials for each product
 *
 * docs/releasing.md says when.
 * @param {readonly string[]} args
 */
export async function release(args) {
  const { flags, words } = readArguments({ usage, flags: ['dry-run'], wordsMax: 2 }, args)
  const [step, ...rest] = words
  const isDry = flags.has('dry-run')
  if (step === 'publish' && rest.length === 0) return isDry ? rehearse() : publish()
  if (step === 'version' && rest.length === 0 && !isDry) return version()
  if (step === 'contract' && rest.length === 0 && !isDry)
    return runForeground(findNode(), ['scripts/release/contract/changes.ts', '--release'])
  if (step === 'sbom' && !isDry) return runForeground(findNode(), ['scripts/release/sbom.ts', ...rest])
  throw new SetUpError(`a step is missing; usage: ${usage}`)
}

/** The lock file contains versions of this repository too, so it is committed as well. */
async function version() {
  const { node } = await prepare({ build: 'none' })
  const { program, first } = npmProgram()
  return inOrder([
    [node, [changesets, 'version']],
    [program, [...first, 'install', '--package-lock-only']],
    [node, ['scripts/complete-lock.mjs']],
  ])
}

/** Builds without what an earlier build left: turbo restores files from its cache and removes none. */
function buildAnew() {
  for (const folder of publishedFolders)
    rmSync(join(projectRoot, folder, 'dist'), { recursive: true, force: true })
  return prepare()
}

/** Builds, and lists the files that would be published. Needs no registry. */
async function rehearse() {
  await buildAnew()
  const { program, first } = npmProgram()
  const command = [...first, 'pack', '--dry-run', ...publishedFolders.map((folder) => `./${folder}`)]
  return runForeground(program, command)
}

/** Builds, and publishes each version that the registry does not have. Another job of the workflow tags. */
async function publish() {
  const { node } = await buildAnew()
  describeSource()
  // Provenance is a signed statement of where a package was built; npm makes it only on supported CI.
  const environment = { NPM_CONFIG_PROVENANCE: 'true' }
  return runForeground(node, [changesets, 'publish', '--no-git-tag'], { environment })
}

/** On GitHub's CI, its variables state where the source is; elsewhere npm refuses to publish anyway. */
function describeSource() {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  if (server === undefined || name === undefined) return
  // Not GITHUB_SHA: in a run that another workflow starts, it is the newest commit of the branch.
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' }).trim()
  describePackages(projectRoot, { url: `${server}/${name}`, commit })
}

/**
 * Runs programs one after another until one fails; resolves to the exit code of the last.
 * @param {readonly (readonly [string, readonly string[]])[]} commands
 */
async function inOrder(commands) {
  for (const [program, args] of commands) {
    const code = await runForeground(program, args)
    if (code !== 0) return code
  }
  return 0
}
