import { MediagenError } from './errors/mediagen-error.js'

/**
 * The file system, where there is one: asked of the running program instead of imported, so that bundlers for
 * browsers find nothing to complain about.
 */
function fileSystem() {
  if (typeof process === 'object' && typeof process.getBuiltinModule === 'function') {
    return process.getBuiltinModule('node:fs').promises
  }
  throw new MediagenError('There is no file system here: give the bytes, or a Blob or File')
}

/** Size and bytes of a file, the bytes when they are asked for. Rejects as the file system does, with its code. */
export async function openPath(path: string) {
  const { size } = await fileSystem().stat(path)
  return { size, read: () => fileSystem().readFile(path) }
}

/** Writes a file that is either whole or not there: under another name first, then renamed. */
export async function writeWhole(path: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const files = fileSystem()
  const partial = `${path}.part`
  const file = await files.open(partial, 'w')
  try {
    try {
      for await (const chunk of chunks) await file.write(chunk)
    } finally {
      await file.close()
    }
    await files.rename(partial, path)
  } catch (error) {
    await files.rm(partial, { force: true })
    throw error
  }
}
