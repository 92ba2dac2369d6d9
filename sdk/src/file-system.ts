import { MediagenError } from './errors/mediagen-error.js'
import { toHex } from './hex.js'

/**
 * The file system, where there is one: asked of the running program instead of imported, so that bundlers for
 * browsers find nothing to complain about.
 */
function fileSystem() {
  if (typeof process === 'object' && typeof process.getBuiltinModule === 'function') {
    return process.getBuiltinModule('node:fs')
  }
  throw new MediagenError('There is no file system here: give the bytes, or a Blob or File')
}

/**
 * Size and bytes of a file, the bytes when they are asked for, as they come: of a pipe the size says nothing. Rejects as
 * the file system does, with its code.
 */
export async function openPath(path: string | URL) {
  const { promises, createReadStream } = fileSystem()
  const { size } = await promises.stat(path)
  return { size, read: () => createReadStream(path) }
}

/**
 * Writes a file that is either whole or not there: under another name first, which is its own even among several that are
 * written at once, then renamed.
 */
export async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const files = fileSystem().promises
  const partial = `${path}.${toHex(crypto.getRandomValues(new Uint8Array(4)))}.part`
  const file = await files.open(partial, 'wx')
  try {
    try {
      for await (const chunk of chunks) {
        // A disk that is nearly full takes a part, and refuses the rest.
        for (let rest = chunk; rest.length > 0; ) rest = rest.subarray((await file.write(rest)).bytesWritten)
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
