// @ts-check
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runForeground } from '../set-up/child-process.mjs'
import { npmProgram } from '../set-up/dependencies.mjs'
import { projectRoot, SetUpError } from '../set-up/project.mjs'
import { findNode } from '../set-up/runtime.mjs'
import { packAll } from './publish.mjs'
import { findPublished } from './registry.mjs'
import { tarballsIn } from './tarballs.mjs'

/** @typedef {import('./tarballs.mjs').Tarball} Tarball */

/**
 * Rebuilds a version at its tag, in a checkout of its own, and compares each tarball with the registry's, byte
 * for byte. Prints each with what differs; resolves to 1 if one differs or is not published.
 * @param {string} version
 * @param {boolean} isRehearsal packs what is built in this checkout instead
 */
export async function verify(version, isRehearsal) {
  const tarballs = isRehearsal ? await packAll(true) : await packAtTag(version)
  const other = tarballs.find((tarball) => tarball.version !== version)
  if (other !== undefined)
    throw new SetUpError(`what was packed is ${other.name}@${other.version}, not ${version}`)
  const results = tarballs.map(isPublishedAs)
  return results.every((isSame) => isSame) ? 0 : 1
}

/**
 * Prints whether a tarball is the registry's, and otherwise what differs.
 * @param {Tarball} tarball
 */
function isPublishedAs(tarball) {
  const { name, version, integrity } = tarball
  const published = findPublished(name, version)?.dist.integrity
  const isSame = published === integrity
  const lines = [`${isSame ? 'same  ' : 'DIFFER'}  ${name}@${version}`, `  built     ${integrity}`]
  lines.push(`  registry  ${published ?? 'not published'}`)
  if (!isSame && published !== undefined) lines.push(...differingFiles(tarball).map((line) => `  ${line}`))
  process.stdout.write(`${lines.join('\n')}\n`)
  return isSame
}

/**
 * @param {Tarball} tarball
 * @returns {string[]} in the words of diff
 */
function differingFiles({ name, version, file }) {
  const scratch = mkdtempSync(join(tmpdir(), 'mediagen-compare-'))
  const { program, first } = npmProgram()
  const download = ['pack', `${name}@${version}`, '--pack-destination', scratch, '--loglevel=error']
  const options = { cwd: scratch, encoding: /** @type {const} */ ('utf8') }
  try {
    execFileSync(program, [...first, ...download], options)
    for (const [folder, tarball] of Object.entries({
      built: file,
      registry: join(scratch, basename(file)),
    })) {
      mkdirSync(join(scratch, folder))
      execFileSync('tar', ['-xzf', tarball, '-C', folder], options)
    }
    return spawnSync('diff', ['-rq', 'built', 'registry'], options).stdout.trim().split('\n')
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

/**
 * @param {string} version
 * @returns {Promise<Tarball[]>}
 */
async function packAtTag(version) {
  const scratch = mkdtempSync(join(tmpdir(), 'mediagen-verify-'))
  const checkout = join(scratch, 'checkout')
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', args, { cwd: projectRoot, encoding: 'utf8' })
  try {
    const added = git('worktree', 'add', '--detach', checkout, `v${version}`)
    if (added.status !== 0) throw new SetUpError(`v${version} cannot be checked out: ${added.stderr.trim()}`)
    const code = await runForeground(findNode(), ['scripts/run.mjs', 'release', 'publish', '--dry-run'], {
      folder: checkout,
      environment: sourceOf(version),
    })
    if (code !== 0) throw new SetUpError(`v${version} could not be built`)
    return tarballsIn(join(checkout, 'out', 'packages'))
  } finally {
    git('worktree', 'remove', '--force', checkout)
    rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * The variables of the CI that the version was published from: manifests and READMEs name the repository.
 * @param {string} version
 */
function sourceOf(version) {
  const url = findPublished('@mediagen/server', version)?.repository?.url
  if (url === undefined) return { GITHUB_SERVER_URL: '', GITHUB_REPOSITORY: '' }
  const { origin, pathname } = new URL(url.replace(/^git\+|\.git$/g, ''))
  return { GITHUB_SERVER_URL: origin, GITHUB_REPOSITORY: pathname.slice(1) }
}
