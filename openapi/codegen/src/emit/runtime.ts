import { readdir, readFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { isBuiltIn, type Settings } from '../settings.ts'
import { banner } from './banner.ts'

/** Our own server's runtime, which every contract shares, and what the runtime of others has in addition. */
const shared = resolve(import.meta.dirname, '../../../../server/contract/src')
const standalone = resolve(import.meta.dirname, '../../runtime')

/** What our own contract alone has: its one security scheme, and its table of errors. */
const ownFiles = ['edge/api-key.ts', 'edge/read-json.ts', 'index.ts', 'edge.ts', 'errors.ts', 'validation.ts']

/** The runtime of a contract's server by path: one source for all contracts, ours included. */
export async function runtimeFiles(settings: Settings): Promise<Record<string, string>> {
  const files = new Map<string, string>()
  for (const folder of [shared, standalone]) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const entry of entries.sort((left, right) => (left.name < right.name ? -1 : 1))) {
      const file = join(entry.parentPath, entry.name)
      const name = relative(folder, file)
      if (!entry.isFile() || !name.endsWith('.ts') || isLeftOut(folder, name)) continue
      files.set(name, await readFile(file, 'utf8'))
    }
  }
  if (!isBuiltIn(settings.errorForm))
    files.set('errors/error-form.ts', await readFile(settings.errorForm, 'utf8'))
  return Object.fromEntries([...files].map(([name, text]) => [name, `${banner}\n${text}`]))
}

function isLeftOut(folder: string, name: string): boolean {
  if (name.endsWith('.test.ts') || name.startsWith('client/')) return true
  return folder === shared && (name.startsWith('generated/') || ownFiles.includes(name))
}
