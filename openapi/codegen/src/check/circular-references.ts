import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Document, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { pointerKeys } from '../read/follow.ts'

/** A reference that leads back to itself without meeting anything but references. */
export interface CircularReference {
  readonly file: string
  readonly line: number
  /** Where it stands in its file: `#/components/schemas/Item`. */
  readonly pointer: string
  readonly reference: string
}

interface Source {
  readonly document: Document
  readonly lines: LineCounter
}

/** The circular references of a document and the files that it refers to: Redocly names none of them. */
export function circularReferences(entry: string): CircularReference[] {
  const sources = new Map<string, Source>()
  const found = new Map<string, CircularReference>()
  const read = (file: string): void => {
    if (sources.has(file) || !existsSync(file)) return
    const lines = new LineCounter()
    // Every key is a string, as in a reference.
    const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines, schema: 'failsafe' })
    sources.set(file, { document, lines })
    visit(document, {
      Pair(_key, { key, value }) {
        if (!isScalar(key) || key.value !== '$ref' || !isScalar(value)) return
        const [target] = targetOf(file, String(value.value))
        read(target)
        for (const circular of circleFrom(sources, file, String(value.value)))
          found.set(`${circular.file}${circular.pointer}`, circular)
      },
    })
  }
  read(entry)
  return [...found.values()]
}

/** The references of the circle that a reference leads into; none where it leads to something. */
function circleFrom(
  sources: ReadonlyMap<string, Source>,
  from: string,
  first: string,
): readonly CircularReference[] {
  const passed: CircularReference[] = []
  let [file, pointer] = targetOf(from, first)
  for (;;) {
    const start = passed.findIndex((place) => place.file === file && place.pointer === pointer)
    if (start >= 0) return passed.slice(start)
    const source = sources.get(file)
    const node = source?.document.getIn(pointerKeys(pointer), true)
    const reference = isMap(node) ? node.get('$ref') : undefined
    if (!isMap(node) || typeof reference !== 'string') return []
    const line = source?.lines.linePos(node.range?.[0] ?? 0).line ?? 1
    passed.push({ file, line, pointer, reference })
    ;[file, pointer] = targetOf(file, reference)
  }
}

/** The file that a reference leads to, and the place in it. */
function targetOf(from: string, reference: string): [file: string, pointer: string] {
  const [file = '', pointer = ''] = reference.split('#')
  return [file === '' ? from : join(dirname(from), file), `#${pointer}`]
}
