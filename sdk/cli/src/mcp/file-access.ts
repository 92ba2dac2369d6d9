import { constants, open, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from '../command-error.js'

/** The largest input image of the contract. */
export const inputBytesMax = 20 * 1024 * 1024

/**
 * Opens a FIFO without waiting for its writer, which would keep the call and the process for ever. A link
 * that has replaced the file since its path was checked is rejected. Windows has neither flag.
 */
const openFlags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** The files that agents may read. */
export interface InputFiles {
  /** Allows one file: a result of this server. */
  allow(path: string): void
  /**
   * Reads a file inside one of the folders, or an allowed one. `roots` asks the client for the addresses of
   * the folders that it offers. Throws a CommandError for any other file, without revealing whether it
   * exists.
   */
  read(path: string, roots: () => Promise<readonly string[]>): Promise<Uint8Array>
}

/** Gives access only to the folders. A symbolic link counts as the file that it refers to. */
export function createInputFiles(folders: readonly string[]): InputFiles {
  const allowed = new Set<string>()
  return {
    allow: (path) => void allowed.add(path),
    async read(path, roots) {
      const own = await findInside(path, folders, allowed)
      if (own !== undefined) return readImage(own, path)
      const all = [...folders, ...(await roots()).flatMap(folderOf)]
      const found = await findInside(path, all, allowed)
      if (found === undefined) throw new CommandError('usage', unreadable(path, all))
      return readImage(found, path)
    },
  }
}

/** The folder of a `file:` address of this machine; none for any other address. */
function folderOf(root: string): string[] {
  if (!URL.canParse(root)) return []
  const { protocol, host } = new URL(root)
  return protocol === 'file:' && host === '' ? [fileURLToPath(root)] : []
}

async function findInside(
  path: string,
  folders: readonly string[],
  allowed: ReadonlySet<string>,
): Promise<string | undefined> {
  const candidates = isAbsolute(path) ? [path] : [...folders.map((folder) => join(folder, path))]
  for (const candidate of candidates) {
    const real = await realpath(resolve(candidate)).catch(() => undefined)
    if (real === undefined) continue
    if (allowed.has(real)) return real
    for (const folder of folders) {
      const realFolder = await realpath(folder).catch(() => undefined)
      if (realFolder !== undefined && isInside(real, realFolder)) return real
    }
  }
  return undefined
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Reads a regular file and nothing else: pipes, sockets and devices may never end. */
async function readImage(real: string, path: string): Promise<Uint8Array> {
  const file = await open(real, openFlags).catch((cause: Error) => {
    throw new CommandError('usage', `${path} cannot be read: ${cause.message}`, { cause })
  })
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new CommandError('usage', `${path} is not a file`)
    if (found.size > inputBytesMax) throw new CommandError('fileRejected', `${path} has more than 20 MB`)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

function unreadable(path: string, folders: readonly string[]): string {
  const where =
    folders.length === 0
      ? 'this server may read no folder: start it with --in'
      : `files are read from ${folders.join(', ')} only`
  return `${path} cannot be read: ${where}`
}
