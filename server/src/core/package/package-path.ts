import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The absolute path of a file that this package carries, such as its migrations; the same from the sources,
 * from the bundle and from an installation.
 */
export function packagePath(...parts: readonly string[]): string {
  return join(packageFolder, ...parts)
}

const packageFolder = findPackageFolder(import.meta.dirname)

function findPackageFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackageFolder(dirname(folder))
}
