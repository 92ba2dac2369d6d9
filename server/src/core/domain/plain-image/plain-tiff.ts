import { isHarmlessProfile } from './harmless-profile.ts'
import { UnusableImageError } from './unusable-image-error.ts'

const headerBytes = 8
const entryBytes = 12
const countBytes = 2
const nextBytes = 4
/** All values together: 4 MB are enough for the offsets of an image in small tiles, 4 MB for a profile. */
const valueBytesMax = 16 * 1024 ** 2

/** Bytes of a value, by its type. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]

const profileTag = 34675
/** Size, samples, compression, orientation, strips and tiles, colours, and the profile. */
const kept = new Set([
  256, 257, 258, 259, 262, 266, 273, 274, 277, 278, 279, 284, 292, 293, 317, 320, 322, 323, 324, 325, 332,
  334, 338, 339, 347, 530, 532, 34675,
])

/**
 * The only image with the tags that decoding needs. The library reads each tag whole, known or not, and a file may
 * name the same bytes in any number of them. A profile only if it is harmless.
 */
export function plainTiff(file: Buffer): Buffer {
  if (file.length < headerBytes) throw endsEarly()
  const isLittle = file[0] === 0x49
  const uint16 = (at: number) => (isLittle ? file.readUInt16LE(at) : file.readUInt16BE(at))
  const uint32 = (at: number) => (isLittle ? file.readUInt32LE(at) : file.readUInt32BE(at))
  const start = uint32(4)
  if (start + countBytes > file.length) throw endsEarly()
  const entriesEnd = start + countBytes + uint16(start) * entryBytes
  if (entriesEnd + nextBytes > file.length) throw endsEarly()
  if (uint32(entriesEnd) !== 0)
    throw new UnusableImageError('A TIFF of several pages where an image was asked.')

  const entries = new Map<number, Buffer>()
  let valueBytes = 0
  for (let at = start + countBytes; at < entriesEnd; at += entryBytes) {
    const tag = uint16(at)
    if (!kept.has(tag) || entries.has(tag)) continue
    const [type, count, place] = [uint16(at + 2), uint32(at + 4), uint32(at + 8)]
    // The library would make a byte of each value of another type.
    const isBytes = typeBytes[type] === 1
    if (tag === profileTag && !(isBytes && isHarmlessProfile(file.subarray(place, place + count)))) continue
    entries.set(tag, file.subarray(at, at + entryBytes))
    valueBytes += (typeBytes[type] ?? 0) * count
  }
  if (valueBytes > valueBytesMax)
    throw new UnusableImageError(
      `A TIFF image with ${valueBytes} bytes of tags; ${valueBytesMax} are allowed.`,
    )

  const directory = Buffer.alloc(countBytes + entries.size * entryBytes + nextBytes)
  const plain = Buffer.concat([file, Buffer.alloc(file.length % 2), directory])
  const place = plain.length - directory.length
  if (isLittle) {
    plain.writeUInt16LE(entries.size, place)
    plain.writeUInt32LE(place, 4)
  } else {
    plain.writeUInt16BE(entries.size, place)
    plain.writeUInt32BE(place, 4)
  }
  for (const [index, entry] of [...entries.values()].entries())
    entry.copy(plain, place + countBytes + index * entryBytes)
  return plain
}

function endsEarly(): UnusableImageError {
  return new UnusableImageError('A TIFF image that could not be decoded: it ends before its directory does.')
}
