import { readFileSync } from 'node:fs'
import { packagePath } from './package-path.ts'

const manifest: { version: string } = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'))

/** The version of this package: the one of the whole set, of server, contract, SDK and command line. */
export const version = manifest.version
