import { resolve } from 'node:path'

/** The package's own folder, from src/ and from dist/: it has files that are read or copied as they are. */
export const packageFolder = resolve(import.meta.dirname, '..')
