import { isRecord } from './record.ts'

/**
 * A contract as one JSON document. Components are put in alphabetical order, because redocly gives them the order in which it
 * meets them, and a new path would otherwise move half of the file.
 */
export function bundleText(document: unknown): string {
  return `${JSON.stringify(withSortedComponents(document), null, 2)}\n`
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
