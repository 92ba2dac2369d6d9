import { UnusableImageError } from './unusable-image-error.ts'

const headerBytes = 13
const imageDescriptorBytes = 10
const controlBytes = 8
const extension = 0x21
const graphicControl = 0xf9
const image = 0x2c
const trailer = Buffer.from([0x3b])

/** Header, colours and the only image. A second one is refused unread: the library holds 100 bytes for each. */
export function plainGif(file: Buffer): Buffer {
  if (file.length < headerBytes) throw endsEarly()
  const start = headerBytes + tableBytes(file.readUInt8(10))
  let control: Buffer | undefined
  let picture: Buffer | undefined
  for (let at = start; ; ) {
    const block = file[at]
    if (block === extension) {
      const end = endOfBlocks(file, at + 2)
      if (picture === undefined && file[at + 1] === graphicControl && end - at === controlBytes)
        control = file.subarray(at, end)
      at = end
    } else if (block === image) {
      if (picture !== undefined) throw new UnusableImageError('An animation where an image was asked.')
      // The size of the first codes stands before the pixels.
      const colours = tableBytes(file[at + imageDescriptorBytes - 1] ?? 0)
      const end = endOfBlocks(file, at + imageDescriptorBytes + colours + 1)
      picture = file.subarray(at, end)
      at = end
    } else break
  }
  if (picture === undefined) throw endsEarly()
  return Buffer.concat([
    file.subarray(0, start),
    ...(control === undefined ? [] : [control]),
    picture,
    trailer,
  ])
}

/** Bytes of the colours that follow, as the flags of a header say. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

/** Behind blocks of at most 255 bytes, the last of which is empty. */
function endOfBlocks(file: Buffer, start: number): number {
  let at = start
  for (let length = file[at]; length !== 0; length = file[at]) {
    if (length === undefined) throw endsEarly()
    at += 1 + length
  }
  return at + 1
}

function endsEarly(): UnusableImageError {
  return new UnusableImageError('A GIF that could not be decoded: it ends before its image does.')
}
