import { type Alias, type Document, isAlias, isMap, isSeq, LineCounter, parseDocument, visit } from 'yaml'
import { expansionFault } from './expansion.ts'
import { escapeKey } from './pointer.ts'

/** A position in one file. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** What a file holds, or why it cannot be read. */
export type Content =
  | { readonly value: unknown }
  | { readonly fault: Position & { readonly message: string } }

/** A node of a file, reached by keys. */
export interface SourceNode {
  readonly source: SourceFile
  readonly node: unknown
  readonly offset: number
  /** The keys from the root of the file: `/paths/~1pets/get`. */
  readonly pointer: string
}

/** One file of a contract. What is no JSON is read as YAML, whatever its name. */
export class SourceFile {
  readonly path: string
  readonly #text: string
  #content: Content | undefined
  #yaml: { readonly document: Document; readonly lines: LineCounter } | undefined

  constructor(path: string, text: string) {
    this.path = path
    this.#text = text
  }

  /** The same for every caller, so nobody may change it. */
  get content(): Content {
    this.#content ??= this.#read()
    return this.#content
  }

  /** Replaces what the file says; places stay those of its text. */
  overlay(value: unknown): void {
    this.#content = this.#writable(value)
  }

  root(): SourceNode {
    return { source: this, node: this.#parsed().document.contents, offset: 0, pointer: '' }
  }

  /** What a key leads to; undefined where there is nothing. */
  child({ node, pointer }: SourceNode, key: string): SourceNode | undefined {
    const target = this.#target(node)
    const at = { source: this, pointer: `${pointer}/${escapeKey(key)}` }
    if (isMap(target)) {
      const pair = target.items.find((item) => String(item.key) === key)
      return pair && { ...at, node: pair.value, offset: startOf(pair.key) ?? 0 }
    }
    const item = isSeq(target) ? target.items[Number(key)] : undefined
    return item === undefined ? undefined : { ...at, node: item, offset: startOf(item) ?? 0 }
  }

  /** The reference that stands at a node, if one does. */
  referenceAt({ node }: SourceNode): string | undefined {
    const target = this.#target(node)
    const reference = isMap(target) ? target.get('$ref') : undefined
    return typeof reference === 'string' ? reference : undefined
  }

  positionOf(offset: number): Position {
    const { line, col } = this.#parsed().lines.linePos(offset)
    return { line, column: col }
  }

  #read(): Content {
    const json = readJson(this.#text)
    if ('value' in json) return this.#writable(json.value)
    const { document } = this.#parsed()
    const [error] = document.errors
    if (error !== undefined && json.at !== undefined && /^\s*[{[]/.test(this.#text))
      return this.#faultAt(json.at, json.message)
    if (error !== undefined) return this.#faultAt(error.pos[0], reasonOf(error))
    const lost = firstAlias(document, (alias) => alias.resolve(document) === undefined)
    if (lost !== undefined)
      return this.#faultAt(startOf(lost) ?? 0, `*${lost.source} has no anchor before it`)
    return this.#writable(document.toJS({ maxAliasCount: -1 }))
  }

  #writable(value: unknown): Content {
    const message = expansionFault(value)
    if (message === undefined) return { value }
    return this.#faultAt(startOf(firstAlias(this.#parsed().document, () => true)) ?? 0, message)
  }

  #faultAt(offset: number, message: string): Content {
    return { fault: { ...this.positionOf(offset), message } }
  }

  #target(node: unknown): unknown {
    return isAlias(node) ? node.resolve(this.#parsed().document) : node
  }

  #parsed() {
    if (this.#yaml === undefined) {
      const lines = new LineCounter()
      const options = { lineCounter: lines, merge: true, logLevel: 'error' } as const
      this.#yaml = { document: parseDocument(this.#text, options), lines }
    }
    return this.#yaml
  }
}

/** The value, or what the engine says, which names the offset for most errors. */
function readJson(text: string): { value: unknown } | { message: string; at: number | undefined } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    if (/end of JSON/.test(reason)) return { message: 'ends too early', at: text.length }
    const [, message = reason, at] = /^(.*?)(?: in JSON)? at position (\d+)/s.exec(reason) ?? []
    return { message, at: at === undefined ? undefined : Number(at) }
  }
}

/** Without the place that the parser appends. It records the end of its stack as an error of the document. */
function reasonOf({ message }: Error): string {
  if (/call stack/.test(message)) return 'is nested too many levels deep'
  return message.replace(/ at line \d+, [\s\S]*$/, '')
}

function firstAlias(document: Document, isWanted: (alias: Alias) => boolean): Alias | undefined {
  let found: Alias | undefined
  visit(document, {
    Alias(_key, alias) {
      if (!isWanted(alias)) return undefined
      found = alias
      return visit.BREAK
    },
  })
  return found
}

function startOf(node: unknown): number | undefined {
  return typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : undefined
}
