// @ts-check
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { npmProgram } from '../set-up/dependencies.mjs'
import { childEnvironment } from '../set-up/project.mjs'
import { findNode } from '../set-up/runtime.mjs'

/**
 * @typedef {object} Tarball
 * @property {string} name
 * @property {string} version
 * @property {string} file its path
 * @property {string} integrity its hash, as registries give it
 */

/**
 * Packs the packages that are laid out below `folder` into tarballs beside them, and lists their files on
 * standard error. The same build makes the same bytes, wherever and whenever it is packed.
 * @param {string} folder
 * @param {readonly { path: string }[]} packages
 * @returns {Tarball[]} in the same order
 */
export function packInto(folder, packages) {
  const { program, first } = npmProgram()
  const paths = packages.map(({ path }) => path)
  execFileSync(
    // Another Node may compress differently.
    first.length > 0 ? findNode() : program,
    [...first, 'pack', ...paths, '--pack-destination', folder, '--ignore-scripts'],
    { env: childEnvironment(), stdio: ['ignore', 'ignore', 'inherit'] },
  )
  return packages.map(({ path }) => tarballBeside(path))
}

/**
 * The tarball of a package that was laid out and packed beside its folder.
 * @param {string} path the folder
 * @returns {Tarball}
 */
function tarballBeside(path) {
  const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const file = join(dirname(path), `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  const hash = createHash('sha512').update(readFileSync(file)).digest('base64')
  return { name, version, file, integrity: `sha512-${hash}` }
}

/**
 * Every tarball of a folder that packages were laid out and packed in.
 * @param {string} folder
 */
export function tarballsIn(folder) {
  const packages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return packages.map(({ name }) => tarballBeside(join(folder, name)))
}
