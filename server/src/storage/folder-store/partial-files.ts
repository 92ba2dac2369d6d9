import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../../core/files/create-folder.ts'
import { checkedParts, undefinedIfMissing } from './object-file.ts'

/** Half-written files, until they are renamed to their key. */
export interface PartialFiles {
  /** A new path on the same file system, for bytes that are still arriving, and go when `key` is deleted. */
  create(key: string): string
  /** Deletes those of a key, of every process: one that still writes cannot rename its file to the key any more. */
  deleteOf(key: string): Promise<void>
  /** Deletes those last written before that time; returns how many there were. */
  deleteUnfinished(lastWriteBeforeMs: number): Promise<number>
}

export function createPartialFiles(root: string, ensureRoot: () => void): PartialFiles {
  const folder = join(root, '.partial')
  const names = async () => (await readdir(folder).catch(undefinedIfMissing)) ?? []
  return {
    create(key) {
      ensureRoot()
      createFolder(folder)
      return join(folder, startOf(key) + randomBytes(12).toString('hex'))
    },
    async deleteOf(key) {
      const own = (await names()).filter((name) => name.startsWith(startOf(key)))
      await Promise.all(own.map((name) => rm(join(folder, name), { force: true })))
    },
    async deleteUnfinished(lastWriteBeforeMs) {
      let deleted = 0
      for (const name of await names()) {
        const stats = await stat(join(folder, name)).catch(undefinedIfMissing)
        if (stats === undefined || stats.mtimeMs >= lastWriteBeforeMs) continue
        await rm(join(folder, name), { force: true })
        deleted += 1
      }
      return deleted
    },
  }
}

/** How the names of a key's files begin. */
function startOf(key: string): string {
  return `${checkedParts(key).join('_')}.`
}
