import { MediagenError } from '../errors/mediagen-error.js'
import { type LocalFile, localFile } from '../types/local-file.js'
import { toHex } from './hex.js'

/**
 * A module of Node, resolved at run time instead of imported, so that bundlers for browsers do not fail on it.
 * Throws a MediagenError where there is none, which names the caller and what to do instead.
 */
function builtin<Id extends 'node:fs' | 'node:url'>(id: Id, caller: string, instead: string) {
  if (typeof process === 'object' && typeof process.getBuiltinModule === 'function') {
    return process.getBuiltinModule(id)
  }
  throw new MediagenError(`${caller} needs a file system, and there is none here: ${instead}`)
}

const bytesInstead = 'give the bytes or a Blob'

/**
 * A file on this machine as an image to upload, by its path or `file:` URL (Node, Bun and Deno). Neither is read
 * without this function, because both may come from a stranger: give it only what your program chose. Throws a
 * MediagenError where there is no file system.
 * @example
 * const { id: assetId } = await client.uploads.file(fromPath('photo.jpg'))
 */
export function fromPath(path: string | URL): LocalFile {
  const { pathToFileURL } = builtin('node:url', 'fromPath', bytesInstead)
  const file = typeof path === 'string' && path !== '' ? pathToFileURL(path) : path
  if (typeof file !== 'object' || file?.protocol !== 'file:')
    throw new MediagenError('fromPath needs a path or a file: URL')
  return { [localFile]: (checkSize) => readRegularFile(file, checkSize) }
}

/** As much as a file is read at a time. */
const chunkBytes = 262_144

/**
 * Yields the bytes of a regular file, and of no other: a pipe or a device may never end. `checkSize` gets its
 * size first, which is 0 for some files that are not empty. Throws the error of the file system.
 */
async function* readRegularFile(
  file: URL,
  checkSize: (sizeBytes: number) => void,
): AsyncGenerator<Uint8Array, void> {
  const { promises, constants } = builtin('node:fs', 'fromPath', bytesInstead)
  // Without a wait for the other end of a pipe.
  const handle = await promises.open(file, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw new TypeError(`${file.pathname} is not a regular file`)
    checkSize(found.size)
    for (;;) {
      const { bytesRead, buffer } = await handle.read(new Uint8Array(chunkBytes))
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await handle.close()
  }
}

/**
 * Writes a file atomically: to a temporary name that is unique among concurrent writers, then by a rename. A
 * piece at 0 starts the file over.
 */
export async function writeFileAtomically(
  path: string,
  pieces: AsyncIterable<{ readonly startBytes: number; readonly bytes: Uint8Array }>,
): Promise<void> {
  const files = builtin('node:fs', 'saveTo', 'download() returns the bytes').promises
  if (!path) throw new MediagenError('saveTo needs a path')
  const partial = `${path}.${toHex(crypto.getRandomValues(new Uint8Array(4)))}.part`
  const file = await files.open(partial, 'wx')
  try {
    try {
      for await (const { startBytes, bytes } of pieces) {
        if (startBytes === 0) await file.truncate()
        // A write may be partial, as on a disk that is nearly full.
        for (let rest = bytes; rest.length > 0; ) {
          const position = startBytes + bytes.length - rest.length
          rest = rest.subarray((await file.write(rest, 0, rest.length, position)).bytesWritten)
        }
      }
    } finally {
      await file.close()
    }
    await files.rename(partial, path)
  } catch (error) {
    await files.rm(partial, { force: true })
    throw error
  }
}
