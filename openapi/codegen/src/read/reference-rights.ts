import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path'
import type { Arguments } from '../command-line.ts'

/** How a contract is read, and what its references may lead to; its author is not always who reads it. */
export interface ReferenceRights {
  /** The folder that every file must be in. @default the folder of the document */
  readonly root?: string | undefined
  /** Whether documents are fetched from other hosts. @default false */
  readonly remote?: boolean | undefined
  /** A file of changes to the document. */
  readonly overlay?: string | undefined
}

/** Why a reference is not followed to a file or URL; undefined where it may be. */
export function deniedTarget(
  entry: string,
  { root, remote }: ReferenceRights,
  target: string,
): string | undefined {
  if (URL.canParse(target) || target.startsWith('//'))
    return remote === true && /^https?:/.test(target)
      ? undefined
      : `leads to ${target}, and nothing is fetched without --allow-remote`
  const folder = resolve(root ?? dirname(entry))
  if (resolve(target) === resolve(entry)) return undefined
  const isInside = isBelow(folder, resolve(target)) && isBelow(realPath(folder), realPath(resolve(target)))
  return isInside
    ? undefined
    : `leads to ${target}, which is outside ${folder}; --root DIR names another folder`
}

/** The options of a command that reads a contract. */
export const rightsFlags = ['allow-remote']
export const rightsValues = ['root', 'overlay']
export const rightsUsage = '[--overlay FILE] [--root DIR] [--allow-remote]'
export const rightsHelp = `  --overlay FILE  changes the document as an OpenAPI Overlay 1.0 says
  --root DIR      the folder that references may lead to, by default that of the document
  --allow-remote  follows references to http:// and https://`

export function rightsOf({ flags, values }: Pick<Arguments, 'flags' | 'values'>): ReferenceRights {
  const [root, overlay] = [values.get('root'), values.get('overlay')]
  return {
    ...(root !== undefined && { root: resolve(root) }),
    ...(overlay !== undefined && { overlay: resolve(overlay) }),
    ...(flags.has('allow-remote') && { remote: true }),
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Without symbolic links, which may lead anywhere. */
function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path
}
