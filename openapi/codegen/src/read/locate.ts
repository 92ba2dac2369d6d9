import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type Document, isAlias, isMap, isSeq, LineCounter, parseDocument } from 'yaml'

interface Source {
  readonly file: string
  readonly document: Document
  readonly lines: LineCounter
}

/**
 * Finds places of a contract in the files that it was written in: `paths/todos.yaml:12: `. References to
 * other files are followed like those inside one. A place that cannot be found is that of the nearest key
 * above it.
 */
export function sourceLocator(entry: string): (trail: readonly string[]) => string {
  const sources = new Map<string, Source>()
  const open = (file: string): Source => {
    const known = sources.get(file)
    if (known !== undefined) return known
    const lines = new LineCounter()
    const source = {
      file,
      document: parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines }),
      lines,
    }
    sources.set(file, source)
    return source
  }
  return (trail) => {
    try {
      const { source, offset } = walk(open, open(entry), trail)
      return `${relative(process.cwd(), source.file)}:${source.lines.linePos(offset).line}: `
    } catch {
      return `${relative(process.cwd(), entry)}: `
    }
  }
}

interface Place {
  readonly source: Source
  readonly node: unknown
  readonly offset: number
}

function walk(open: (file: string) => Source, root: Source, trail: readonly string[]): Place {
  let place: Place = { source: root, node: root.document.contents, offset: 0 }
  for (const key of trail) {
    place = followed(open, place)
    const next = step(place, key)
    if (next === undefined) return place
    place = next
  }
  return place
}

function step({ source, node }: Place, key: string): Place | undefined {
  const target = isAlias(node) ? node.resolve(source.document) : node
  if (isMap(target)) {
    const pair = target.items.find((item) => String(item.key) === key)
    if (pair === undefined) return undefined
    return { source, node: pair.value, offset: startOf(pair.key) ?? 0 }
  }
  if (isSeq(target)) {
    const item = target.items[Number(key)]
    return item === undefined ? undefined : { source, node: item, offset: startOf(item) ?? 0 }
  }
  return undefined
}

function startOf(node: unknown): number | undefined {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : undefined
}

function followed(open: (file: string) => Source, start: Place): Place {
  let place = start
  for (let hops = 0; hops < 20; hops += 1) {
    const target = isAlias(place.node) ? place.node.resolve(place.source.document) : place.node
    const reference = isMap(target) ? target.get('$ref') : undefined
    if (typeof reference !== 'string') return place
    const [file = '', pointer = ''] = reference.split('#')
    const source = file === '' ? place.source : open(join(dirname(place.source.file), file))
    let next: Place = { source, node: source.document.contents, offset: 0 }
    for (const key of pointer.split('/').slice(1)) {
      next = step(followed(open, next), key.replaceAll('~1', '/').replaceAll('~0', '~')) ?? next
    }
    place = next
  }
  return place
}
