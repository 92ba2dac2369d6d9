import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, copyFile, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, posix, relative, sep } from 'node:path'
import type { ObjectHead, ObjectStore } from '../../ports/object-store.js'
import { signLink } from './signed-link.js'

export interface FolderStoreOptions {
  readonly folder: string
  /** Where this service is reached from outside; links begin with it. */
  readonly publicUrl: string
  readonly secret: string
  /** The clock that links lapse by. */
  readonly nowMs: () => number
}

/** Half-written files live here until they are renamed to their key. */
const partialFolder = '.partial'

/**
 * The object store of the embedded mode: one file per key below a folder, links signed by HMAC and served by this
 * service itself (`folder-routes.ts`). A write goes to a temporary file, is flushed, and then renamed: an object is
 * there whole or not at all, also after a power cut.
 */
export function createFolderObjectStore(options: FolderStoreOptions): FolderObjectStore {
  const pathOf = (key: string): string => join(options.folder, ...checkedParts(key))
  const linkTo = (
    method: 'PUT' | 'GET',
    key: string,
    contentType: string,
    fileName: string,
    seconds: number,
  ): string => {
    const expiresAtMs = options.nowMs() + seconds * 1000
    const query = signLink(options.secret, { method, key, contentType, fileName, expiresAtMs })
    return `${options.publicUrl}/objects/${key}?${query}`
  }

  return {
    pathOf,
    partialPath: () => join(options.folder, partialFolder, randomBytes(12).toString('hex')),
    async signUpload({ key, contentType, expiresInSeconds }) {
      return linkTo('PUT', key, contentType, '', expiresInSeconds)
    },
    async signDownload({ key, contentType, fileName, expiresInSeconds }) {
      return linkTo('GET', key, contentType, fileName, expiresInSeconds)
    },
    head: (key) => headOf(pathOf(key)),
    async readRange(key, { start, endInclusive, etag }) {
      const file = await open(pathOf(key)).catch(undefinedIfMissing)
      if (file === undefined) return undefined
      try {
        // The handle keeps the very file that it opened, also when another is renamed over it meanwhile.
        const stats = await file.stat({ bigint: true })
        if (etagOf(stats) !== etag) return undefined
        const length = Math.max(0, Math.min(endInclusive + 1, Number(stats.size)) - start)
        const bytes = new Uint8Array(length)
        const { bytesRead } = await file.read(bytes, 0, length, start)
        return bytes.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    async read(key) {
      return readFile(pathOf(key)).catch(undefinedIfMissing)
    },
    async copy({ from, to, etag }) {
      const partial = this.partialPath()
      await mkdir(dirname(partial), { recursive: true })
      const copied = await copyFile(pathOf(from), partial, constants.COPYFILE_FICLONE).then(
        () => true,
        undefinedIfMissing,
      )
      // The version is checked after copying: had the file been replaced before or while it was read, the etag is another.
      const head = await headOf(pathOf(from))
      if (!copied || head?.etag !== etag) {
        await rm(partial, { force: true })
        return false
      }
      await flush(partial)
      await this.adopt(partial, to)
      return true
    },
    async put({ key, bytes }, signal) {
      signal?.throwIfAborted()
      const partial = this.partialPath()
      await mkdir(dirname(partial), { recursive: true })
      try {
        await writeFlushed(partial, bytes, signal)
        await this.adopt(partial, key)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    async adopt(partial, key) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      await rename(partial, path)
    },
    async delete(key) {
      await rm(pathOf(key), { force: true })
    },
    async *list(prefix) {
      const root = join(options.folder, ...checkedParts(prefix.replace(/\/$/, '')))
      const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(undefinedIfMissing)
      for (const entry of entries ?? []) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        const stats = await stat(path).catch(undefinedIfMissing)
        if (stats === undefined) continue
        yield {
          key: relative(options.folder, path).split(sep).join(posix.sep),
          lastModifiedMs: stats.mtimeMs,
        }
      }
    },
    async deleteUnfinished(lastWriteBeforeMs) {
      const folder = join(options.folder, partialFolder)
      let deleted = 0
      for (const name of (await readdir(folder).catch(undefinedIfMissing)) ?? []) {
        const stats = await stat(join(folder, name)).catch(undefinedIfMissing)
        if (stats === undefined || stats.mtimeMs >= lastWriteBeforeMs) continue
        await rm(join(folder, name), { force: true })
        deleted += 1
      }
      return deleted
    },
    async check() {
      await mkdir(options.folder, { recursive: true })
      await access(options.folder, constants.W_OK)
    },
  }
}

/** What the routes that serve the links need beside the port. */
export interface FolderObjectStore extends ObjectStore {
  pathOf(key: string): string
  /** A fresh path on the same file system, for bytes that are still arriving. */
  partialPath(): string
  /** Makes a complete, flushed file the object of that key. */
  adopt(partialPath: string, key: string): Promise<void>
}

async function writeFlushed(path: string, bytes: Uint8Array, signal: AbortSignal | undefined): Promise<void> {
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

/** Keys are the service's own; this is the belt to those braces, so that no key can ever leave the folder. */
function checkedParts(key: string): string[] {
  const parts = key.split('/')
  if (parts.some((part) => !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(part)))
    throw new RangeError('That is no object key.')
  return parts
}

async function headOf(path: string): Promise<ObjectHead | undefined> {
  const stats = await stat(path, { bigint: true }).catch(undefinedIfMissing)
  return stats?.isFile() ? { sizeBytes: Number(stats.size), etag: etagOf(stats) } : undefined
}

/** A renamed-in file has another inode and time, so equal means the same bytes. */
function etagOf(stats: { ino: bigint; mtimeNs: bigint; size: bigint }): string {
  return createHash('sha256').update(`${stats.ino}:${stats.mtimeNs}:${stats.size}`).digest('hex')
}

function undefinedIfMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
    return undefined
  throw error
}
