import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredObject } from '../../core/ports/object-store.ts'
import { checkedParts, undefinedIfMissing } from './object-file.ts'

/**
 * The files below a folder whose keys begin with a prefix, after a key, in the order of their keys. Reads the names in
 * each folder on the way, and looks at no file before `after`.
 */
export async function* listFiles(root: string, prefix: string, after: string): AsyncGenerator<StoredObject> {
  const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1)
  const folder = join(root, ...(parent === '' ? [] : checkedParts(parent.slice(0, -1))))
  for (const key of await listKeys(folder, parent, { prefix, after })) {
    if (key.endsWith('/')) {
      yield* listFiles(root, key, after)
      continue
    }
    const stats = await stat(join(root, ...key.split('/'))).catch(undefinedIfMissing)
    if (stats !== undefined) yield { key, lastModifiedMs: stats.mtimeMs }
  }
}

/** What is in a folder, with a slash at the end of each folder in it. */
async function listKeys(
  folder: string,
  parent: string,
  { prefix, after }: { readonly prefix: string; readonly after: string },
): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing)) ?? []
  return entries
    .flatMap((entry) => {
      if (entry.isDirectory()) return [`${parent}${entry.name}/`]
      return entry.isFile() ? [parent + entry.name] : []
    })
    .filter((key) => key.startsWith(prefix) && (key > after || (key.endsWith('/') && after.startsWith(key))))
    .sort()
}
