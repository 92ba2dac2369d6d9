import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'

const here = fileURLToPath(new URL('..', import.meta.url))
const root = join(here, '..', '..')
const packages = ['sdk', 'sdk/cli']
const npmOptions = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with the packed SDK and command line installed as anybody's are, and the exercises. */
    consumerFolder: string
    /** Why the runtimes could not be installed; empty where they are. */
    runtimesMissing: string
  }
}

/**
 * Before the tests of runtimes: packs the packages, installs them in an empty folder, and installs the
 * runtimes.
 */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const consumerFolder = await mkdtemp(join(tmpdir(), 'mediagen-consumer-'))
  const tarballs = await Promise.all(packages.map((folder) => pack(folder, consumerFolder)))
  await writeFile(join(consumerFolder, 'package.json'), '{ "private": true, "type": "module" }')
  await npm(consumerFolder, 'install', '--prefer-offline', ...npmOptions, ...tarballs)
  const exercises = (await readdir(here)).filter((name) => /\.[mc]js$/.test(name))
  for (const name of exercises) await cp(join(here, name), join(consumerFolder, name))
  provide('consumerFolder', consumerFolder)
  provide('runtimesMissing', await installRuntimes())
  return () => rm(consumerFolder, { recursive: true })
}

async function pack(folder: string, target: string): Promise<string> {
  const output = await npm(join(root, folder), 'pack', '--json', '--pack-destination', target, ...npmOptions)
  const [{ filename }]: [{ filename: string }] = JSON.parse(output)
  return join(target, filename)
}

/**
 * Installs the runtimes of package-lock.json, unless they are there, and gives the reason where that is not
 * possible.
 */
async function installRuntimes(): Promise<string> {
  const stamp = join(here, 'node_modules', '.stamp')
  const lock = readFileSync(join(here, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return ''
  process.stderr.write(
    'mediagen: installing the runtimes that the SDK is tried on, about 250 MB the first time\n',
  )
  try {
    await npm(here, 'ci', '--include=optional', ...npmOptions)
    await writeFile(stamp, lock)
    return ''
  } catch (error) {
    return `npm could not install test/runtimes: ${String(error).split('\n').slice(0, 3).join(' ')}`
  }
}

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', args, { cwd, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}
