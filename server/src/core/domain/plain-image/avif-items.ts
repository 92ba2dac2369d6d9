import { UnusableImageError } from './unusable-image-error.ts'

const boxHeaderBytes = 8
/** Version and flags, before what a box contains. */
const versionBytes = 4
/** In any list: a decoder allows far fewer. */
const entriesMax = 100_000

export interface Box {
  readonly name: string
  readonly contents: Buffer
  /** Where its name stands in the memory of the file. */
  readonly nameAt: number
}

export interface Item {
  readonly id: number
  readonly type: string
  /** Whether it is a picture of its own, and not only a part of others. */
  readonly isShown: boolean
}

/** An item is made of others, is their alpha channel, or a smaller one of them. */
export interface Reference {
  readonly type: string
  readonly from: number
  readonly to: readonly number[]
}

/** The `meta` boxes of an AVIF, as ISO 14496-12 (8.11) and 23008-12 have them. */
export interface AvifItems {
  readonly items: readonly Item[]
  readonly references: readonly Reference[]
  /** All that is said of any item. */
  readonly properties: readonly Box[]
  /** How many bytes the items have in all. */
  readonly itemBytes: number
  propertiesOf(id: number): readonly Box[]
  dataOf(id: number): Buffer
}

export function avifItemsOf(file: Buffer): AvifItems {
  const meta = boxesOf(onlyOf(boxesOf(file), 'meta').subarray(versionBytes))
  const ofProperties = boxesOf(onlyOf(meta, 'iprp'))
  const properties = boxesOf(onlyOf(ofProperties, 'ipco'))
  const associations = associationsOf(ofProperties)
  const embedded = onlyOf(meta, 'idat')
  const extents = extentsOf(onlyOf(meta, 'iloc'))
  const primary = primaryOf(onlyOf(meta, 'pitm'))
  const items = itemsOf(onlyOf(meta, 'iinf'))
  if (new Set(items.map(({ id }) => id)).size < items.length)
    throw undecodable('it has several items of one id')
  return {
    items: items.map((item) => ({ ...item, isShown: item.isShown || item.id === primary })),
    references: referencesOf(onlyOf(meta, 'iref')),
    properties,
    itemBytes: [...extents.values()].flat().reduce((sum, { length }) => sum + length, 0),
    propertiesOf: (id) => associations.get(id)?.flatMap((index) => properties[index - 1] ?? []) ?? [],
    dataOf: (id) =>
      Buffer.concat(
        (extents.get(id) ?? []).map(({ isEmbedded, at, length }) =>
          (isEmbedded ? embedded : file).subarray(at, at + length),
        ),
      ),
  }
}

function boxesOf(parent: Buffer): Box[] {
  const boxes: Box[] = []
  for (let start = 0; start + boxHeaderBytes <= parent.length; ) {
    const isLong = parent.readUInt32BE(start) === 1 && start + 2 * boxHeaderBytes <= parent.length
    const length = isLong
      ? Number(parent.readBigUInt64BE(start + boxHeaderBytes))
      : parent.readUInt32BE(start) || parent.length - start
    const at = start + (isLong ? 2 : 1) * boxHeaderBytes
    const name = parent.toString('latin1', start + 4, start + boxHeaderBytes)
    const contents = parent.subarray(at, Math.min(parent.length, start + length))
    checkCount(boxes.length + 1)
    boxes.push({ name, contents, nameAt: parent.byteOffset + start + 4 })
    start = Math.max(at, start + length)
  }
  return boxes
}

/** What the box of this name contains; nothing without one. */
function onlyOf(boxes: readonly Box[], name: string): Buffer {
  const [box, other] = boxes.filter((one) => one.name === name)
  if (other !== undefined) throw undecodable(`it has several boxes '${name}'`)
  return box?.contents ?? Buffer.alloc(0)
}

interface Extent {
  readonly isEmbedded: boolean
  readonly at: number
  readonly length: number
}

