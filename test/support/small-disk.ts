import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** A file system of its own that can be full. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves room for so many bytes alone. */
  fill(bytesLeft: number): Promise<void>
  /** Makes room again. */
  free(): Promise<void>
  close(): Promise<void>
}

const run = promisify(execFile)
/** Far more than a history takes. */
const size = '512m'

/** Mounts one in memory; undefined where that is not allowed, which takes root. */
export async function mountSmallDisk(): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-disk-'))
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder])
  } catch {
    await rm(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    async fill(bytesLeft) {
      const file = await open(filler, 'w')
      await file.close()
      for (let isFull = false; !isFull; ) {
        const { bavail, bsize } = await statfs(folder)
        const bytes = String(Math.max(bsize, Math.floor(bavail * bsize - bytesLeft)))
        // Refused if something else has been written since.
        isFull = await run('fallocate', ['-l', bytes, filler]).then(
          () => true,
          () => bavail === 0,
        )
      }
    },
    free: () => rm(filler, { force: true }),
    async close() {
      // Lazily, as a process may just be ending.
      await run('umount', ['--lazy', folder])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
