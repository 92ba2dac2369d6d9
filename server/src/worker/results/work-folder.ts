import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { access, lstat, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ExclusiveLock, takeExclusiveLock } from '../../core/files/exclusive-lock.ts'

const prefix = 'mediagen-work-'
/** Another process that looks for abandoned folders may hold the lock of a new one for an instant. */
const triesMax = 3

/** A folder for one result in transit, which nobody but this process's user can enter. */
export interface WorkFolder {
  readonly path: string
  /** Removes it with everything in it. */
  remove(): Promise<void>
}

/**
 * Makes a folder in the system's folder for temporary files (TMPDIR). It has a name of its own, because a
 * fixed one would belong to whoever made it first, and a lock, by which other processes see that it is in
 * use.
 */
export function makeWorkFolder(): WorkFolder {
  for (let tries = 1; ; tries += 1) {
    const path = mkdtempSync(join(tmpdir(), prefix))
    const lock = lockNew(path)
    if (lock !== undefined) return { path, remove: () => remove(path, lock) }
    if (tries === triesMax) throw new Error(`${path} was locked by another process as soon as it was made.`)
  }
}

/** Throws with the system's reason if no folder can be made, as every result would then fail. */
export async function checkWorkFolder(): Promise<void> {
  const folder = makeWorkFolder()
  await folder.remove()
}

/**
 * Removes what dead processes left behind: a result may have a gigabyte, and a killed worker leaves many. A
 * folder is abandoned when its lock is free; a process id says nothing where containers share a folder.
 */
export async function removeAbandonedWork(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => [])
  for (const name of names) {
    if (!name.startsWith(prefix)) continue
    const path = join(tmpdir(), name)
    if (!(await isOwn(path))) continue
    const lock = takeExclusiveLock(lockOf(path))
    // One that cannot be removed now is removed at the next start.
    if (lock !== undefined) await remove(path, lock).catch(() => undefined)
  }
}

function lockOf(folder: string): string {
  return join(folder, 'lock')
}

/** undefined if another process took the lock first, or took it and removed the folder. */
function lockNew(folder: string): ExclusiveLock | undefined {
  try {
    const lock = takeExclusiveLock(lockOf(folder))
    if (lock === undefined || existsSync(lockOf(folder))) return lock
    lock.release()
    return undefined
  } catch (error) {
    // Without a lock nobody would ever know it for abandoned. A disk that is full of files may have room for a folder.
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

/** Locked until it is gone; Windows removes no open file, so there the lock is released first. */
async function remove(folder: string, lock: ExclusiveLock): Promise<void> {
  if (process.platform === 'win32') lock.release()
  try {
    await rm(folder, { recursive: true, force: true })
  } finally {
    if (process.platform !== 'win32') lock.release()
  }
}

/** A folder of this user with its lock; a link, or what another user has put there, is left alone. */
async function isOwn(path: string): Promise<boolean> {
  try {
    const entry = await lstat(path)
    await access(lockOf(path))
    return entry.isDirectory() && (process.getuid === undefined || entry.uid === process.getuid())
  } catch {
    // Just removed, or another user's.
    return false
  }
}
