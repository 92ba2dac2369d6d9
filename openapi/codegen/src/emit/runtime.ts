import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { CommandError } from '../command-line.ts'
import { runtimeFolder } from '../package-folder.ts'
import { writeFiles } from '../staging.ts'
import { copiedFile, runtimeModule } from './banner.ts'

const copies = 'runtime'

/** Puts the runtime beside the files of a server, which import it from there. */
export async function copyRuntime(server: string): Promise<void> {
  for (const name of await filesBelow(server)) {
    const file = join(server, name)
    await writeFile(file, importingCopies(name, await readFile(file, 'utf8')))
  }
  await writeFiles(join(server, copies), await sourcesOfRuntime())
}

/** Imports of the package, as those of files below the folder of the server. */
function importingCopies(name: string, text: string): string {
  const up = name.includes('/') ? '../' : './'
  return text.replaceAll(
    new RegExp(`'${runtimeModule}(?:/(\\w+))?'`, 'g'),
    (_module, entry = 'index') => `'${up}${copies}/${entry}.js'`,
  )
}

/** The sources of the runtime; code of other packages as its build has bundled it. */
async function sourcesOfRuntime(): Promise<Record<string, string>> {
  const bundled = join(runtimeFolder, 'dist', 'third-party')
  if (!existsSync(bundled))
    throw new CommandError('--copy-runtime needs the runtime to be built: npm run build')
  const files: Record<string, string> = {}
  for (const name of await filesBelow(join(runtimeFolder, 'src'))) {
    if (name.startsWith('third-party/') || name.endsWith('.test.ts')) continue
    files[name] = copiedFile(compilable(await readFile(join(runtimeFolder, 'src', name), 'utf8')))
  }
  for (const name of await filesBelow(bundled)) {
    const code = await readFile(join(bundled, name), 'utf8')
    files[`third-party/${name.replace(/js$/, 'ts')}`] = copiedFile(`// @ts-nocheck\n${code}`)
  }
  return files
}

/** Imports that a project takes which does not allow those of .ts files. */
function compilable(source: string): string {
  return source.replaceAll(/( from|^import) '(\.[^']*)\.ts'/gm, "$1 '$2.js'")
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
}
