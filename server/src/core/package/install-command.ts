import { readFileSync } from 'node:fs'
import { packagePath } from './package-path.ts'

const { peerDependencies }: { peerDependencies: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(packagePath('package.json'), 'utf8'),
)

/**
 * The command that installs packages which this one uses if they are there. It names their versions, because npm
 * refuses the newest where this package does not take it.
 */
export function installCommand(...names: readonly string[]): string {
  return ['npm install', ...names.map((name) => `${name}@${peerDependencies[name]}`)].join(' ')
}
