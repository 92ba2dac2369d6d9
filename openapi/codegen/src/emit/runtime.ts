import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { runtimeFolder } from '../package-folder.ts'
import type { Contract } from '../read/contract.ts'
import type { Operation } from '../read/operations.ts'
import { fromContract, isBuiltIn, type Settings } from '../settings.ts'
import { copiedFile, sourceFile } from './banner.ts'
import { errorCodesFile } from './error-codes.ts'

/**
 * The runtime of a contract's server by path. In place of three of its modules the team's own are imported from
 * where they are; `folder` is where the server will be.
 */
export async function runtimeFiles(
  contract: Contract,
  operations: readonly Operation[],
  { errorForm, errorCodes, context }: Settings,
  folder: string,
): Promise<Record<string, string>> {
  const own = new Map<string, string>()
  if (!isBuiltIn(errorForm)) own.set('errors/error-form.ts', errorForm)
  if (errorCodes !== undefined && errorCodes !== fromContract) own.set('errors/error-codes.ts', errorCodes)
  if (context !== undefined) own.set('edge/context.ts', context)
  const files: Record<string, string> = {}
  for (const entry of await readdir(runtimeFolder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    const name = relative(runtimeFolder, file)
    if (!entry.isFile()) continue
    if (name === multipartReader && !takesMultipart(operations)) continue
    const module = own.get(name)
    files[name] =
      module === undefined
        ? copiedFile(await readFile(file, 'utf8'))
        : sourceFile([`export * from '${importPath(join(folder, name), module)}'`])
  }
  if (errorCodes === fromContract) files['errors/error-codes.ts'] = errorCodesFile(contract)
  return files
}

/** How a module is imported from a file: relative, with the extension of what is compiled of it. */
function importPath(from: string, module: string): string {
  const path = relative(dirname(from), module)
    .replaceAll(sep, '/')
    .replace(/\.([cm]?)ts$/, '.$1js')
  return path.startsWith('.') ? path : `./${path}`
}

const multipartReader = 'edge/read-multipart.ts'

/** `multipart.ts`: the reader of forms with files, whose library only those contracts need that have some. */
export function multipartFile(operations: readonly Operation[]): string {
  if (takesMultipart(operations))
    return sourceFile(["export { parseMultipart } from '../edge/read-multipart.js'"])
  return sourceFile([
    `/** No operation takes a form with files. */
export async function parseMultipart(_headers: unknown, _bytes: unknown): Promise<Record<string, unknown>> {
  throw new Error('No operation takes a form with files.')
}`,
  ])
}

function takesMultipart(operations: readonly Operation[]): boolean {
  return operations.some(({ body }) => body?.media.some(({ kind }) => kind === 'multipart') ?? false)
}
