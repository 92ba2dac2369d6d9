import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/**
 * The folders that the generator owns whole, relative to the repository. A file in them that it did not make
 * is removed.
 */
export const generatedFolders = [
  'openapi/generated',
  'server/src/generated',
  'sdk/src/generated',
  'sdk/src/testing/generated',
] as const

/** Writes files by their path inside a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

/**
 * Paths, relative to the repository, that differ between what was generated and what is there, with how they
 * differ.
 */
export async function differingFiles(staging: string, repository: string): Promise<string[]> {
  const differences: string[] = []
  for (const folder of generatedFolders) {
    const made = await filesBelow(join(staging, folder))
    const present = await filesBelow(join(repository, folder))
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
export async function publish(staging: string, repository: string): Promise<void> {
  for (const folder of generatedFolders) {
    await rm(join(repository, folder), { recursive: true, force: true })
    await cp(join(staging, folder), join(repository, folder), { recursive: true })
  }
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
