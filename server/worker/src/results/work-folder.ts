import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** In the system's folder for temporary files (TMPDIR), one folder per process. */
const root = (): string => join(tmpdir(), 'mediagen-work')

/** A new folder for one result in transit; its creator removes it. */
export async function makeWorkFolder(): Promise<string> {
  const own = join(root(), String(process.pid))
  await mkdir(own, { recursive: true, mode: 0o700 })
  return mkdtemp(join(own, 'result-'))
}

/** Removes what dead processes left behind: a result may have a gigabyte, and a killed worker leaves many. */
export async function removeAbandonedWork(): Promise<void> {
  const names = await readdir(root()).catch(() => [])
  for (const name of names) {
    if (isRunning(Number(name))) continue
    // Another user's folder, or one just removed: the next start tries again.
    await rm(join(root(), name), { recursive: true, force: true }).catch(() => undefined)
  }
}

/** Whether a process other than this one has the id. A new process may have that of one that was killed. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
