import { readFile, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { redocly } from './redocly.ts'

/**
 * Makes one JSON document of a contract and the files that it refers to. Components are put in alphabetical
 * order, because redocly gives them the order in which it meets them, and a new path would otherwise move
 * half of the file.
 */
export async function bundleContract(entry: string, output: string): Promise<void> {
  const words = ['bundle', basename(entry), '--ext', 'json', '--output', output]
  const { code, errors } = await redocly(words, dirname(entry))
  if (code !== 0) throw new Error(`${entry} cannot be bundled:\n${errors.trim()}`)
  const document: unknown = JSON.parse(await readFile(output, 'utf8'))
  await writeFile(output, `${JSON.stringify(withSortedComponents(document), null, 2)}\n`)
}

/** The document with the entries of each kind of component sorted by name. */
export function withSortedComponents(document: unknown): unknown {
  if (!isRecord(document) || !isRecord(document.components)) return document
  const components = Object.entries(document.components).map(([kind, entries]) => [
    kind,
    isRecord(entries) ? sorted(entries) : entries,
  ])
  return { ...document, components: sorted(Object.fromEntries(components)) }
}

function sorted(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
