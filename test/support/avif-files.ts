import sharp from 'sharp'

/** An item of an AVIF, of the id that its place gives it, from 1 on. */
export interface AvifItem {
  readonly type: string
  readonly data: Buffer
  readonly properties: readonly Buffer[]
  readonly isHidden?: boolean
}

export type AvifReference = readonly [type: string, from: number, to: readonly number[]]

export function box(name: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([numbers(4, 8 + body.length), Buffer.from(name, 'latin1'), body])
}

/** A box with a version and flags. */
export function fullBox(name: string, versionAndFlags: number, ...parts: readonly Buffer[]): Buffer {
  return box(name, numbers(4, versionAndFlags), ...parts)
}

export function numbers(bytes: 1 | 2 | 4, ...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(bytes * values.length)
  for (const [index, value] of values.entries()) buffer.writeUIntBE(value, bytes * index, bytes)
  return buffer
}

export const sizeProperty = (width: number, height: number): Buffer =>
  fullBox('ispe', 0, numbers(4, width, height))

export const alphaProperty = (): Buffer =>
  fullBox('auxC', 0, Buffer.from('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0', 'latin1'))

/** One colour, encoded, as an item. */
export async function codedItem(width: number, height: number): Promise<AvifItem> {
  const picture = sharp({ create: { width, height, channels: 3, background: '#2060c0' } })
  const file = await picture.avif({ effort: 0, quality: 30 }).toBuffer()
  const whole = (name: string) => {
    const at = file.indexOf(name) - 4
    return file.subarray(at, at + file.readUInt32BE(at))
  }
  const configuration = Buffer.from(whole('av1C'))
  const data = Buffer.from(whole('mdat').subarray(8))
  return {
    type: 'av01',
    data,
    properties: [sizeProperty(width, height), fullBox('pixi', 0, numbers(1, 3, 8, 8, 8)), configuration],
  }
}

/** Each item's data is its own, one behind the other; the primary item is the first that is not hidden. */
export function avifFile(items: readonly AvifItem[], ...references: readonly AvifReference[]): Buffer {
  const properties = [...new Set(items.flatMap((item) => item.properties))]
  const primary = items.findIndex(({ isHidden }) => !isHidden) + 1
  const associations = items.map((item, index) =>
    Buffer.concat([
      numbers(2, index + 1),
      numbers(1, item.properties.length, ...item.properties.map((one) => properties.indexOf(one) + 1)),
    ]),
  )
  const entries = items.map(({ type, isHidden }, index) =>
    fullBox(
      'infe',
      0x0200_0000 + (isHidden ? 1 : 0),
      numbers(2, index + 1, 0),
      Buffer.from(`${type}\0`, 'latin1'),
    ),
  )
  const links = references.map(([type, from, to]) => box(type, numbers(2, from, to.length, ...to)))
  const head = box('ftyp', Buffer.from('avif\0\0\0\0avifmif1miafMA1A', 'latin1'))
  const metaAt = (start: number) => {
    const places = items.map(({ data }, index) =>
      Buffer.concat([
        numbers(2, index + 1, 0, 1),
        numbers(4, start + Buffer.concat(items.slice(0, index).map((item) => item.data)).length, data.length),
      ]),
    )
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, numbers(4, 0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, numbers(2, primary)),
      fullBox('iloc', 0, numbers(1, 0x44, 0), numbers(2, items.length), ...places),
      fullBox('iinf', 0, numbers(2, items.length), ...entries),
      ...(links.length === 0 ? [] : [fullBox('iref', 0, ...links)]),
      box('iprp', box('ipco', ...properties), fullBox('ipma', 0, numbers(4, items.length), ...associations)),
    )
  }
  const meta = metaAt(head.length + metaAt(0).length + 8)
  return Buffer.concat([head, meta, box('mdat', ...items.map(({ data }) => data))])
}
