import { type BoxCount, boxesIn, movieDepthMax } from './mp4-boxes.ts'

/** What an index (the contents of `moov`) says of the samples of its tracks. */
export interface MovieSamples {
  readonly tracks: number
  /**
   * Whether each track has at most one description of its samples: more of them would belong to pictures of
   * several encoders, one behind the other.
   */
  readonly hasOneDescriptionEach: boolean
  /** All samples of all tracks. If that is more than the file has, they share bytes. */
  readonly sampleBytes: number
}

/** The boxes that contain boxes. */
const containers = new Set(['trak', 'edts', 'mdia', 'minf', 'dinf', 'stbl'])

/** Undefined if anything but boxes is in the index, or too many of them. */
export function samplesIn(movie: Buffer): MovieSamples | undefined {
  const samples = { tracks: 0, hasOneDescriptionEach: true, sampleBytes: 0 }
  return addSamples(samples, movie, 0, { boxes: 0 }) ? samples : undefined
}

function addSamples(
  samples: { -readonly [Name in keyof MovieSamples]: MovieSamples[Name] },
  contents: Buffer,
  depth: number,
  count: BoxCount,
): boolean {
  const boxes = depth < movieDepthMax ? boxesIn(contents, count) : undefined
  return (
    boxes?.every(({ name, at, headerBytes, sizeBytes }) => {
      const inside = contents.subarray(at + headerBytes, at + sizeBytes)
      if (name === 'trak') samples.tracks += 1
      if (name === 'stsd' && !hasOneDescription(inside)) samples.hasOneDescriptionEach = false
      if (name === 'stsz') samples.sampleBytes += sampleBytesOf(inside)
      return !containers.has(name) || addSamples(samples, inside, depth + 1, count)
    }) ?? false
  )
}

/** Their number comes behind a version and flags. */
function hasOneDescription(table: Buffer): boolean {
  return table.length >= 8 && table.readUInt32BE(4) <= 1
}

/** Behind a version and flags: the size of every sample, or 0; their number; then, after a 0, the size of each. */
function sampleBytesOf(table: Buffer): number {
  if (table.length < 12) return 0
  const [size, count] = [table.readUInt32BE(4), table.readUInt32BE(8)]
  if (size > 0) return size * count
  const end = Math.min(table.length - 3, 12 + count * 4)
  let bytes = 0
  for (let at = 12; at < end; at += 4) bytes += table.readUInt32BE(at)
  return bytes
}
