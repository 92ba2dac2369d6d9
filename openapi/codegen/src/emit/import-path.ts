import { relative, sep } from 'node:path'

/** How a module is imported from a folder: relative, with the extension of what is compiled of it. */
export function importPath(folder: string, module: string): string {
  const path = relative(folder, module)
    .replaceAll(sep, '/')
    .replace(/\.([cm]?)ts$/, '.$1js')
  return path.startsWith('.') ? path : `./${path}`
}
