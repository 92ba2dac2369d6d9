import { mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCodeOf } from '../../core/errors.ts'

/** Moves a complete file to its place, in a folder that is created, also if it is removed at this moment. */
export async function placeFile(complete: string, path: string): Promise<void> {
  const place = async () => {
    await mkdir(dirname(path), { recursive: true })
    await rename(complete, path)
  }
  await place().catch((error: unknown) => {
    if (errorCodeOf(error) !== 'ENOENT') throw error
    return place()
  })
}

/** Writes a new file, which is on the disk then. */
export async function writeFlushed(
  path: string,
  bytes: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(bytes, { ...(signal && { signal }) })
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Flushes a file that was written by other means. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Removes a file if it exists, and its folder with the last file in it. */
export async function removeWithFolder(path: string): Promise<void> {
  await rm(path, { force: true })
  // Others are still in it, or it was never there.
  await rmdir(dirname(path)).catch(() => undefined)
}

/**
 * Keys are created by the service itself; this is a second safeguard, so that no key can escape the folder.
 */
export function checkedParts(key: string): string[] {
  const parts = key.split('/')
  if (parts.some((part) => !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(part)))
    throw new RangeError('This is not an object key.')
  return parts
}

/** Of a file that does not exist; throws any other error. */
export function undefinedIfMissing(error: unknown): undefined {
  const code = errorCodeOf(error)
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error
}
