import { statSync } from 'node:fs'
import { createFolder } from '../../core/files/create-folder.ts'

/**
 * Returns a function that creates the folder of objects at first and throws once it has gone. Such a folder is a disk
 * that is not mounted, or a mistake: in a new one the objects would be missing, and what is stored in it would be
 * hidden again by the mount.
 */
export function ensuresFolder(path: string): () => void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
  let wasThere = isThere()
  return () => {
    if (!wasThere) createFolder(path)
    else if (!isThere()) throw new Error(`The folder of objects is gone: ${path}`)
    wasThere = true
  }
}
