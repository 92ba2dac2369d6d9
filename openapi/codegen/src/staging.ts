import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
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

/** Lists in each folder the files that a run put there: no other is ever replaced or removed. */
const marker = 'GENERATED.txt'
const markerText = `These files are generated from an OpenAPI contract, and replaced or removed by the next run. It stops if the
folder has any other file.
`
/** Writes files by their path inside a folder. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), text)
  }
}

/** Puts the marker into each staged folder. */
export async function markFolders(staging: string, outputs: Outputs): Promise<void> {
  for (const folder of foldersOf(outputs)) {
    const staged = await filesBelow(join(staging, folder))
    if (staged.size > 0) await writeFiles(join(staging, folder), { [marker]: markerOf(staged.keys()) })
  }
}

/** Throws a CommandError with the files, of folders to be replaced, that no run of the generator put there. */
export async function checkFolders(root: string, outputs: Outputs): Promise<void> {
  for (const folder of foldersOf(outputs)) {
    const present = await filesBelow(join(root, folder))
    const own = generatedOf(present)
    const others = [...present.keys()].filter((name) => !own.has(name) && !isMarker(name)).sort()
    if (others.length === 0) continue
    const listed = [...others.slice(0, 10), ...(others.length > 10 ? [`${others.length - 10} more`] : [])]
    throw new CommandError(
      `${join(root, folder)} has files that were not generated: ${listed.join(', ')}; move them, or choose another folder`,
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

/**
 * Replaces the generated files by what was made. While it does, the marker lists old and new ones: the next run
 * completes what a killed one began.
 */
export async function publish(staging: string, root: string, outputs: Outputs): Promise<void> {
  for (const folder of foldersOf(outputs)) {
    const target = join(root, folder)
    const staged = await filesBelow(join(staging, folder))
    const old = generatedOf(await filesBelow(target))
    if (staged.size > 0 || old.size > 0) await writeMarker(target, markerOf([...old, ...staged.keys()]))
    for (const [name, content] of staged) {
      if (name === marker) continue
      await mkdir(dirname(join(target, name)), { recursive: true })
      await writeFile(join(target, name), content)
    }
    for (const name of old) if (!staged.has(name)) await removeFile(target, name)
    const last = staged.get(marker)
    if (last !== undefined) await writeMarker(target, last.toString())
    else if (staged.size === 0 && old.size > 0) await removeFile(root, join(folder, marker))
  }
}

/** Under another name first, so that it is never there in part. */
async function writeMarker(folder: string, text: string): Promise<void> {
  await writeFiles(folder, { [`${marker}.new`]: text })
  await rename(join(folder, `${marker}.new`), join(folder, marker))
}

/** Removes a file, and the folders that are empty then. */
async function removeFile(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true })
  for (let parent = dirname(name); parent !== '.'; parent = dirname(parent)) {
    if ((await readdir(join(folder, parent))).length > 0) return
    await rmdir(join(folder, parent))
  }
}

function markerOf(names: Iterable<string>): string {
  const listed = new Set([...names].filter((name) => !isMarker(name)))
  return `${markerText}\n${[...listed].sort().join('\n')}\n`
}

function isMarker(name: string): boolean {
  return [marker, `${marker}.new`].includes(basename(name))
}

/** The files of a folder that its marker lists. */
function generatedOf(present: ReadonlyMap<string, Buffer>): Set<string> {
  const listed = new Set(present.get(marker)?.toString().split(/\r?\n/))
  return new Set([...present.keys()].filter((name) => !isMarker(name) && listed.has(name)))
}

function foldersOf(outputs: Outputs): string[] {
  return Object.values(outputs)
}

/** Everything that is no folder. A link is not followed: what it leads to is someone else's. */
async function filesBelow(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(ifMissing)
  const files = new Map<string, Buffer>()
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) continue
    const content = entry.isFile() ? await readFile(file) : Buffer.alloc(0)
    files.set(relative(folder, file).replaceAll(sep, '/'), content)
  }
  return files
}

function ifMissing(error: unknown): [] {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
  throw error
}
