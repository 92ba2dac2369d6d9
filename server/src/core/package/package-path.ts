import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * The absolute path of a file that this package carries, such as its migrations; the same from the sources,
 * from the bundle and from an installation.
 */
export function packagePath(...parts: readonly string[]): string {
  return join(packageFolder, ...parts)
}

/** Where a thread or process begins, by its place in the sources: the module there, or the bundle's. */
export function entryPath(...place: readonly string[]): string {
  return import.meta.filename.endsWith('.ts')
    ? `${packagePath('src', ...place)}.ts`
    : `${packagePath('dist', ...place)}.js`
}

const packageFolder = findPackageFolder(import.meta.dirname)

function findPackageFolder(folder: string): string {
  return existsSync(join(folder, 'package.json')) ? folder : findPackageFolder(dirname(folder))
}
