import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * The project's own files whose path fits, by git: committed and new ones, without what git ignores and
 * without generated files. Paths are relative to the project and use slashes.
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
