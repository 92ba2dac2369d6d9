// @ts-check
import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { runForeground } from '../set-up/child-process.mjs'
import { npmProgram } from '../set-up/dependencies.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { projectRoot, SetUpError, say } from '../set-up/project.mjs'
import { findNode } from '../set-up/runtime.mjs'
import { layOutPackages, publishedFolders } from './packages.mjs'

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

/**
 * Builds everything without what an earlier build left, because turbo restores files from its cache and removes
 * none, and lays out the packages as they are published, in out/packages.
 */
async function layOut() {
  for (const folder of publishedFolders)
    rmSync(join(projectRoot, folder, 'dist'), { recursive: true, force: true })
  const { node } = await prepare()
  const code = await runForeground(node, ['scripts/docs/main.ts'])
  if (code !== 0) throw new SetUpError('the documentation, a part of the server, could not be built')
  return layOutPackages(join(projectRoot, 'out', 'packages'), sourceOnCi())
}

/** Packs what would be published into out/packages, and lists its files. Needs no registry. */
async function rehearse() {
  const packages = await layOut()
  const { program, first } = npmProgram()
  const folders = packages.map(({ path }) => path)
  return runForeground(program, [...first, 'pack', ...folders, '--pack-destination', 'out/packages'])
}

/** Publishes each version that the registry does not have. Another job of the workflow tags. */
async function publish() {
  const packages = await layOut()
  const { program, first } = npmProgram()
  for (const { name, version, path } of packages) {
    if (isPublished(name, version)) {
      say(`${name}@${version} is published already`)
      continue
    }
    const code = await runForeground(program, [...first, 'publish', path])
    if (code !== 0) return code
  }
  return 0
}

/**
 * @param {string} name
 * @param {string} version
 */
function isPublished(name, version) {
  const { program, first } = npmProgram()
  const view = spawnSync(program, [...first, 'view', `${name}@${version}`, 'version', '--json'], {
    encoding: 'utf8',
  })
  if (view.status === 0) return view.stdout.trim() !== ''
  if (view.stdout.includes('E404') || view.stderr.includes('E404')) return false
  throw new SetUpError(`the registry does not say whether ${name}@${version} is published:\n${view.stderr}`)
}

/** On GitHub's CI, its variables state where the source is; elsewhere npm refuses to publish anyway. */
function sourceOnCi() {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  if (server === undefined || name === undefined) return undefined
  // Not GITHUB_SHA: in a run that another workflow starts, it is the newest commit of the branch.
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' }).trim()
  return { url: `${server}/${name}`, commit }
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
