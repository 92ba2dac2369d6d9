import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** npm neither runs what packages would, nor prints what only people read. */
export const quietNpm = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']

/** Resolves to the standard output of npm; rejects with its standard error where it fails. */
export async function npm(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', args, { cwd, env, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

/**
 * Installs the packages of a folder's lock file, unless they are there. Resolves to the reason where that is
 * not possible, and to '' otherwise.
 */
export async function installLocked(folder: string, notice: string): Promise<string> {
  const stamp = join(folder, 'node_modules', '.stamp')
  const lock = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return ''
  process.stderr.write(`mediagen: ${notice}\n`)
  try {
    await npm(folder, ['ci', '--include=optional', ...quietNpm])
    await writeFile(stamp, lock)
    return ''
  } catch (error) {
    return `npm could not install ${folder}: ${String(error).split('\n').slice(0, 3).join(' ')}`
  }
}
