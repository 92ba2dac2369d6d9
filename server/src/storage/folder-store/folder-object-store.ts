import { constants, statSync } from 'node:fs'
import { access, copyFile, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../../core/files/create-folder.ts'
import type { ObjectStore } from '../../core/ports/object-store.ts'
import type { SignedFiles } from '../../core/ports/signed-files.ts'
import { createArrivingBodies } from './arriving-bodies.ts'
import { listFiles } from './list-files.ts'
import {
  checkedParts,
  flush,
  placeFile,
  removeWithFolder,
  undefinedIfMissing,
  writeFlushed,
} from './object-file.ts'
import { headOf, readRange } from './object-version.ts'
import { createPartialFiles } from './partial-files.ts'
import { receivedBytesMax, receiveFile } from './receive-file.ts'
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

/**
 * The object store of the embedded mode: one file per key below a folder, links signed by HMAC and served by
 * this service itself (`http/objects/signed-links.ts`). A write goes to a temporary file, is flushed, and then
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

  return {
    pathOf,
    receivedBytesMax,
    verifyLink: (request) => verifyLink(secrets, { ...request, nowMs: options.nowMs() }),
    receive: (key, body, isExpected = async () => true) =>
      arriving.receive(key, async (signal) => {
        const files = { partial: partials.create(key), path: pathOf(key) }
        return receiveFile(files, body, { signal, isExpected })
      }),
    async signUpload({ key, contentType, expiresInSeconds }) {
      return linkTo('PUT', key, contentType, '', expiresInSeconds)
    },
    async signDownload({ key, contentType, fileName, expiresInSeconds }) {
      return linkTo('GET', key, contentType, fileName, expiresInSeconds)
    },
    head: (key) => headOf(pathOf(key)),
    readRange: (key, range) => readRange(pathOf(key), range),
    async read(key) {
      return readFile(pathOf(key)).catch(undefinedIfMissing)
    },
    async copy({ from, to, etag }) {
      const partial = partials.create(from)
      let isCopied = false
      try {
        await copyFile(pathOf(from), partial, constants.COPYFILE_FICLONE)
        // The version is checked after copying: if the file was replaced before or during the read, its etag
        // differs.
        if ((await headOf(pathOf(from)))?.etag === etag) {
          await flush(partial)
          await placeFile(partial, pathOf(to))
          isCopied = true
        }
      } catch (error) {
        undefinedIfMissing(error)
      } finally {
        if (!isCopied) await rm(partial, { force: true })
      }
      return isCopied
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
    list: (prefix, after = '') => listFiles(options.folder, prefix, after),
    deleteUnfinished: (lastWriteBeforeMs) => partials.deleteUnfinished(lastWriteBeforeMs),
    async check() {
      ensureFolder()
      await access(options.folder, constants.W_OK)
    },
  }
}

/**
 * Returns a function that creates the folder of objects at first and throws once it has gone. Such a folder is a disk
 * that is not mounted, or a mistake: in a new one the objects would be missing, and what is stored in it would be
 * hidden again by the mount.
 */
function ensuresFolder(path: string): () => void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  let wasThere = isThere()
  return () => {
    if (!wasThere) createFolder(path)
    else if (!isThere()) throw new Error(`The folder of objects is gone: ${path}`)
    wasThere = true
  }
}

export type FolderObjectStore = ObjectStore & SignedFiles
