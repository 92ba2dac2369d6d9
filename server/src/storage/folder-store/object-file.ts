import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Moves a complete file to its place, in a folder that is created, also if it is removed at this moment. */
export async function placeFile(complete: string, path: string): Promise<void> {
  const place = async () => {
    await mkdir(dirname(path), { recursive: true })
    await rename(complete, path)
  }
  await place().catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return place()
  })
}

/** Removes a file if it exists, and its folder with the last file in it. */
export async function removeWithFolder(path: string): Promise<void> {
  await rm(path, { force: true })
  // Others are still in it, or it was never there.
  await rmdir(dirname(path)).catch(() => undefined)
}
