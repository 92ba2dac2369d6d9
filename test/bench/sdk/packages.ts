import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { npm } from '../../support/install-locked.ts'
import { rivalsFolder } from '../rivals/import-rival.ts'
import { formatNumber, median } from '../support/figures.ts'
import { sized } from '../support/options.ts'
import type { Measured } from './behaviours.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'

const projectFolder = fileURLToPath(new URL('../../..', import.meta.url))
const testFolder = fileURLToPath(new URL('../..', import.meta.url))
const imports = sized(15, 1)
const installedBytesMax = 1_200_000
const importMsMax = 10

type Versions = Readonly<Record<string, string>>

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly dependencies?: Versions; readonly optionalDependencies?: Versions }>
  >
}

/** Our packages, and where their sources are. */
const ourFolders: Versions = { '@mediagen/sdk': 'sdk', '@mediagen/ai-sdk': 'sdk/ai-sdk' }

export const isOurs = ({ packageName }: SdkUnderTest): boolean => packageName in ourFolders

/** Where a program finds the package. */
export const home = (sdk: SdkUnderTest): string => (isOurs(sdk) ? testFolder : rivalsFolder)

/** The folder of the package. */
export function folderOf({ packageName }: SdkUnderTest): string {
  const own = ourFolders[packageName]
  return own === undefined ? join(rivalsFolder, 'node_modules', packageName) : join(projectFolder, own)
}

export function versionOf(sdk: SdkUnderTest): string {
  return manifestOf(sdk).version
}

/** What runs the package, by its own word. */
export function nodeRangeOf(sdk: SdkUnderTest): Measured {
  return { text: manifestOf(sdk).engines?.node ?? 'not said' }
}

interface Manifest {
  readonly version: string
  readonly engines?: { readonly node?: string }
}

function manifestOf(sdk: SdkUnderTest): Manifest {
  return JSON.parse(readFileSync(join(folderOf(sdk), 'package.json'), 'utf8'))
}

/** The size of a package with those that it depends on, as files; ours as npm would publish them. */
export async function measureInstalled(sdk: SdkUnderTest): Promise<Measured> {
  const folder = isOurs(sdk) ? projectFolder : rivalsFolder
  const own = ourFolders[sdk.packageName] ?? `node_modules/${sdk.packageName}`
  const { packages }: Lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const paths = [...withDependencies(packages, own)]
  const sizes = await Promise.all(
    paths.map((path) => (isOurFolder(path) ? packedBytes(join(folder, path)) : bytesIn(join(folder, path)))),
  )
  const bytes = sizes.reduce((total, size) => total + size, 0)
  return { text: `${formatNumber(bytes / 1e6)} MB (${paths.length})`, isMet: bytes <= installedBytesMax }
}

const isOurFolder = (path: string): boolean => Object.values(ourFolders).includes(path)

async function packedBytes(folder: string): Promise<number> {
  const [packed] = JSON.parse(await npm(folder, ['pack', '--dry-run', '--json', '--loglevel=error']))
  return packed.unpackedSize
}

/** A set that grows while it is walked visits what it is given meanwhile. */
function withDependencies(packages: Lock['packages'], first: string): ReadonlySet<string> {
  const paths = new Set([first])
  for (const path of paths) {
    const { dependencies, optionalDependencies } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      paths.add(ourFolders[name] ?? findPackage(packages, path, name))
    }
  }
  return paths
}

/** Where a package of that name is for one at `path`: there, or in the nearest folder around it. */
function findPackage(packages: Lock['packages'], path: string, name: string): string {
  const parts = path.split('/')
  while (parts.length > 0) {
    const found = `${parts.join('/')}/node_modules/${name}`
    if (packages[found]) return found
    parts.pop()
  }
  return `node_modules/${name}`
}

/** Without the packages within, which are counted apart. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return (await stat(path)).size
    return entry.name === 'node_modules' ? 0 : bytesIn(path)
  })
  return (await Promise.all(sizes)).reduce((total, bytes) => total + bytes, 0)
}

/** Imports each in a process of its own, in turns, so that what else the machine does falls on all alike. */
export async function measureImports(
  sdks: readonly SdkUnderTest[],
  kind: 'import' | 'require',
): Promise<Measured[]> {
  const times = sdks.map((): number[] => [])
  for (let turn = 0; turn <= imports; turn += 1) {
    for (const [index, sdk] of sdks.entries()) {
      const ms = await importMs(sdk, kind)
      // The first one reads the files into the memory of the system.
      if (turn > 0) times[index]?.push(ms)
    }
  }
  return times.map((ofSdk) => ({
    text: `${formatNumber(median(ofSdk))} ms`,
    isMet: median(ofSdk) < importMsMax,
  }))
}

async function importMs(sdk: SdkUnderTest, kind: 'import' | 'require'): Promise<number> {
  const load = kind === 'import' ? 'await import' : 'require'
  const program = `const startedAt = performance.now()
    ${load}(${JSON.stringify(sdk.packageName)})
    process.stdout.write(String(performance.now() - startedAt))`
  const args = [`--input-type=${kind === 'import' ? 'module' : 'commonjs'}`, '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: home(sdk) })
  return Number(stdout)
}
