import { readFileSync } from 'node:fs'
import { packagePath } from './package-path.ts'

/** What this package says of itself. */
interface Manifest {
  readonly version: string
  readonly peerDependencies: Readonly<Record<string, string>>
}

export const manifest: Manifest = JSON.parse(readFileSync(packagePath('package.json'), 'utf8'))
