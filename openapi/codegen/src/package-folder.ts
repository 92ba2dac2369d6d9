import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The package's own folder, from src/ and from dist/: it has files that are read or copied as they are. */
export const packageFolder = resolve(import.meta.dirname, '..')

/** The folder of the package that serves what is generated. */
export const runtimeFolder = dirname(
  fileURLToPath(import.meta.resolve('@mediagen/contract-runtime/package.json')),
)
