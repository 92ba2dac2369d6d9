import { av1PixelsOf } from './av1-data.ts'
import {
  type AvifItems,
  addTo,
  avifItemsOf,
  type Box,
  type Item,
  type Reference,
  readerOf,
  undecodable,
} from './avif-items.ts'
import { isHarmlessProfile } from './harmless-profile.ts'

/** Version and flags, before what a box says. */
const versionBytes = 4
/** Before the data that decoders put in front of an item's. */
const configurationBytes = 4
/** Tiles jut out of their image, and an image may be cropped to what is shown. */
const excessMax = 1.25
/** The parts of a small image may be as large as this. */
const partPixelsMax = 1024 ** 2
/** How much is decoded for an image: its tiles, its alpha channel, and a reserve. */
const decodedMax = 8
/** An image, its alpha channel, its tiles, and an alpha channel of theirs. */
const depthMax = 3

/**
 * The file as it is but for profiles, which are left out if they are not harmless. Refused if its items have more bytes
 * than it, or more pixels than the image that is shown: the library reads and decodes them before it compares. Of
 * 10 MB of metadata that 256 items name it made 2 GB, and as much of an alpha channel, for an image of 64 x 64 pixels.
 */
export function plainAvif(file: Buffer): Buffer {
  const avif = avifItemsOf(file)
  if (avif.itemBytes > file.length) throw undecodable('its items have more bytes than the file')
  checkPixels(avif)
  return withoutHarmfulProfiles(file, avif.properties)
}

function checkPixels(avif: AvifItems): void {
  const { items, references, properties } = avif
  if (items.some(({ type }) => type === 'iovl' || type === 'iden'))
    throw undecodable('it is composed of other images')
  const pictures = items.filter(({ type }) => type === 'av01' || type === 'grid')
  const isPart = ({ type }: Reference) => type === 'auxl' || type === 'thmb'
  const parts = new Set(references.filter(isPart).map(({ from }) => from))
  const shown = pictures.filter(({ id, isShown }) => isShown && !parts.has(id))
  const least = shown
    .map(({ id }) => shownPixelsOf(avif.propertiesOf(id)))
    .reduce((one, other) => Math.min(one, other), shown.length === 0 ? 0 : Infinity)
  const pixelsMax = Math.max(partPixelsMax, excessMax * least)

  const configured = properties.map((property) =>
    property.name === 'av1C' ? av1PixelsOf(property.contents.subarray(configurationBytes)) : 0,
  )
  const pixels = new Map(pictures.map((item) => [item.id, pixelsOf(item, avif)]))
  const decodedPixelsOf = decodedPixels(pictures, pixels, references)
  const isWithin =
    [...configured, ...pixels.values()].every((count) => count <= pixelsMax) &&
    shown.every(({ id }) => decodedPixelsOf(id) <= decodedMax * pixelsMax)
  if (!isWithin) throw undecodable('its parts have more pixels than it')
}

/** Its size, or that of what is cropped out of it. */
function shownPixelsOf(properties: readonly Box[]): number {
  const sizes = properties.flatMap(({ name, contents }) => {
    const { read } = readerOf(contents)
    if (name === 'clap') return [(read(4) / read(4)) * (read(4) / read(4))]
    if (name !== 'ispe') return []
    read(versionBytes)
    return [read(4) * read(4)]
  })
  return sizes.length === 0 ? 0 : Math.min(...sizes)
}

/** What its own data says. */
function pixelsOf({ id, type }: Item, avif: AvifItems): number {
  const data = avif.dataOf(id)
  if (type === 'av01') return av1PixelsOf(data)
  const { read } = readerOf(data)
  read(1)
  const sideBytes = (read(1) & 1) === 1 ? 4 : 2
  // Rows and columns.
  read(2)
  return read(sideBytes) * read(sideBytes)
}

/** Of an item with all of which it is made, tiles and alpha channels, each as often as it is named. */
function decodedPixels(
  pictures: readonly Item[],
  pixels: ReadonlyMap<number, number>,
  references: readonly Reference[],
): (id: number) => number {
  const types = new Map(pictures.map(({ id, type }) => [id, type]))
  const partsOf = new Map<number, number[]>()
  for (const { type, from, to } of references) {
    if (type === 'dimg' && types.get(from) === 'grid') for (const id of to) addTo(partsOf, from, id)
    if (type === 'auxl') for (const id of to) addTo(partsOf, id, from)
  }
  const known = new Map<number, number>()
  return function decodedPixelsOf(id: number, depth = 0): number {
    const found = known.get(id)
    if (found !== undefined) return found
    // It may be a part of itself.
    if (depth > depthMax) return Infinity
    const parts = partsOf.get(id) ?? []
    const decoded = parts.reduce((sum, part) => sum + decodedPixelsOf(part, depth + 1), pixels.get(id) ?? 0)
    known.set(id, decoded)
    return decoded
  }
}

function withoutHarmfulProfiles(file: Buffer, properties: readonly Box[]): Buffer {
  const harmful = properties.filter(({ name, contents }) => {
    const isProfile = ['prof', 'rICC'].includes(contents.toString('latin1', 0, 4))
    return name === 'colr' && isProfile && !isHarmlessProfile(contents.subarray(4))
  })
  if (harmful.length === 0) return file
  const plain = Buffer.from(file)
  for (const { nameAt } of harmful) plain.write('free', nameAt - file.byteOffset, 'latin1')
  return plain
}
