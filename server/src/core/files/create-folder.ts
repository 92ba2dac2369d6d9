import { existsSync, mkdirSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorCodeOf } from '../errors.ts'

/**
 * Creates a folder and those above it that are missing. One by one, because Node's `recursive` never returns
 * where a folder that exists takes no new ones, such as one below /proc: both report ENOENT.
 */
export function createFolder(path: string): void {
  for (const folder of missingFolders(resolve(path))) {
    try {
      mkdirSync(folder)
    } catch (error) {
      // Another process has been faster, or a file is there, which the last line reports.
      if (errorCodeOf(error) !== 'EEXIST') throw error
    }
  }
  mkdirSync(path, { recursive: true })
}

/** The path and the folders above it that do not exist, the outermost first. */
function missingFolders(path: string): string[] {
  return existsSync(path) ? [] : [...missingFolders(dirname(path)), path]
}
