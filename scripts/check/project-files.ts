import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * The project's own files with a matching path: committed and new ones, without generated files and what git
 * ignores. Paths are relative to the project and use slashes.
 */
export function projectFiles(fits: RegExp): string[] {
  const listing = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listing
    .split('\0')
    .filter((path) => fits.test(path) && !/(^|\/)generated\//.test(path) && existsSync(path))
    .sort()
}
