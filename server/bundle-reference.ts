// node server/bundle-reference.ts: the last step of the build. Copies the script of the API reference, one
// file that Scalar makes for browsers, with the licences of all that is inside: as a dependency, its package and
// those that it names would be larger than the rest of the server.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const output = join(folder, 'dist', 'reference')
const main = createRequire(import.meta.url).resolve('@scalar/api-reference')
const bundle = join(dirname(main), 'browser', 'standalone.js')

/** The licences of what is inside, as docs/licences.md names them; any other fails the build. */
const permitted = new Set(['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'])
/** Inside the bundle, but no longer dependencies of any package that is installed; their manifests say so. */
const licencesOfAbsent: Readonly<Record<string, string>> = {
  'unist-util-find-after': 'MIT',
  'vue-demi': 'MIT',
}

const { sources }: { sources: string[] } = JSON.parse(await readFile(`${bundle}.map`, 'utf8'))
const carried = new Map(sources.flatMap(packageOf))
carried.set('@scalar/api-reference', '')

await rm(output, { recursive: true, force: true })
await mkdir(output, { recursive: true })
const notices = await Promise.all([...carried].sort().map(noticeOf))
await writeFile(
  join(output, 'THIRD-PARTY-NOTICES.txt'),
  `scalar.js contains code of the following packages.\n\n${notices.join('\n')}`,
)

// Last: the service shows the page as soon as the script is there.
await copyFile(bundle, join(output, 'scalar.js'))

/** The name of the package that a source is from, with the version if the path tells it. */
function packageOf(source: string): [name: string, version: string][] {
  const sibling = /^\.\.\/\.\.\/\.\.\/([\w-]+)\/dist\//.exec(source)?.[1]
  if (sibling !== undefined) return [[`@scalar/${sibling}`, '']]
  const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1]
  return name === undefined ? [] : [[name, /\.pnpm\/@?[^@/]+@([^_/]+)/.exec(source)?.[1] ?? '']]
}

async function noticeOf([name, version]: [string, string]): Promise<string> {
  const absent = licencesOfAbsent[name]
  if (absent !== undefined) return `${name} ${version}\n\nLicence: ${absent}\n`
  const home = await homeOf(name)
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'))
  if (!permitted.has(manifest.license)) throw new Error(`${name} is under the licence ${manifest.license}`)
  const file = (await readdir(home)).find((one) => /^licen[cs]e(\.(md|txt))?$/i.test(one))
  const text =
    file === undefined ? `Licence: ${manifest.license}\n` : await readFile(join(home, file), 'utf8')
  return `${name} ${version || manifest.version}\n\n${text}`
}

/** The folder of an installed package: as the server finds it. */
async function homeOf(name: string): Promise<string> {
  for (let place = folder; ; place = dirname(place)) {
    const home = join(place, 'node_modules', name)
    const isThere = await readFile(join(home, 'package.json')).then(
      () => true,
      () => false,
    )
    if (isThere) return home
    if (place === dirname(place)) throw new Error(`${name} is in the bundle but not installed`)
  }
}
