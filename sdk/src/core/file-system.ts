import { MediagenError } from '../errors/mediagen-error.js'
import { toHex } from './hex.js'

/**
 * The `node:fs` module, resolved at run time instead of imported, so that bundlers for browsers do not fail
 * on it.
 */
function fileSystem() {
  if (typeof process === 'object' && typeof process.getBuiltinModule === 'function') {
    return process.getBuiltinModule('node:fs')
  }
  throw new MediagenError('There is no file system here: give the bytes or a Blob')
}

/**
 * The size of a file and a function that streams its bytes; the size of a pipe is 0. Rejects with the error
 * of the file system.
 */
export async function openPath(path: string | URL) {
  const { promises, createReadStream } = fileSystem()
  const { size } = await promises.stat(path)
  return { size, read: () => createReadStream(path) }
}

/**
 * Writes a file atomically: to a temporary name that is unique among concurrent writers, then by a rename. A
 * piece at 0 starts the file over.
 */
export async function writeFileAtomically(
  path: string,
  pieces: AsyncIterable<{ readonly startBytes: number; readonly bytes: Uint8Array }>,
): Promise<void> {
  const files = fileSystem().promises
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
