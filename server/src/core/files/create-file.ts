import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, link, rename, rm, writeFile } from 'node:fs/promises'
import { errorCodeOf } from '../errors.ts'

/** What file systems without hard links report. */
const noLinksCodes: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/**
 * Creates a file with all of its content; false if there is one already, which stays as it is. Whatever fails,
 * such as a full disk, leaves no part of it behind. Throws the operating system's error.
 */
export async function createFile(path: string, content: string, mode: number): Promise<boolean> {
  if (existsSync(path)) return false
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`
  try {
    await writeFile(partial, content, { flag: 'wx', mode, flush: true })
    // The mask of this process would take the rights of others away.
    await chmod(partial, mode)
    return await moveTo(path, partial)
  } finally {
    await rm(partial, { force: true })
  }
}

/** Unlike `rename`, `link` replaces no file that another process has created meanwhile. */
async function moveTo(path: string, partial: string): Promise<boolean> {
  try {
    await link(partial, path)
    return true
  } catch (error) {
    const code = errorCodeOf(error)
    if (code === 'EEXIST') return false
    if (!noLinksCodes.includes(code)) throw error
    await rename(partial, path)
    return true
  }
}
