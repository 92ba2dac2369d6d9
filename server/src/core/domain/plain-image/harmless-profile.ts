/** Profiles of presses have up to 3 MB. */
export const profileBytesMax = 4 * 1024 ** 2

const headerBytes = 128
const signatureAt = 36
const countBytes = 4
const entryBytes = 12
/** Real profiles have up to thirty. */
const tagsMax = 100

/**
 * Colour spaces of one to four channels: LittleCMS makes a table of its own out of a profile's, 7 points a side from
 * five channels on, which are gigabytes with ten.
 */
const colourSpaces: readonly string[] = [
  ...['GRAY', 'RGB ', 'CMYK', 'CMY ', 'Lab ', 'XYZ ', 'Luv ', 'YCbr', 'Yxy ', 'HSV ', 'HLS '],
  ...['2CLR', '3CLR', '4CLR'],
]
const channelsMax = 4

/**
 * Whether an ICC profile costs no more than its bytes. LittleCMS allocates what a table claims to have, follows
 * `multiProcessElements` of any number, each of which may name the same table, and passes each pixel through them:
 * 2 KB became 4 GB, or hours. Tags of other types, such as texts and curves, are bounded by their bytes or by the
 * library.
 */
export function isHarmlessProfile(profile: Buffer): boolean {
  if (profile.length < headerBytes + countBytes || profile.length > profileBytesMax) return false
  const tags = profile.readUInt32BE(headerBytes)
  const tableEnd = headerBytes + countBytes + tags * entryBytes
  if (textAt(profile, signatureAt) !== 'acsp' || !colourSpaces.includes(textAt(profile, 16))) return false
  if (tags > tagsMax || tableEnd > profile.length) return false
  const sizes = new Map<string, number>()
  for (let entry = headerBytes + countBytes; entry < tableEnd; entry += entryBytes) {
    const [at, size] = [profile.readUInt32BE(entry + 4), profile.readUInt32BE(entry + 8)]
    if (at + size > profile.length || !isHarmlessTag(profile.subarray(at, at + size))) return false
    sizes.set(`${at} ${size}`, size)
  }
  // Several tags may share a value, but values share no bytes.
  return [...sizes.values()].reduce((sum, size) => sum + size, 0) <= profile.length
}

function isHarmlessTag(tag: Buffer): boolean {
  const type = textAt(tag, 0)
  if (type === 'mpet') return false
  if (type === 'curv') return tag.length >= 12 && 12 + 2 * tag.readUInt32BE(8) <= tag.length
  if (type === 'mft1' || type === 'mft2') return isHarmlessTable(tag, type === 'mft1' ? 1 : 2)
  return type === 'mAB ' || type === 'mBA ' ? isHarmlessSequence(tag) : true
}

/** `lut8Type` and `lut16Type`: a table for each channel, before and after that of all. */
function isHarmlessTable(tag: Buffer, valueBytes: 1 | 2): boolean {
  const start = valueBytes === 1 ? 48 : 52
  if (tag.length < start || !hasFewChannels(tag)) return false
  const [inputs, outputs, points] = [tag.readUInt8(8), tag.readUInt8(9), tag.readUInt8(10)]
  const [before, after] = valueBytes === 1 ? [256, 256] : [tag.readUInt16BE(48), tag.readUInt16BE(50)]
  const values = inputs * before + points ** inputs * outputs + outputs * after
  return start + values * valueBytes <= tag.length
}

/** `lutAToBType` and `lutBToAType`: curves and a matrix around a table whose sides differ. */
function isHarmlessSequence(tag: Buffer): boolean {
  if (tag.length < 32 || !hasFewChannels(tag)) return false
  const table = tag.readUInt32BE(24)
  if (table === 0) return true
  const values = table + 20
  if (values > tag.length) return false
  const sides = tag.subarray(table, table + tag.readUInt8(8))
  const count = sides.reduce((product, points) => product * points, tag.readUInt8(9))
  // The library allocates the table before it rejects a width of 0.
  return values + count * Math.max(1, tag.readUInt8(table + 16)) <= tag.length
}

function hasFewChannels(tag: Buffer): boolean {
  return tag.readUInt8(8) <= channelsMax && tag.readUInt8(9) <= channelsMax
}

function textAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4)
}
