import { type BoxCount, boxesIn, movieDepthMax } from './mp4-boxes.ts'

/** The boxes that contain boxes. */
const containers = new Set(['trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl'])

/** The tables of tracks: numbers. */
const tables = new Set([
  ...['tkhd', 'elst', 'mdhd', 'vmhd', 'smhd'],
  ...['stts', 'ctts', 'cslg', 'stss', 'stsc', 'stsz', 'stco', 'co64', 'sgpd', 'sbgp', 'sdtp'],
])

/** Boxes that might hold more than they need; `dref` has 20 bytes if the track is in the file itself. */
const bytesMax = new Map([
  ['dref', 20],
  ['iods', 64],
  ['stsd', 1024],
])

/** What a muxer calls a track or itself is shorter; a prompt is usually longer. */
const nameBytesMax = 64

export interface MovieShape {
  readonly tracks: number
  readonly secondsMax: number
}

/**
 * Whether an index (the contents of `moov`) describes tracks of that shape and nothing else. Muxers name
 * themselves and their tracks, which is allowed; every other tag is not, because engines write prompts and
 * workflows there.
 */
export function isPlainMovie(contents: Buffer, { tracks, secondsMax }: MovieShape): boolean {
  const boxes = boxesIn(contents) ?? []
  const header = boxes.find(({ name }) => name === 'mvhd')
  if (header === undefined || boxes.filter(({ name }) => name === 'trak').length !== tracks) return false
  const seconds = secondsOf(contents.subarray(header.at + header.headerBytes))
  return seconds <= secondsMax && isPlain(contents, 0, { boxes: 0 })
}

function isPlain(contents: Buffer, depth: number, count: BoxCount): boolean {
  const boxes = depth < movieDepthMax ? boxesIn(contents, count) : undefined
  return (
    boxes?.every(({ name, at, headerBytes, sizeBytes }) => {
      const inside = contents.subarray(at + headerBytes, at + sizeBytes)
      if (containers.has(name)) return isPlain(inside, depth + 1, count)
      if (name === 'hdlr') return isHandler(inside)
      if (name === 'udta') return isPlainUserData(inside, count)
      if (name === 'mvhd') return depth === 0
      return tables.has(name) || inside.length <= (bytesMax.get(name) ?? -1)
    }) ?? false
  )
}

/** Behind 24 bytes of types comes the handler's name. */
function isHandler(contents: Buffer): boolean {
  return contents.length <= 24 + nameBytesMax
}

/** Tags: only the name of the program that wrote the file may be among them. */
function isPlainUserData(contents: Buffer, count: BoxCount): boolean {
  const [meta, ...more] = boxesIn(contents, count) ?? []
  if (meta?.name !== 'meta' || more.length > 0) return false
  // A version and flags come before the boxes of this one.
  const inside = contents.subarray(meta.at + meta.headerBytes + 4, meta.at + meta.sizeBytes)
  return (
    boxesIn(inside, count)?.every(({ name, at, headerBytes, sizeBytes }) => {
      const entry = inside.subarray(at + headerBytes, at + sizeBytes)
      if (name === 'hdlr') return isHandler(entry)
      const tags = name === 'ilst' ? boxesIn(entry, count) : undefined
      return tags?.every((tag) => tag.name === '\xa9too' && tag.sizeBytes <= 24 + nameBytesMax) ?? false
    }) ?? false
  )
}

/** Version 1 of the header has 64 bits where version 0 has 32. */
function secondsOf(header: Buffer): number {
  const isLong = header[0] === 1
  if (header.length < (isLong ? 32 : 20)) return Number.POSITIVE_INFINITY
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const duration = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return scale === 0 ? Number.POSITIVE_INFINITY : duration / scale
}
