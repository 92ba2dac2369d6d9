import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The sizes of all files below a folder, by path. */
export function filesBelow(folder: string): Map<string, number> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Map(
    files.map(({ parentPath, name }) => [join(parentPath, name), statSync(join(parentPath, name)).size]),
  )
}

export function bytesBelow(folder: string): number {
  return [...filesBelow(folder).values()].reduce((total, size) => total + size, 0)
}
