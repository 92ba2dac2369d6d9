import { type FileHandle, open } from 'node:fs/promises'
import { hasC2paManifest } from './c2pa-manifest.ts'
import { type MovieSamples, samplesIn } from './movie-samples.ts'
import { boxesIn, boxesMax, boxHeaderBytesMax, type Mp4Box, readBox } from './mp4-boxes.ts'
import { isPlainMovie, type MovieShape } from './plain-movie.ts'

const xmpUuid = 'be7acfcb97a942e89c71999491e3afac'
const c2paUuid = 'd8fec3d61b0e483c92975828877ec481'

/** An index of more is of a film, and not of a clip. */
const movieBytesMax = 16 * 1024 ** 2

/** How far a manifest's own description is looked for behind the header of its box. */
const manifestHeadBytes = 256

/**
 * Appends the XMP packet to the file, in place of one that is there. Nothing else moves, so the index stays
 * right and in front; a few bytes of each box are read, and nothing of the pictures. Returns false and
 * changes nothing if the file cannot be read as an MP4.
 */
export async function markMp4File(path: string, xmp: Buffer): Promise<boolean> {
  const file = await open(path, 'r+')
  try {
    const boxes = await boxesOf(file)
    const last = boxes?.at(-1)
    if (boxes === undefined || last === undefined || last.isOpen) return false
    const isMarked = last.uuid === xmpUuid
    const end = isMarked ? last.at : last.at + last.sizeBytes
    await file.truncate(end)
    await file.write(xmpBox(xmp), 0, undefined, end)
    return true
  } finally {
    await file.close()
  }
}

/** As `markMp4File`, for a short video in memory. */
export function markMp4Bytes(bytes: Buffer, xmp: Buffer): Buffer | undefined {
  const last = boxesIn(bytes)?.at(-1)
  if (last === undefined || last.isOpen) return undefined
  const end = last.uuid === xmpUuid ? last.at : bytes.length
  return Buffer.concat([bytes.subarray(0, end), xmpBox(xmp)])
}

function xmpBox(xmp: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + 16 + xmp.length, 0)
  head.write('uuid', 4, 'latin1')
  return Buffer.concat([head, Buffer.from(xmpUuid, 'hex'), xmp])
}

/**
 * Whether the video carries content credentials (a C2PA manifest), and whether it is plain besides them: it
 * contains nothing but pictures and sound of that shape, and a player can begin before it has all of it.
 */
export async function readMp4Manifest(
  path: string,
  shape: MovieShape,
): Promise<{ readonly hasManifest: boolean; readonly isPlain: boolean }> {
  const file = await open(path, 'r')
  try {
    const boxes = (await boxesOf(file)) ?? []
    const hasManifest = boxes.some(({ uuid }) => uuid === c2paUuid)
    return { hasManifest, isPlain: hasManifest && (await isPlainMp4(file, boxes, shape)) }
  } finally {
    await file.close()
  }
}

/** What the video's index says of its samples; undefined if it cannot be read, or is of more than a clip. */
export async function readMp4Samples(path: string): Promise<MovieSamples | undefined> {
  const file = await open(path, 'r')
  try {
    const movie = (await boxesOf(file))?.find(({ name }) => name === 'moov')
    if (movie === undefined || movie.sizeBytes > movieBytesMax) return undefined
    return samplesIn(await contentsOf(file, movie))
  } finally {
    await file.close()
  }
}

async function isPlainMp4(file: FileHandle, boxes: readonly Mp4Box[], shape: MovieShape): Promise<boolean> {
  const media = boxes.filter((box) => box.uuid !== c2paUuid && !isEmptySpace(box))
  const [type, movie, data, ...others] = media
  const isStreamable = type?.name === 'ftyp' && movie?.name === 'moov' && data?.name === 'mdat'
  if (!isStreamable || others.length > 0 || movie.sizeBytes > movieBytesMax) return false
  for (const manifest of boxes.filter(({ uuid }) => uuid === c2paUuid)) {
    const head = await read(file, manifest.at + manifest.headerBytes, manifestHeadBytes)
    if (!hasC2paManifest(head)) return false
  }
  return isPlainMovie(await contentsOf(file, movie), shape)
}

function contentsOf(file: FileHandle, { at, headerBytes, sizeBytes }: Mp4Box): Promise<Buffer> {
  return read(file, at + headerBytes, sizeBytes - headerBytes)
}

/** Muxers leave eight bytes free where a size of 64 bits might be needed. */
function isEmptySpace({ name, headerBytes, sizeBytes }: Mp4Box): boolean {
  return name === 'free' && sizeBytes === headerBytes
}

/** Undefined if anything but boxes lies in the file. */
async function boxesOf(file: FileHandle): Promise<Mp4Box[] | undefined> {
  const { size } = await file.stat()
  const boxes: Mp4Box[] = []
  for (let at = 0; at < size; ) {
    const box = readBox(await read(file, at, boxHeaderBytesMax), at, size)
    if (box === undefined || boxes.length === boxesMax) return undefined
    boxes.push(box)
    at += box.sizeBytes
  }
  return boxes
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}
