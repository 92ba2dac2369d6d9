import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import {
  type AvifItem,
  alphaProperty,
  avifFile,
  box,
  codedItem,
  fullBox,
  numbers,
  sizeProperty,
} from '../../../../../test/support/avif-files.ts'
import { plainImage } from './plain-image.ts'
import { UnusableImageError } from './unusable-image-error.ts'

let small: AvifItem
let tile: AvifItem
let large: AvifItem

beforeAll(async () => {
  small = await codedItem(64, 64)
  tile = { ...(await codedItem(1024, 1024)), isHidden: true }
  large = await codedItem(1200, 1100)
})

const decoded = async (file: Buffer) => {
  const { info } = await sharp(plainImage(file)).raw().toBuffer({ resolveWithObject: true })
  return [info.width, info.height, info.channels]
}
const unusable = (file: Buffer, why: string) =>
  expect(() => plainImage(file)).toThrow(
    new UnusableImageError(`An AVIF image that could not be decoded: ${why}.`),
  )
const tooLarge = (file: Buffer) => unusable(file, 'its parts have more pixels than it')
const withProperties = (item: AvifItem, ...properties: readonly Buffer[]): AvifItem => ({
  ...item,
  properties: [...item.properties, ...properties],
})
const claiming = (item: AvifItem, width: number, height: number): AvifItem => ({
  ...item,
  properties: [sizeProperty(width, height), ...item.properties.slice(1)],
})
const alphaOf = (item: AvifItem) => withProperties(item, alphaProperty())
const grid = (rows: number, columns: number, width: number, height: number): AvifItem => ({
  type: 'grid',
  data: Buffer.concat([numbers(1, 0, 0, rows - 1, columns - 1), numbers(2, width, height)]),
  properties: [sizeProperty(width, height), tile.properties[1] as Buffer],
})
const crop = (width: number, height: number) => box('clap', numbers(4, width, 1, height, 1, 0, 1, 0, 1))

test('an image, with an alpha channel, cropped a little, or of tiles, is decoded', async () => {
  expect(await decoded(avifFile([large]))).toEqual([1200, 1100, 3])
  expect(await decoded(avifFile([large, alphaOf(large)], ['auxl', 2, [1]]))).toEqual([1200, 1100, 4])
  expect(await decoded(avifFile([withProperties(large, crop(1196, 1096))]))).toEqual([1196, 1096, 3])
  expect(await decoded(avifFile([tile, grid(2, 2, 2000, 1900)], ['dimg', 2, [1, 1, 1, 1]]))).toEqual([
    2000, 1900, 3,
  ])
})

test('what is decoded may not be larger than what is shown, beyond the size of a tile', async () => {
  expect(await decoded(avifFile([small, alphaOf(small)], ['auxl', 2, [1]]))).toEqual([64, 64, 4])
  tooLarge(avifFile([small, alphaOf(large)], ['auxl', 2, [1]]))
  tooLarge(avifFile([small, { ...large, isHidden: true }]))
  tooLarge(avifFile([claiming(large, 64, 64)]))
  tooLarge(avifFile([withProperties(large, crop(64, 64))]))
  tooLarge(avifFile([withProperties(large, crop(0, 0))]))
  tooLarge(avifFile([large, small]))
  tooLarge(avifFile([{ ...large, properties: [] }]))
  const configuration = box('av1C', numbers(1, 0x81, 0, 0x0c, 0), large.data)
  tooLarge(avifFile([{ ...small, properties: [...small.properties.slice(0, 2), configuration] }]))
})

test('tiles may not be decoded for more than a few times the image', () => {
  const often = (count: number) => Array<number>(count).fill(1)
  expect(() => plainImage(avifFile([tile, grid(2, 4, 1024, 1024)], ['dimg', 2, often(8)]))).not.toThrow()
  tooLarge(avifFile([tile, grid(4, 4, 1024, 1024)], ['dimg', 2, often(16)]))
  tooLarge(
    avifFile(
      [tile, grid(2, 4, 1024, 1024), { ...alphaOf(tile), isHidden: true }],
      ['dimg', 2, often(8)],
      ['auxl', 3, [1]],
    ),
  )
  tooLarge(avifFile([grid(1, 1, 64, 64), grid(1, 1, 64, 64)], ['dimg', 1, [2]], ['dimg', 2, [1]]))
  tooLarge(avifFile([tile, grid(1, 1, 2000, 1000), small], ['dimg', 2, [1]]))
})

test('an item may have a frame for each of four layers, and no more', async () => {
  const frames = (count: number) =>
    avifFile([{ ...small, data: Buffer.concat(Array<Buffer>(count).fill(small.data)) }])
  expect(await decoded(frames(4))).toEqual([64, 64, 3])
  expect(() => plainImage(frames(5))).toThrow(
    new UnusableImageError('An AVIF image of more than 4 frames in an item.'),
  )
})

test.each(['iovl', 'iden'])('an image that is composed of others, as %s, is refused', (type) => {
  const file = avifFile(
    [
      { ...small, isHidden: true },
      { ...small, type },
    ],
    ['dimg', 2, [1]],
  )
  unusable(file, 'it is composed of other images')
})

test('a list without end is refused', () => {
  const empty = Array<Buffer>(2).fill(Buffer.concat([numbers(2, 1, 0), numbers(2, 65_535)]))
  const meta = (...boxes: readonly Buffer[]) =>
    Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0')), fullBox('meta', 0, ...boxes)])
  const why = 'it has a list of more than 100000 entries'
  unusable(meta(fullBox('iloc', 0, numbers(1, 0, 0), numbers(2, 2), ...empty)), why)
  unusable(meta(Buffer.concat(Array<Buffer>(100_001).fill(box('free')))), why)
  unusable(
    meta(
      fullBox('iref', 0, ...Array<Buffer>(2).fill(box('dimg', numbers(2, 1, 65_535), Buffer.alloc(131_070)))),
    ),
    why,
  )
  const many = Array<Buffer>(400).fill(Buffer.concat([numbers(2, 1), numbers(1, 255), Buffer.alloc(255)]))
  unusable(meta(box('iprp', fullBox('ipma', 0, numbers(4, 400), ...many))), why)
  const locations = fullBox('iloc', 0, numbers(1, 0, 0), numbers(2, 0))
  unusable(meta(locations, locations), "it has several boxes 'iloc'")
  const entry = fullBox('infe', 0x0200_0000, numbers(2, 1, 0), Buffer.from('av01\0'))
  unusable(meta(fullBox('iinf', 0, numbers(2, 2), entry, entry)), 'it has several items of one id')
})
