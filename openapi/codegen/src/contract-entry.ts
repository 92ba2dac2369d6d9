import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from './command-line.ts'

/** The document that a contract starts with: the file itself, or the openapi.yaml of a folder. */
export async function contractEntry(path: string): Promise<string> {
  if (!existsSync(path)) throw new CommandError(`there is no ${path}`)
  if (!(await stat(path)).isDirectory()) return path
  const entry = ['openapi.yaml', 'openapi.yml', 'openapi.json']
    .map((name) => join(path, name))
    .find(existsSync)
  if (entry === undefined) throw new CommandError(`${path} has no openapi.yaml`)
  return entry
}
