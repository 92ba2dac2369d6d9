import sharp from 'sharp'
import { expect, test } from 'vitest'
import { profileOf, repeatingProfile, tagValue, uint32 } from '../../../../../test/support/icc-profiles.ts'
import { isHarmlessProfile, profileBytesMax } from './harmless-profile.ts'

const bytes = (...values: readonly number[]) => Buffer.from(values)
const curve = (count: number) => tagValue('curv', uint32(count), Buffer.alloc(2 * 5))
const table8 = (inputs: number, outputs: number, points: number) =>
  tagValue('mft1', bytes(inputs, outputs, points), Buffer.alloc(37), Buffer.alloc(6 * 256 + 5 ** 3 * 3))
const table16 = (points: number, before = 4, after = 2) =>
  tagValue(
    'mft2',
    bytes(4, 3, points),
    Buffer.alloc(37),
    bytes(0, before, 0, after),
    Buffer.alloc(2 * (4 * 4 + 3 ** 4 * 3 + 3 * 2)),
  )
const sequence = (type: string, sides: readonly number[], width = 2, table = 32) =>
  tagValue(
    type,
    bytes(sides.length, 3, 0, 0),
    uint32(0, 0, 0, table, 0),
    bytes(...sides, ...Array<number>(16 - sides.length).fill(0), width, 0, 0, 0),
    Buffer.alloc(2 * 3 ** 5),
  )

test.each(['srgb', 'p3', 'cmyk'])("sharp's own profile %s is harmless", async (name) => {
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  const colours = name === 'cmyk' ? 'cmyk' : 'srgb'
  const file = await picture.toColourspace(colours).withIccProfile(name).tiff().toBuffer()
  const { icc } = await sharp(file).metadata()
  expect(isHarmlessProfile(icc as Buffer)).toBe(true)
})

test.each<readonly [string, Buffer]>([
  ['curves', profileOf([['rTRC', curve(5)]])],
  ['a curve for all channels', profileOf(['rTRC', 'gTRC', 'bTRC'].map((name) => [name, curve(5)]))],
  ['grey', profileOf([['kTRC', curve(0)]], 'GRAY')],
  ['a table with 8 bits', profileOf([['A2B0', table8(3, 3, 5)]])],
  ['a table of four channels', profileOf([['A2B0', table16(3)]], 'CMYK')],
  ['sides that differ', profileOf([['A2B0', sequence('mAB ', [3, 3, 9])]])],
  ['a matrix without a table', profileOf([['B2A0', sequence('mBA ', [9, 9, 9], 2, 0)]])],
  ['bytes behind it', Buffer.concat([profileOf([]), Buffer.alloc(3)])],
])('a profile with %s is harmless', (_what, profile) => {
  expect(isHarmlessProfile(profile)).toBe(true)
})

const shared = curve(5)
test.each<readonly [string, Buffer]>([
  ['is empty', Buffer.alloc(0)],
  ['has no signature', Buffer.concat([Buffer.alloc(128), uint32(0)])],
  ['has more than 4 MB', Buffer.concat([profileOf([]), Buffer.alloc(profileBytesMax)])],
  ['has a hundred and one tags', profileOf(Array.from({ length: 101 }, () => ['text', shared]))],
  ['ends within its tags', profileOf([['rTRC', curve(5)]]).subarray(0, -1)],
  ['ends within the list of its tags', profileOf([['rTRC', curve(5)]]).subarray(0, 140)],
  ['has tags that overlap', overlapping()],
  ['has elements without end', repeatingProfile(2)],
  ['has a longer curve than its tag', profileOf([['rTRC', curve(6)]])],
  ['has no length of its curve', profileOf([['rTRC', tagValue('curv')]])],
  ['has ten channels', profileOf([], 'ACLR')],
  ['has a table with 8 bits that is larger than its tag', profileOf([['A2B0', table8(3, 3, 6)]])],
  ['has a table of five channels', profileOf([['A2B0', table8(5, 3, 1)]])],
  ['has a table with five results', profileOf([['A2B0', table8(3, 5, 1)]])],
  ['has a table of four channels that is larger than its tag', profileOf([['A2B0', table16(4)]])],
  ['has curves before a table that are larger than its tag', profileOf([['A2B0', table16(3, 5)]])],
  ['has curves behind a table that are larger than its tag', profileOf([['A2B0', table16(3, 4, 3)]])],
  ['has a table that is cut short', profileOf([['A2B0', table16(3).subarray(0, 51)]])],
  ['has sides that make more than its tag', profileOf([['A2B0', sequence('mAB ', [3, 3, 10])]])],
  ['has sides that make more than its tag backwards', profileOf([['B2A0', sequence('mBA ', [3, 3, 10])]])],
  ['has a table of values without width', profileOf([['A2B0', sequence('mAB ', [255, 255, 255], 0)]])],
  ['has a table behind its tag', profileOf([['A2B0', sequence('mAB ', [3, 3, 3], 2, 1e6)]])],
])('a profile that %s is not harmless', (_what, profile) => {
  expect(isHarmlessProfile(profile)).toBe(false)
})

/** Two tags that begin at different bytes of the same value. */
function overlapping(): Buffer {
  const profile = profileOf([
    ['desc', tagValue('text', Buffer.alloc(600))],
    ['cprt', tagValue('text', Buffer.alloc(8))],
  ])
  const first = profile.readUInt32BE(136)
  uint32(first + 1, 600).copy(profile, 148)
  return profile
}
