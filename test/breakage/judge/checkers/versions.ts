/** What is appended: once at most, to one key. */
export type Element = string | number

/** A list is read in the order of its appends; a set is read in none. */
export type Container = 'list' | 'set'

/** A read of one key by a transaction that committed. */
export interface Read {
  /** The transaction's place among all. */
  readonly reader: number
  readonly elements: readonly Element[]
  /** What the transaction had itself appended to the key before, in order. */
  readonly own: readonly Element[]
}

/** A state that one or more reads have shown. */
export interface Version {
  /** What was appended since the version before; in order if the key is a list. */
  readonly added: readonly Element[]
  readonly readers: readonly number[]
}

/** The versions that reads of one key show, in their order; a sentence if they have none. */
export function versionsOf(container: Container, reads: readonly Read[]): Version[] | string {
  const versions: { added: readonly Element[]; readers: number[] }[] = []
  let latest: readonly Element[] = []
  for (const { reader, elements } of reads.toSorted((a, b) => a.elements.length - b.elements.length)) {
    const version = versions.at(-1)
    const isNext = version === undefined || elements.length > latest.length
    const added = container === 'list' ? elements.slice(latest.length) : newIn(elements, latest)
    const extendsLatest =
      container === 'list'
        ? latest.every((element, index) => elements[index] === element)
        : elements.length - added.length === latest.length
    if (!extendsLatest)
      return `one read shows ${difference(latest, elements)}, another ${difference(elements, latest)}`
    if (isNext) versions.push({ added, readers: [reader] })
    else version.readers.push(reader)
    latest = elements
  }
  return versions
}

function newIn(elements: readonly Element[], known: readonly Element[]): Element[] {
  const set = new Set(known)
  return elements.filter((element) => !set.has(element))
}

/** Where the first of two reads differs from the second. */
function difference(one: readonly Element[], other: readonly Element[]): string {
  const at = one.findIndex((element, index) => other[index] !== element)
  return `${one[at]} at ${at}`
}
