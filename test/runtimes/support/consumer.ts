import { cp, mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked, npm, quietNpm } from '../../support/install-locked.ts'

const here = fileURLToPath(new URL('..', import.meta.url))
const root = join(here, '..', '..')
const packages = ['sdk', 'sdk/cli']
const notice = 'installing the runtimes and compilers that the SDK is tried on, about 400 MB the first time'

/**
 * Packs the packages, installs them in an empty folder, as anybody's are, with the exercises and the programs of clients beside them, and
 * installs the runtimes. `missing`: why the runtimes could not be installed; empty where they are.
 */
export async function installConsumer(): Promise<{ folder: string; missing: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-consumer-'))
  const tarballs = await Promise.all(packages.map((place) => pack(place, folder)))
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  await npm(folder, ['install', '--prefer-offline', ...quietNpm, ...tarballs])
  const exercises = (await readdir(here)).filter((name) => /\.[mc]js$|^typed\./.test(name))
  for (const name of exercises) await cp(join(here, name), join(folder, name))
  await cp(join(here, 'clients', 'programs'), join(folder, 'programs'), { recursive: true })
  return { folder, missing: await installLocked(here, notice) }
}

async function pack(folder: string, target: string): Promise<string> {
  const output = await npm(join(root, folder), ['pack', '--json', '--pack-destination', target, ...quietNpm])
  const [{ filename }]: [{ filename: string }] = JSON.parse(output)
  return join(target, filename)
}
