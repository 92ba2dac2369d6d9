import { manifest } from './manifest.ts'

/**
 * The command that installs packages which this one uses if they are there. It names their versions, because npm
 * refuses the newest where this package does not take it.
 */
export function installCommand(...names: readonly string[]): string {
  return ['npm install', ...names.map((name) => `${name}@${manifest.peerDependencies[name]}`)].join(' ')
}