/** Where the bytes of each item are. */
function extentsOf(box: Buffer): Map<number, Extent[]> {
  const extents = new Map<number, Extent[]>()
  if (box.length === 0) return extents
  const { read } = readerOf(box)
  const version = read(1)
  read(versionBytes - 1)
  const [ofOffsetAndLength, ofBaseAndIndex] = [read(1), read(1)]
  const countBytes = version < 2 ? 2 : 4
  let total = 0
  for (let items = read(countBytes); items > 0; items -= 1) {
    const id = read(countBytes)
    const isEmbedded = version > 0 && (read(2) & 15) === 1
    // Which file its bytes are in.
    read(2)
    const base = read(ofBaseAndIndex >> 4)
    for (let count = read(2); count > 0; count -= 1) {
      // An extent may have no bytes of its own in the list.
      checkCount(++total)
      if (version > 0) read(ofBaseAndIndex & 15)
      const at = base + read(ofOffsetAndLength >> 4)
      addTo(extents, id, { isEmbedded, at, length: read(ofOffsetAndLength & 15) })
    }
  }
  return extents
}

function itemsOf(box: Buffer): Item[] {
  return boxesOf(box.subarray(versionBytes + (box[0] === 0 ? 2 : 4))).flatMap(({ name, contents }) => {
    if (name !== 'infe') return []
    const { read, readText } = readerOf(contents)
    const version = read(1)
    const isShown = (read(versionBytes - 1) & 1) === 0
    const id = read(version < 3 ? 2 : 4)
    // How it is protected.
    read(2)
    return [{ id, isShown, type: readText(4) }]
  })
}

function primaryOf(box: Buffer): number | undefined {
  if (box.length === 0) return undefined
  const { read } = readerOf(box)
  const version = read(1)
  read(versionBytes - 1)
  return read(version === 0 ? 2 : 4)
}

/** The places of each item's properties, counted from 1. */
function associationsOf(boxes: readonly Box[]): Map<number, number[]> {
  const associations = new Map<number, number[]>()
  let total = 0
  for (const { contents } of boxes.filter(({ name }) => name === 'ipma')) {
    const { read } = readerOf(contents)
    const version = read(1)
    const indexBytes = (read(versionBytes - 1) & 1) === 1 ? 2 : 1
    for (let items = read(4); items > 0; items -= 1) {
      const id = read(version < 1 ? 2 : 4)
      for (let count = read(1); count > 0; count -= 1) {
        checkCount(++total)
        // The highest bit says that a decoder has to know the property.
        addTo(associations, id, read(indexBytes) % 2 ** (8 * indexBytes - 1))
      }
    }
  }
  return associations
}

function referencesOf(box: Buffer): Reference[] {
  const idBytes = box[0] === 0 ? 2 : 4
  let total = 0
  return boxesOf(box.subarray(versionBytes)).map(({ name, contents }) => {
    const { read } = readerOf(contents)
    const from = read(idBytes)
    const count = read(2)
    total += count
    checkCount(total)
    return { type: name, from, to: Array.from({ length: count }, () => read(idBytes)) }
  })
}

export function addTo<Value>(lists: Map<number, Value[]>, id: number, value: Value): void {
  const list = lists.get(id)
  if (list === undefined) lists.set(id, [value])
  else list.push(value)
}

function checkCount(count: number): void {
  if (count > entriesMax) throw undecodable(`it has a list of more than ${entriesMax} entries`)
}

export function undecodable(why: string): UnusableImageError {
  return new UnusableImageError(`An AVIF image that could not be decoded: ${why}.`)
}

/** Reads numbers and texts, one behind the other. */
export function readerOf(bytes: Buffer) {
  let at = 0
  const take = (count: number): number => {
    if (at + count > bytes.length) throw undecodable('its list of items is cut short')
    at += count
    return at - count
  }
  return {
    read(count: number): number {
      let value = 0
      for (let next = take(count); next < at; next += 1) value = value * 256 + bytes.readUInt8(next)
      return value
    },
    readText(count: number): string {
      const start = take(count)
      return bytes.toString('latin1', start, at)
    },
  }
}
