// @ts-check
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { npmProgram } from '../set-up/dependencies.mjs'
import { projectRoot, SetUpError } from '../set-up/project.mjs'

/** The published packages' folders, dependencies first. They have one version. */
export const publishedFolders = [
  'openapi/runtime',
  'server/contract',
  'server/studio',
  'sdk',
  'server',
  'sdk/cli',
  'sdk/ai-sdk',
  'openapi/codegen',
]

/** What a package has from elsewhere in the project: the folder inside the package, and its source. */
const additions = { server: { docs: 'out/docs' } }

/**
 * Lays out each published package as it is published, below `target`: what npm would pack of the built folder,
 * without what only a checkout uses, and with the licence. Private ones are left out. Throws a SetUpError that
 * names what is not built.
 * @param {string} target
 * @param {{ url: string, commit: string }} [source] where the source is, as in https://github.com/OWNER/NAME;
 *   known only where the packages are published
 * @returns {{ name: string, version: string, folder: string, path: string }[]} in the order to publish in
 */
export function layOutPackages(target, source) {
  rmSync(target, { recursive: true, force: true })
  return publishedFolders.filter(isPublic).map((folder) => {
    const path = join(target, folder.replaceAll('/', '-'))
    for (const file of filesOf(folder)) copy(join(projectRoot, folder, file), join(path, file))
    copy(join(projectRoot, 'LICENSE'), join(path, 'LICENSE'))
    for (const [name, from] of Object.entries(additions[/** @type {'server'} */ (folder)] ?? {})) {
      if (!existsSync(join(projectRoot, from))) throw new SetUpError(`${from} is missing: npm run docs`)
      for (const entry of readdirSync(join(projectRoot, from), { recursive: true, withFileTypes: true }))
        if (entry.isFile()) {
          const file = join(entry.parentPath, entry.name)
          copy(file, join(path, name, relative(join(projectRoot, from), file)))
        }
    }
    const manifest = publishedManifest(JSON.parse(read(join(path, 'package.json'))), folder, source)
    // The image runs them where no npm has installed them.
    for (const program of Object.values(manifest.bin ?? {})) chmodSync(join(path, program), 0o755)
    writeFileSync(join(path, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    if (source !== undefined) {
      const readme = join(path, 'README.md')
      writeFileSync(readme, withAbsoluteLinks(read(readme), folder, `${source.url}/blob/${source.commit}`))
    }
    return { name: manifest.name, version: manifest.version, folder, path }
  })
}

/** @param {string} folder */
function isPublic(folder) {
  return JSON.parse(read(join(projectRoot, folder, 'package.json'))).private !== true
}

/**
 * The files that npm would pack.
 * @param {string} folder
 * @returns {string[]}
 */
function filesOf(folder) {
  const { program, first } = npmProgram()
  const output = execFileSync(
    program,
    [...first, 'pack', `./${folder}`, '--dry-run', '--json', '--ignore-scripts', '--loglevel=error'],
    { cwd: projectRoot, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const [{ files }] = JSON.parse(output)
  return files.map((/** @type {{ path: string }} */ { path }) => path)
}

/**
 * @param {Record<string, any>} manifest
 * @param {string} folder
 * @param {{ url: string, commit: string } | undefined} source npm requires `repository` for provenance
 */
function publishedManifest(manifest, folder, source) {
  const { scripts, devDependencies, ...rest } = manifest
  if (source === undefined) return rest
  const { url, commit } = source
  return {
    ...rest,
    repository: { type: 'git', url: `git+${url}.git`, directory: folder },
    homepage: `${url}/tree/${commit}/${folder}#readme`,
    bugs: { url: `${url}/issues` },
  }
}

/**
 * A README with each link to a file of the repository made absolute, because a registry shows it outside the
 * repository; anchors and addresses stay as they are.
 * @param {string} readme
 * @param {string} folder the README's own, relative to the repository's root
 * @param {string} base the address of the repository's root
 */
export function withAbsoluteLinks(readme, folder, base) {
  return readme.replaceAll(
    /(\]\()(?![a-z]+:|#|\/)([^)\s#]+)/g,
    (_, before, path) => `${before}${base}/${posix.normalize(posix.join(folder, path))}`,
  )
}

/** @param {string} file */
function read(file) {
  return readFileSync(file, 'utf8')
}

/**
 * @param {string} from
 * @param {string} to
 */
function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
  // Where a file came from may show in its mode, which is a part of the tarball.
  chmodSync(to, 0o644)
}
