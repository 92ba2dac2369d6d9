import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { CommandError } from './command-line.ts'

/**
 * Where each kind of generated file goes, relative to one root. Each folder is owned whole by the generator.
 */
export interface Outputs {
  readonly openapi: string
  readonly server: string
  readonly types?: string
  readonly examples?: string
  readonly requestFields?: string
  readonly client?: string
}

/** The folders of `--out DIR`. */
export const packageOutputs: Outputs = { openapi: 'openapi', server: 'server', client: 'client' }

/** Says in a folder of someone else's project that it may be replaced. */
const marker = 'GENERATED.txt'
const markerText =
  'Everything in this folder is generated from an OpenAPI contract and replaced by the next run.\n'

/** Writes files by their path inside a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

/** Puts the marker into each staged folder that a project other than ours will have. */
export async function markFolders(staging: string, outputs: Outputs): Promise<void> {
  for (const folder of foldersOf(outputs)) {
    const staged = await filesBelow(join(staging, folder))
    if (staged.size > 0) await writeFiles(join(staging, folder), { [marker]: markerText })
  }
}

/** Throws when a folder to be replaced has files that no run of the generator put there. */
export async function checkFolders(root: string, outputs: Outputs): Promise<void> {
  for (const folder of foldersOf(outputs)) {
    const present = await filesBelow(join(root, folder))
    if (present.size > 0 && !present.has(marker))
      throw new CommandError(
        `${join(root, folder)} has files that were not generated (there is no ${marker}): choose another folder`,
      )
  }
}

/**
 * Paths, relative to the root, that differ between what was generated and what is there, with how they
 * differ.
 */
export async function differingFiles(staging: string, root: string, outputs: Outputs): Promise<string[]> {
  const differences: string[] = []
  for (const folder of foldersOf(outputs)) {
    const made = await filesBelow(join(staging, folder))
    const present = await filesBelow(join(root, folder))
    for (const name of [...new Set([...made.keys(), ...present.keys()])].sort()) {
      const before = present.get(name)
      const after = made.get(name)
      if (before === undefined) differences.push(`${folder}/${name} is missing`)
      else if (after === undefined) differences.push(`${folder}/${name} is not generated any more`)
      else if (!before.equals(after)) differences.push(`${folder}/${name} is out of date`)
    }
  }
  return differences
}

/** Replaces the generated folders by what was made. */
export async function publish(staging: string, root: string, outputs: Outputs): Promise<void> {
  for (const folder of foldersOf(outputs)) {
    await rm(join(root, folder), { recursive: true, force: true })
    const staged = await filesBelow(join(staging, folder))
    if (staged.size > 0) await cp(join(staging, folder), join(root, folder), { recursive: true })
  }
}

function foldersOf(outputs: Outputs): string[] {
  return Object.values(outputs)
}

async function filesBelow(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing)
  const files = new Map<string, Buffer>()
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isFile()) files.set(relative(folder, file), await readFile(file))
  }
  return files
}

function ifMissing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
