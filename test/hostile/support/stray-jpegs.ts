import { inJpeg, jfif, jpegWithSegmentBefore, type OddImage, segment } from './odd-exif.ts'

/** What libjpeg passes over on its way to the next segment. */
const stray: readonly [string, Buffer][] = [
  ['a restart marker', Buffer.from([0xff, 0xd0])],
  ['the marker TEM', Buffer.from([0xff, 0x01])],
  ['a stuffed 0xff', Buffer.from([0xff, 0x00])],
  ['fill bytes and a zero', Buffer.from([0xff, 0xff, 0xff, 0x00])],
  ['three bytes', Buffer.from([1, 2, 3])],
  ['16 zeros', Buffer.alloc(16)],
  ['200 KB of restart markers', Buffer.alloc(200_000, Buffer.from([0xff, 0xd7]))],
  ['1 MB of zeros', Buffer.alloc(1_000_000)],
  ['a comment of length 0', Buffer.from([0xff, 0xfe, 0, 0])],
  ['an APP1 of length 1', Buffer.from([0xff, 0xe1, 0, 1])],
  ['a DNL of length 0', Buffer.from([0xff, 0xdc, 0, 0])],
]

/** JPEGs of the scene stored for orientation 6, with bytes between their segments that belong to none. */
export const strayJpegs: readonly OddImage[] = stray.flatMap(([name, bytes]) =>
  [
    inJpeg(`${name} before EXIF`, 6, jfif(), bytes, segment(6)),
    inJpeg(`${name} behind EXIF`, 6, segment(6), bytes),
    {
      ...inJpeg(`${name} between frame and EXIF`, 6),
      bytes: jpegWithSegmentBefore(0xda, bytes, segment(6)),
    },
  ].map((image) => ({ ...image, isDamaged: true })),
)
