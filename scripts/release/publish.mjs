// @ts-check
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runForeground } from '../set-up/child-process.mjs'
import { npmProgram } from '../set-up/dependencies.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { projectRoot, SetUpError, say } from '../set-up/project.mjs'
import { layOutPackages, publishedFolders } from './packages.mjs'
import { findPublished } from './registry.mjs'
import { packInto } from './tarballs.mjs'

/** Where the packages are laid out, and packed. */
const packedFolder = join(projectRoot, 'out', 'packages')

/**
 * Builds everything without what an earlier build left, because turbo restores files from its cache and removes
 * none, and packs the packages as they are published, into `packedFolder`.
 * @param {boolean} [asBuilt] takes what is built already
 */
export async function packAll(asBuilt = false) {
  if (!asBuilt) {
    for (const folder of publishedFolders)
      rmSync(join(projectRoot, folder, 'dist'), { recursive: true, force: true })
    const { node } = await prepare()
    const code = await runForeground(node, ['scripts/docs/main.ts'])
    if (code !== 0) throw new SetUpError('the documentation, a part of the server, could not be built')
  }
  return packInto(packedFolder, layOutPackages(packedFolder, sourceOnCi()))
}

/**
 * Publishes each package whose version the registry does not have.
 * @param {boolean} isRehearsal
 */
export async function publish(isRehearsal) {
  if (isRehearsal) requireLocalRegistry()
  // A statement of provenance needs the identity of a CI service, which a rehearsal has not.
  const options = isRehearsal ? ['--provenance=false'] : []
  return sendEach(await packAll(isRehearsal), ['publish', ...options])
}

/**
 * Stages each package whose version the registry does not have, unless the version is tagged, which the
 * workflow does once all are staged. Nobody can install a staged version before a maintainer approves it.
 */
export async function stage() {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'server', 'package.json'), 'utf8'))
  const tags = execFileSync('git', ['tag', '--list', `v${version}`], { cwd: projectRoot, encoding: 'utf8' })
  if (tags.trim() !== '') {
    say(`v${version} is released already`)
    return 0
  }
  return sendEach(await packAll(), ['stage', 'publish'])
}

/**
 * @param {readonly import('./tarballs.mjs').Tarball[]} tarballs
 * @param {readonly string[]} command of npm, for each tarball that the registry does not have
 */
async function sendEach(tarballs, command) {
  const { program, first } = npmProgram()
  for (const { name, version, file } of tarballs) {
    if (findPublished(name, version) !== undefined) {
      say(`${name}@${version} is published already`)
      continue
    }
    const code = await runForeground(program, [...first, ...command, file])
    if (code !== 0) return code
  }
  return 0
}

function requireLocalRegistry() {
  const { program, first } = npmProgram()
  const address = execFileSync(program, [...first, 'config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  if (!['localhost', '127.0.0.1'].includes(new URL(address).hostname))
    throw new SetUpError(`a rehearsal needs a registry on this machine, and npm is configured for ${address}`)
}

/** On GitHub's CI, its variables state where the source is; elsewhere npm refuses to publish anyway. */
function sourceOnCi() {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  if (!server || !name) return undefined
  // Not GITHUB_SHA: in a run that another workflow starts, it is the newest commit of the branch.
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: projectRoot, encoding: 'utf8' }).trim()
  return { url: `${server}/${name}`, commit }
}
