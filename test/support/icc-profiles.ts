/** A tag of an ICC profile: its name and its value, which several tags may share. */
export type ProfileTag = readonly [name: string, value: Buffer]

/** An ICC profile with these tags, as far as a reader of its structure goes. */
export function profileOf(tags: readonly ProfileTag[], colourSpace = 'RGB '): Buffer {
  const values = [...new Set(tags.map(([, value]) => value))]
  const start = 128 + 4 + tags.length * 12
  const places = values.map((_, index) => start + Buffer.concat(values.slice(0, index)).length)
  const header = Buffer.alloc(128)
  header.write('lcms', 4, 'latin1')
  header.writeUInt32BE(0x0430_0000, 8)
  header.write(`mntr${colourSpace}XYZ `, 12, 'latin1')
  header.write('acsp', 36, 'latin1')
  whitePoint.copy(header, 68)
  const table = tags.map(([name, value]) =>
    Buffer.concat([Buffer.from(name, 'latin1'), uint32(places[values.indexOf(value)] ?? 0, value.length)]),
  )
  const profile = Buffer.concat([header, uint32(tags.length), ...table, ...values])
  profile.writeUInt32BE(profile.length)
  return profile
}

/** A value: its type, and what it says. */
export function tagValue(type: string, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(`${type}\0\0\0\0`, 'latin1'), ...parts])
}

export function uint32(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index)
  return bytes
}

const whitePoint = uint32(0xf6d6, 0x10000, 0xd32d)

/** A profile that LittleCMS reads, and that names a table of so many points a side any number of times. */
export function repeatingProfile(elements: number, points = 9): Buffer {
  const table = tagValue(
    'clut',
    Buffer.from([0, 3, 0, 3, points, points, points, ...Array<number>(13).fill(0)]),
    Buffer.alloc(points ** 3 * 12),
  )
  const at = 16 + 8 * elements
  const places = Array.from({ length: elements }, () => uint32(at, table.length))
  const pipeline = tagValue('mpet', Buffer.from([0, 3, 0, 3]), uint32(elements), ...places, table)
  return profileOf([
    ['wtpt', tagValue('XYZ ', whitePoint)],
    ['A2B0', pipeline],
    ['D2B0', pipeline],
  ])
}
