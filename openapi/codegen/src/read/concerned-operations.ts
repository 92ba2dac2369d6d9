import { httpMethods } from './contract.ts'
import { type ContractSources, targetOf } from './contract-sources.ts'
import { operationKey } from './faults.ts'
import type { Place } from './findings.ts'
import { referenceOf } from './follow.ts'
import { escapeKey, pointerKeys } from './pointer.ts'
import { referencesIn } from './references.ts'

interface Reference {
  readonly path: string
  readonly pointer: string
}

/**
 * Tells which operations of a contract a place in its files belongs to, directly or by references; undefined for a
 * place that every operation depends on.
 */
export function concernedOperations(sources: ContractSources): (at: Place) => readonly string[] | undefined {
  const methodsByPath = methodsOf(sources)
  const byTarget = new Map<string, Map<string, Reference[]>>()
  for (const { path, content } of sources.files()) {
    if (!('value' in content)) continue
    for (const { pointer, reference } of referencesIn(content.value)) {
      const target = targetOf(path, reference)
      const ofFile = byTarget.get(target.path) ?? new Map<string, Reference[]>()
      byTarget.set(target.path, ofFile)
      const key = plainPointer(target.pointer)
      ofFile.set(key, [...(ofFile.get(key) ?? []), { path, pointer: plainPointer(pointer) }])
    }
  }
  const collect = (path: string, pointer: string, found: Set<string>, seen: Set<string>): void => {
    const own = path === sources.entry ? operationsAt(pointer, methodsByPath) : undefined
    if (own !== undefined) {
      for (const operation of own) found.add(operation)
      return
    }
    const references = byTarget.get(path)
    if (references === undefined) return
    for (const above of ancestors(pointer)) {
      const key = `${path}#${above}`
      if (seen.has(key)) continue
      seen.add(key)
      for (const from of references.get(above) ?? []) {
        // A whole path in a file of its own: what is in one of its operations is that operation's.
        const [area, ofPath, ...deeper] = pointerKeys(from.pointer)
        const isItem =
          from.path === sources.entry && area === 'paths' && ofPath !== undefined && deeper.length === 0
        collect(
          from.path,
          isItem ? `${from.pointer}${pointer.slice(above.length)}` : from.pointer,
          found,
          seen,
        )
      }
    }
  }
  return ({ file, pointer }) => {
    const [area = ''] = pointerKeys(pointer)
    const path = sources.pathOf(file)
    if (
      path === sources.entry &&
      ['', 'openapi', 'swagger', 'security', 'servers', 'host', 'basePath'].includes(area)
    )
      return undefined
    const found = new Set<string>()
    collect(path, plainPointer(pointer), found, new Set())
    return [...found]
  }
}

function operationsAt(
  pointer: string,
  methodsByPath: ReadonlyMap<string, readonly string[]>,
): readonly string[] | undefined {
  const [area, path, method] = pointerKeys(pointer)
  if (area !== 'paths' || path === undefined) return undefined
  const methods = methodsByPath.get(path) ?? []
  const own = methods.filter((name) => name === method)
  return (own.length > 0 ? own : methods).map((name) => operationKey(name, path))
}

function methodsOf(sources: ContractSources): Map<string, readonly string[]> {
  const paths = sources.valueAt(sources.entry, '#/paths')
  return new Map(
    Object.entries(Object(paths)).map(([path, item]) => [
      path,
      httpMethods.filter((method) => method in followed(sources, item)),
    ]),
  )
}

/** What a path leads to, in whichever file. */
function followed(sources: ContractSources, start: unknown): object {
  let value = start
  let path = sources.entry
  for (let hops = 0; hops < 20; hops += 1) {
    const reference = referenceOf(value)
    if (reference === undefined) break
    const target = targetOf(path, reference)
    path = target.path
    value = sources.valueAt(path, target.pointer)
  }
  return Object(value)
}

/** A pointer and those above it, the nearest first. */
function ancestors(pointer: string): string[] {
  const keys = pointerKeys(pointer)
  return Array.from({ length: keys.length + 1 }, (_, gone) => join(keys.slice(0, keys.length - gone)))
}

function plainPointer(pointer: string): string {
  return join(pointerKeys(pointer))
}

function join(keys: readonly string[]): string {
  return keys.map((key) => `/${escapeKey(key)}`).join('')
}
