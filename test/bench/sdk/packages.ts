import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { npm } from '../../support/install-locked.ts'
import { importRival, rivalsFolder } from '../rivals/import-rival.ts'
import { formatNumber, median } from '../support/figures.ts'
import { sized } from '../support/options.ts'
import type { Measured } from './behaviours.ts'
import type { SdkUnderTest } from './sdk-under-test.ts'

const projectFolder = fileURLToPath(new URL('../../..', import.meta.url))
const sdkFolder = join(projectFolder, 'sdk')
const testFolder = fileURLToPath(new URL('../..', import.meta.url))
const imports = sized(15, 1)
const installedBytesMax = 1_200_000
const importMsMax = 10

interface Esbuild {
  build(options: object): Promise<{ readonly outputFiles: readonly { readonly contents: Uint8Array }[] }>
}

type Versions = Readonly<Record<string, string>>

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly dependencies?: Versions; readonly optionalDependencies?: Versions }>
  >
}

const isOurs = ({ packageName }: SdkUnderTest): boolean => packageName === '@mediagen/sdk'

/** Where a program finds the package. */
const home = (sdk: SdkUnderTest): string => (isOurs(sdk) ? testFolder : rivalsFolder)

export function versionOf(sdk: SdkUnderTest): string {
  const folder = isOurs(sdk) ? sdkFolder : join(rivalsFolder, 'node_modules', sdk.packageName)
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
}

/** The size of a package with those that it depends on, as files; ours as npm would publish it. */
export async function measureInstalled(sdk: SdkUnderTest): Promise<Measured> {
  const isOurSdk = isOurs(sdk)
  const folder = isOurSdk ? projectFolder : rivalsFolder
  const own = isOurSdk ? 'sdk' : `node_modules/${sdk.packageName}`
  const { packages }: Lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  const paths = [...withDependencies(packages, own)]
  const sizes = await Promise.all(
    paths.map((path) => (path === 'sdk' ? packedBytes() : bytesIn(join(folder, path)))),
  )
  const bytes = sizes.reduce((total, size) => total + size, 0)
  return { text: `${formatNumber(bytes / 1e6)} MB (${paths.length})`, isMet: bytes <= installedBytesMax }
}

async function packedBytes(): Promise<number> {
  const [packed] = JSON.parse(await npm(sdkFolder, ['pack', '--dry-run', '--json', '--loglevel=error']))
  return packed.unpackedSize
}

/** A set that grows while it is walked visits what it is given meanwhile. */
function withDependencies(packages: Lock['packages'], first: string): ReadonlySet<string> {
  const paths = new Set([first])
  for (const path of paths) {
    const { dependencies, optionalDependencies } = packages[path] ?? {}
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const nested = `${path}/node_modules/${name}`
      paths.add(packages[nested] ? nested : `node_modules/${name}`)
    }
  }
  return paths
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
export async function measureImports(sdks: readonly SdkUnderTest[]): Promise<Measured[]> {
  const times = sdks.map((): number[] => [])
  for (let turn = 0; turn <= imports; turn += 1) {
    for (const [index, sdk] of sdks.entries()) {
      const ms = await importMs(sdk)
      // The first one reads the files into the memory of the system.
      if (turn > 0) times[index]?.push(ms)
    }
  }
  return times.map((ofSdk) => ({
    text: `${formatNumber(median(ofSdk))} ms`,
    isMet: median(ofSdk) < importMsMax,
  }))
}

async function importMs(sdk: SdkUnderTest): Promise<number> {
  const program = `const startedAt = performance.now()
    await import(${JSON.stringify(sdk.packageName)})
    process.stdout.write(String(performance.now() - startedAt))`
  const args = ['--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: home(sdk) })
  return Number(stdout)
}

/** A page that imports the SDK and constructs its client, in one file. */
export async function measureBundle(sdk: SdkUnderTest): Promise<Measured> {
  const { build } = await importRival<Esbuild>('esbuild')
  const { outputFiles } = await build({
    stdin: { contents: sdk.construct, resolveDir: home(sdk) },
    ...{ bundle: true, minify: true, format: 'esm', target: 'es2022', platform: 'browser' },
    ...{ write: false, outdir: 'out', logLevel: 'error' },
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error(`nothing of ${sdk.name} was bundled`)
  const { contents } = file
  return { text: `${inKilobytes(contents.length)} / ${inKilobytes(zippedBytes(contents))} kB` }
}

function zippedBytes(contents: Uint8Array): number {
  return gzipSync(contents, { level: 9 }).length
}

function inKilobytes(bytes: number): string {
  return formatNumber(bytes / 1000)
}
