import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The package's own folder, from src/ and from dist/: it has files that are read or copied as they are. */
export const packageFolder = resolve(import.meta.dirname, '..')

const besideIt = resolve(packageFolder, '../runtime/src')

/** The sources of the runtime: in the package, the build has copied them. */
export const runtimeFolder = existsSync(besideIt) ? besideIt : join(packageFolder, 'dist', 'runtime')
