// @ts-check
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from '../set-up/arguments.mjs'
import { runForeground } from '../set-up/child-process.mjs'
import { npmProgram } from '../set-up/dependencies.mjs'
import { prepare } from '../set-up/prepare.mjs'
import { projectRoot, SetUpError } from '../set-up/project.mjs'
import { findNode } from '../set-up/runtime.mjs'
import { packAll, publish, stage } from './publish.mjs'
import { withSchemaLine } from './schema-line.mjs'
import { verify } from './verify.mjs'

const usage =
  'npm run release -- version, -- stage, -- publish [--dry-run], -- verify VERSION, -- contract, or -- sbom [FOLDER]'
const help = `  --dry-run    packs what would be published into out/packages, without a registry
  --rehearsal  takes what is built already, and a registry on this machine without provenance`
const changesets = 'node_modules/@changesets/cli/bin.js'

/**
 * npm run release -- version                turns the changesets into versions and changelogs
 * npm run release -- stage                  stages the version, which a maintainer then approves
 * npm run release -- publish [--dry-run]    publishes the version at once
 * npm run release -- verify VERSION         rebuilds a published version and compares the tarballs
 * npm run release -- contract               keeps the contract as the release of its version
 * npm run release -- sbom [FOLDER]          writes a bill of materials for each product
 *
 * docs/releasing.md says when.
 * @param {readonly string[]} args
 */
export async function release(args) {
  const { flags, words } = readArguments({ usage, help, flags: ['dry-run', 'rehearsal'], wordsMax: 2 }, args)
  const [step, ...rest] = words
  const isRehearsal = flags.has('rehearsal')
  if (step === 'publish' && rest.length === 0)
    return flags.has('dry-run') ? dryRun(isRehearsal) : publish(isRehearsal)
  if (step === 'verify' && rest[0] !== undefined && !flags.has('dry-run')) return verify(rest[0], isRehearsal)
  if (flags.size > 0) throw new SetUpError(`--${[...flags][0]} is not for this step; usage: ${usage}`)
  if (step === 'version' && rest.length === 0) return version()
  if (step === 'stage' && rest.length === 0) return stage()
  if (step === 'contract' && rest.length === 0)
    return runForeground(findNode(), ['scripts/release/contract/changes.ts', '--release'])
  if (step === 'sbom') return runForeground(findNode(), ['scripts/release/sbom.ts', ...rest])
  throw new SetUpError(`a step is missing; usage: ${usage}`)
}

/** @param {boolean} isRehearsal */
async function dryRun(isRehearsal) {
  await packAll(isRehearsal)
  return 0
}

/** The lock file contains versions of this repository too, so it is committed as well. */
async function version() {
  const { node } = await prepare({ build: 'none' })
  const { program, first } = npmProgram()
  const code = await inOrder([
    [node, [changesets, 'version']],
    [program, [...first, 'install', '--package-lock-only', '--ignore-scripts']],
    [node, ['scripts/complete-lock.mjs']],
  ])
  if (code !== 0) return code
  const changelog = join(projectRoot, 'server', 'CHANGELOG.md')
  const migrations = readdirSync(join(projectRoot, 'server', 'migrations', 'mysql'))
  const names = migrations.map((file) => file.replace('.sql', ''))
  writeFileSync(changelog, withSchemaLine(readFileSync(changelog, 'utf8'), names))
  return 0
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
