import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const compiler = join(root, 'node_modules/typescript-7/bin/tsc')

/**
 * What the compiler says to some files of ECMAScript modules, which find the packages of the project: one text for each
 * error, with its file. `config` is a tsconfig.json without its files.
 */
export function typeErrors(files: Readonly<Record<string, string>>, config: object): string[] {
  const cache = join(root, 'node_modules/.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'type-errors-'))
  try {
    const project = { ...config, files: Object.keys(files) }
    const all = { ...files, 'package.json': '{ "type": "module" }', 'tsconfig.json': JSON.stringify(project) }
    for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text)
    const words = [compiler, '--project', folder, '--pretty', 'false']
    const { status, error, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: folder,
      encoding: 'utf8',
    })
    // The lines that explain an error are indented below it.
    const errors = stdout.split(/\n(?! )/).filter((text) => text !== '')
    if (status !== 0 && errors.length === 0) throw error ?? new Error(stderr)
    return errors
  } finally {
    rmSync(folder, { recursive: true })
  }
}
