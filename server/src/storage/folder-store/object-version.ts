import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import type { ObjectHead } from '../../core/ports/object-store.ts'
import { undefinedIfMissing } from './object-file.ts'

export async function headOf(path: string): Promise<ObjectHead | undefined> {
  const stats = await stat(path, { bigint: true }).catch(undefinedIfMissing)
  return stats?.isFile() ? { sizeBytes: Number(stats.size), etag: etagOf(stats) } : undefined
}

/** Bytes of one version of a file; undefined if it is another by now, or gone. */
export async function readRange(
  path: string,
  {
    start,
    endInclusive,
    etag,
  }: { readonly start: number; readonly endInclusive: number; readonly etag: string },
): Promise<Uint8Array | undefined> {
  const file = await open(path).catch(undefinedIfMissing)
  if (file === undefined) return undefined
  try {
    // The handle keeps the file that it opened, even if another is renamed over it meanwhile.
    const stats = await file.stat({ bigint: true })
    if (etagOf(stats) !== etag) return undefined
    const length = Math.max(0, Math.min(endInclusive + 1, Number(stats.size)) - start)
    const bytes = new Uint8Array(length)
    const { bytesRead } = await file.read(bytes, 0, length, start)
    return bytes.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** A file renamed into place has another inode and time, so equal etags mean equal bytes. */
function etagOf(stats: { ino: bigint; mtimeNs: bigint; size: bigint }): string {
  return createHash('sha256').update(`${stats.ino}:${stats.mtimeNs}:${stats.size}`).digest('hex')
}
