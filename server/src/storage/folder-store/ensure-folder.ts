import { existsSync } from 'node:fs'
import { createFolder } from '../../core/files/create-folder.ts'

/**
 * Returns a function that creates the folder of objects at first and throws once it has gone. Such a folder is a disk
 * that is not mounted, or a mistake: in a new one the objects would be missing, and what is stored in it would be
 * hidden again by the mount.
 */
export function ensuresFolder(path: string): () => void {
  let wasThere = existsSync(path)
  return () => {
    if (!wasThere) createFolder(path)
    else if (!existsSync(path)) throw new Error(`The folder of objects is gone: ${path}`)
    wasThere = true
  }
}
