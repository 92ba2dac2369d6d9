import { createHash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { access, copyFile, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, posix, relative, sep } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@mediagen/contract/limits'
import type { ObjectHead, ObjectStore } from '../../core/ports/object-store.ts'
import type { SignedFiles } from '../../core/ports/signed-files.ts'
import { createArrivingBodies } from './arriving-bodies.ts'
import { ensuresFolder } from './ensure-folder.ts'
import { checkedParts, placeFile, removeWithFolder, undefinedIfMissing } from './object-file.ts'
import { createPartialFiles } from './partial-files.ts'
import { signLink, verifyLink } from './signed-link.ts'

export interface FolderStoreOptions {
  readonly folder: string
  /** The service's external URL; links begin with it. */
  readonly publicUrl: string
  readonly secret: string
  /** Another secret whose links are accepted, while it is being replaced. */
  readonly previousSecret?: string | undefined
  /** The clock for the expiry of links. */
  readonly nowMs: () => number
}

/** One byte more than is allowed suffices to report FILE_TOO_LARGE; the rest of such a file is not kept. */
const keptBytesMax = limits.uploadBytesMax + 1
/** Beyond this size the rest of the body is not worth reading. */
const receivedBytesMax = 10 * limits.uploadBytesMax

/**
 * The object store of the embedded mode: one file per key below a folder, links signed by HMAC and served by
 * this service itself (`http/signed-links.ts`). A write goes to a temporary file, is flushed, and then
 * renamed: an object exists whole or not at all, even after a power failure.
 */
export function createFolderObjectStore(options: FolderStoreOptions): FolderObjectStore {
  const { previousSecret } = options
  const secrets = previousSecret === undefined ? [options.secret] : [options.secret, previousSecret]
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

  const arriving = createArrivingBodies()

  const ensureFolder = ensuresFolder(options.folder)
  const partials = createPartialFiles(options.folder, ensureFolder)

  /** Makes a complete, flushed file the object of that key. */
  async function receiveFile(
    key: string,
    body: Readable,
    { signal, isExpected }: { readonly signal: AbortSignal; readonly isExpected: () => Promise<boolean> },
  ): Promise<'stored' | 'too many bytes' | 'closed'> {
    const partial = partials.create(key)
    try {
      const file = createWriteStream(partial, { flags: 'wx', flush: true })
      await pipeline(body, keepStart(), file, { signal })
      if (signal.aborted || !(await isExpected())) {
        await rm(partial, { force: true })
        return 'closed'
      }
      const isPlaced = await placeFile(partial, pathOf(key)).then(() => true, undefinedIfMissing)
      return isPlaced ? 'stored' : 'closed'
    } catch (error) {
      await rm(partial, { force: true })
      if (signal.aborted) return 'closed'
      if (error instanceof TooManyBytesError) return 'too many bytes'
      throw error
    }
  }

  return {
    pathOf,
    receivedBytesMax,
    verifyLink: (request) => verifyLink(secrets, { ...request, nowMs: options.nowMs() }),
    receive: (key, body, isExpected = async () => true) =>
      arriving.receive(key, (signal) => receiveFile(key, body, { signal, isExpected })),
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
    },
    async read(key) {
      return readFile(pathOf(key)).catch(undefinedIfMissing)
    },
    async copy({ from, to, etag }) {
      const partial = partials.create(from)
      const copied = await copyFile(pathOf(from), partial, constants.COPYFILE_FICLONE).then(
        () => true,
        undefinedIfMissing,
      )
      // The version is checked after copying: if the file was replaced before or during the read, its etag
      // differs.
      const head = await headOf(pathOf(from))
      if (!copied || head?.etag !== etag) {
        await rm(partial, { force: true })
        return false
      }
      const place = async () => {
        await flush(partial)
        await placeFile(partial, pathOf(to))
        return true
      }
      return (await place().catch(undefinedIfMissing)) ?? false
    },
    async put(object, signal) {
      signal?.throwIfAborted()
      const partial = partials.create(object.key)
      try {
        if ('bytes' in object) await writeFlushed(partial, object.bytes, signal)
        else {
          // By the operating system, without passing the bytes through this process.
          await copyFile(object.file, partial, constants.COPYFILE_EXCL)
          await flush(partial)
          signal?.throwIfAborted()
        }
        await placeFile(partial, pathOf(object.key))
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    async delete(key) {
      arriving.abort(key)
      await partials.deleteOf(key)
      // A task has a folder of its own.
      if (checkedParts(key).length > 2) await removeWithFolder(pathOf(key))
      else await rm(pathOf(key), { force: true })
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
    deleteUnfinished: (lastWriteBeforeMs) => partials.deleteUnfinished(lastWriteBeforeMs),
    async check() {
      ensureFolder()
      await access(options.folder, constants.W_OK)
    },
  }
}

export type FolderObjectStore = ObjectStore & SignedFiles

class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError'
}

/** Passes the part of a body that is kept, and fails once more than `receivedBytesMax` has arrived. */
function keepStart(): Transform {
  let received = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const room = Math.max(0, keptBytesMax - received)
      received += chunk.length
      if (received > receivedBytesMax) done(new TooManyBytesError())
      else done(null, room === 0 ? undefined : chunk.subarray(0, room))
    },
  })
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

async function headOf(path: string): Promise<ObjectHead | undefined> {
  const stats = await stat(path, { bigint: true }).catch(undefinedIfMissing)
  return stats?.isFile() ? { sizeBytes: Number(stats.size), etag: etagOf(stats) } : undefined
}

/** A file renamed into place has another inode and time, so equal etags mean equal bytes. */
function etagOf(stats: { ino: bigint; mtimeNs: bigint; size: bigint }): string {
  return createHash('sha256').update(`${stats.ino}:${stats.mtimeNs}:${stats.size}`).digest('hex')
}
