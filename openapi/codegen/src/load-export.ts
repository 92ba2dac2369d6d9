import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { CommandError } from './command-line.ts'

/**
 * The object that a module of the caller's exports under this name, which is that of the option too. Throws a
 * CommandError if there is none.
 */
export async function loadExport<Exported extends object>(name: string, file: string): Promise<Exported> {
  const module: unknown = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw new CommandError(`--${name} ${file}: ${error instanceof Error ? error.message : String(error)}`)
  })
  const exported: unknown = Object(module)[name]
  if (typeof exported !== 'object' || exported === null)
    throw new CommandError(`--${name} ${file} exports no object named ${name}`)
  // What it is made of, its author's compiler has checked.
  return exported as Exported
}
