import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import type { Finding, Place } from './findings.ts'
import { overlaid } from './overlay.ts'
import { pointerKeys, valueAt } from './pointer.ts'
import { deniedTarget, type ReferenceRights } from './reference-rights.ts'
import { SourceFile, type SourceNode } from './source-file.ts'

/** The files of a contract: the document itself and, at any depth, those that it refers to. */
export class ContractSources {
  readonly entry: string
  readonly #files = new Map<string, SourceFile>()

  readonly #rights: ReferenceRights
  /** What was met while the files were read. */
  readonly notices: readonly Finding[]

  constructor(entry: string, rights: ReferenceRights = {}) {
    this.entry = resolve(entry)
    this.#rights = rights
    const { content } = this.open(this.entry)
    if (rights.overlay === undefined || 'fault' in content) {
      this.notices = []
      return
    }
    const { document, notices } = overlaid(content.value, rights.overlay)
    this.open(this.entry).overlay(document)
    this.notices = notices
  }

  /** The document as it is to be read, where that is not what its file says. */
  get overlaid(): unknown {
    const { content } = this.open(this.entry)
    return this.#rights.overlay !== undefined && 'value' in content ? content.value : undefined
  }

  /** Why a reference to a file or URL is not followed; undefined where it is. */
  denied(target: string): string | undefined {
    return deniedTarget(this.entry, this.#rights, target)
  }

  /** A file, or the document of a URL with the text given. Throws the system's error for one that is not there. */
  open(path: string, text?: string): SourceFile {
    const file = this.#files.get(path) ?? new SourceFile(path, text ?? readFileSync(path, 'utf8'))
    this.#files.set(path, file)
    return file
  }

  has(path: string): boolean {
    return this.#files.has(path)
  }

  files(): readonly SourceFile[] {
    return [...this.#files.values()]
  }

  /** What a pointer leads to inside a file that was read; undefined where there is nothing. */
  valueAt(path: string, pointer: string): unknown {
    const content = this.#files.get(path)?.content
    return content !== undefined && 'value' in content ? valueAt(content.value, pointer) : undefined
  }

  /**
   * Where the keys lead to from the root of the whole document, with every reference on the way followed. A
   * place that cannot be found is that of the nearest key above it.
   */
  locate(trail: readonly string[]): Place {
    let node = this.open(this.entry).root()
    for (const key of trail) {
      const parent = this.#followed(node)
      const next = parent.source.child(parent, key)
      if (next === undefined) return placeOf(node)
      node = next
    }
    return placeOf(node)
  }

  /** The file of a place. */
  pathOf(file: string): string {
    return URL.canParse(file) ? file : resolve(file)
  }

  /** Where a pointer leads to inside one file, or the nearest place above it. */
  locateIn(path: string, pointer: string): Place {
    let node = this.open(path).root()
    for (const key of pointerKeys(pointer)) node = node.source.child(node, key) ?? node
    return placeOf(node)
  }

  #followed(start: SourceNode): SourceNode {
    let node = start
    for (let hops = 0; hops < 20; hops += 1) {
      const reference = node.source.referenceAt(node)
      const next = reference === undefined ? undefined : this.#target(node.source, reference)
      if (next === undefined) return node
      node = next
    }
    return node
  }

  #target(from: SourceFile, reference: string): SourceNode | undefined {
    const { path, pointer } = targetOf(from.path, reference)
    if (!this.has(path) && this.denied(path) !== undefined) return undefined
    try {
      let node: SourceNode | undefined = this.open(path).root()
      for (const key of pointerKeys(pointer)) {
        const parent = this.#followed(node)
        node = parent.source.child(parent, key)
        if (node === undefined) return undefined
      }
      return node
    } catch {
      return undefined
    }
  }
}

/** The file or URL that a reference leads to, and the place in it. */
export function targetOf(from: string, reference: string): { path: string; pointer: string } {
  const [path = '', pointer = ''] = reference.split('#')
  if (path === '') return { path: from, pointer: `#${pointer}` }
  if (URL.canParse(path)) return { path, pointer: `#${pointer}` }
  const isUrl = URL.canParse(from)
  return { path: isUrl ? new URL(path, from).href : resolve(dirname(from), path), pointer: `#${pointer}` }
}

function placeOf({ source, offset, pointer }: SourceNode): Place {
  const file = URL.canParse(source.path) ? source.path : relative(process.cwd(), source.path)
  return { file, ...source.positionOf(offset), pointer }
}
