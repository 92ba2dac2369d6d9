import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { installLocked, npm, quietNpm } from '../../support/install-locked.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
const root = join(here, '..', '..')
const packages = ['sdk', 'sdk/cli']
const notice = 'installing the runtimes and compilers that the SDK is tried on, about 400 MB the first time'

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder with the packed SDK and command line installed as anybody's are, the exercises, and programs of clients. */
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
  await npm(consumerFolder, ['install', '--prefer-offline', ...quietNpm, ...tarballs])
  const exercises = (await readdir(here)).filter((name) => /\.[mc]js$|^typed\./.test(name))
  for (const name of exercises) await cp(join(here, name), join(consumerFolder, name))
  await cp(join(here, 'clients', 'programs'), join(consumerFolder, 'programs'), { recursive: true })
  provide('consumerFolder', consumerFolder)
  provide('runtimesMissing', await installLocked(here, notice))
  return () => rm(consumerFolder, { recursive: true })
}

async function pack(folder: string, target: string): Promise<string> {
  const output = await npm(join(root, folder), ['pack', '--json', '--pack-destination', target, ...quietNpm])
  const [{ filename }]: [{ filename: string }] = JSON.parse(output)
  return join(target, filename)
}
