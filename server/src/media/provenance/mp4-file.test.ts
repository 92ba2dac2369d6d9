import { execFile } from 'node:child_process'
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasExiftool, readTags } from '../../../../test/support/exiftool.ts'
import { readVideo } from '../../../studio/src/video/support/read-video.js'
import { createFfmpegProgram } from '../ffmpeg-program.ts'
import { createStudioVideoTool } from '../studio-video-tool.ts'
import { mp4WithManifest } from '../support/manifests.ts'
import { writeTestVideo } from '../support/test-videos.ts'
import { markMp4Bytes, markMp4File, readMp4Manifest, readMp4Samples } from './mp4-file.ts'
import { xmpPacket } from './xmp-packet.ts'

const isExiftoolHere = await hasExiftool()
const searchPath = process.env.PATH ?? ''
const isFfprobeHere = (await createFfmpegProgram({ searchPath }).missing()) === undefined
const never = new AbortController().signal
const xmp = xmpPacket({
  sourceType: 'compositeWithTrainedAlgorithmicMedia',
  taskId: '0m3xtask',
  createdAtMs: Date.UTC(2026, 10, 24, 12, 30, 5),
  creatorTool: 'mediagen 1.0.0',
})
const shape = { tracks: 2, secondsMax: 3 }

let folder: string
/** With the index behind the pictures, as encoders write it, and in front, as it is stored. */
const videos: Record<'index behind' | 'index in front', Buffer> = {
  'index behind': Buffer.of(),
  'index in front': Buffer.of(),
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-mp4-'))
  const path = join(folder, 'behind.mp4')
  const front = join(folder, 'front.mp4')
  const size = { widthPx: 64, heightPx: 48, framesPerSecond: 10, frames: 20 }
  await writeTestVideo(path, { ...size, container: 'mp4', codec: 'h264', sound: 'aac' })
  const plan = { durationSeconds: 2, video: { index: 0 }, audio: { index: 1 } }
  const target = { path: front, bytesMax: 1_000_000 }
  await createStudioVideoTool().convert({ path, demuxer: 'mov' }, target, plan, never)
  videos['index behind'] = await readFile(path)
  videos['index in front'] = await readFile(front)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const kinds = ['index behind', 'index in front'] as const

async function markedFile(file: Buffer): Promise<{ path: string; bytes: Buffer }> {
  const path = join(folder, 'marked.mp4')
  await writeFile(path, file)
  expect(await markMp4File(path, xmp)).toBe(true)
  return { path, bytes: await readFile(path) }
}

function box(name: string, ...contents: Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(4), Buffer.from(name, 'latin1'), ...contents])
  bytes.writeUInt32BE(bytes.length, 0)
  return bytes
}

/** Adds a tag to the index, as FFmpeg writes it. */
function withTag(mp4: Buffer, name: string, text: string): Buffer {
  const at = mp4.indexOf('moov') - 4
  const end = at + mp4.readUInt32BE(at)
  const value = box('data', Buffer.from([0, 0, 0, 1, 0, 0, 0, 0]), Buffer.from(text))
  const handler = box('hdlr', Buffer.from('\0\0\0\0\0\0\0\0mdirappl', 'latin1'), Buffer.alloc(9))
  const tags = box('udta', box('meta', Buffer.alloc(4), handler, box('ilst', box(name, value))))
  const index = box('moov', mp4.subarray(at + 8, end), tags)
  return Buffer.concat([mp4.subarray(0, at), index, mp4.subarray(end)])
}

describe('a video with its mark', () => {
  test.each(kinds)(
    '%s: every byte of it stays in its place, and every frame decodes the same',
    async (kind) => {
      const file = videos[kind]
      const { bytes } = await markedFile(file)
      expect(bytes.subarray(0, file.length).equals(file)).toBe(true)
      const [before, after] = [await readVideo(file), await readVideo(bytes)]
      expect(after.frames.length).toBe(20)
      expect(after.frames.every((frame, at) => frame.equals(before.frames[at] ?? Buffer.of()))).toBe(true)
      expect(markMp4Bytes(file, xmp)?.equals(bytes)).toBe(true)
    },
  )

  test.each(kinds)('%s: a second mark replaces the first', async (kind) => {
    const { path, bytes } = await markedFile(videos[kind])
    expect(await markMp4File(path, xmp)).toBe(true)
    expect((await readFile(path)).equals(bytes)).toBe(true)
    expect(markMp4Bytes(bytes, xmp)?.equals(bytes)).toBe(true)
  })

  test.skipIf(!isExiftoolHere).each(kinds)('%s: ExifTool reads the mark', async (kind) => {
    const { path } = await markedFile(videos[kind])
    const tags = await readTags(path)
    expect(tags).toMatchObject({
      'XMP-dc:Identifier': '0m3xtask',
      'XMP-xmp:CreateDate': '2026:11:24 12:30:05.000Z',
      'XMP-xmp:CreatorTool': 'mediagen 1.0.0',
      'XMP-iptcExt:DigitalSourceType':
        'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
    })
    expect(tags['ExifTool:Warning']).toBeUndefined()
  })

  test.skipIf(!isFfprobeHere).each(kinds)('%s: ffprobe decodes it without a complaint', async (kind) => {
    const { path } = await markedFile(videos[kind])
    const run = promisify(execFile)
    const args = ['-v', 'warning', '-count_frames', '-show_entries', 'stream=codec_type,nb_read_frames', path]
    const { stdout, stderr } = await run('ffprobe', args, { env: { PATH: searchPath } })
    expect(stderr).toBe('')
    expect(stdout).toContain('nb_read_frames=20')
  })

  test('one of three gigabytes is marked without being read', async () => {
    const path = join(folder, 'large.mp4')
    const type = videos['index in front'].subarray(0, videos['index in front'].readUInt32BE(0))
    const head = Buffer.from('\0\0\0\x01mdat\0\0\0\0\0\0\0\0', 'latin1')
    const mediaBytes = 3 * 1024 ** 3
    head.writeBigUInt64BE(BigInt(mediaBytes), 8)
    await writeFile(path, Buffer.concat([type, head]))
    const file = await open(path, 'r+')
    await file.truncate(type.length + mediaBytes)
    await file.close()
    expect(await markMp4File(path, xmp)).toBe(true)
    expect((await stat(path)).size).toBe(type.length + mediaBytes + 24 + xmp.length)
  })
})

describe('a file that is no whole MP4', () => {
  test('stays as it is and is reported as not marked', async () => {
    const file = videos['index in front']
    const path = join(folder, 'odd.mp4')
    const open0 = Buffer.concat([file.subarray(0, -4), Buffer.from('\0\0\0\0mdat', 'latin1')])
    const huge = Buffer.from(file)
    huge.writeUInt32BE(0xffff_fff0, 0)
    for (const odd of [Buffer.from('no video'), file.subarray(0, -9), open0, huge, Buffer.alloc(0)]) {
      await writeFile(path, odd)
      expect(await markMp4File(path, xmp)).toBe(false)
      expect((await readFile(path)).equals(odd)).toBe(true)
      expect(markMp4Bytes(odd, xmp)).toBeUndefined()
    }
  })

  test('of nothing but empty boxes ends the search', async () => {
    const path = join(folder, 'empty-boxes.mp4')
    await writeFile(
      path,
      Buffer.concat(Array.from({ length: 20_001 }, () => Buffer.from('\0\0\0\x08free', 'latin1'))),
    )
    expect(await markMp4File(path, xmp)).toBe(false)
  })

  test('of nothing but empty boxes within boxes ends the search', async () => {
    const path = join(folder, 'empty-index.mp4')
    const track = box('trak', Buffer.alloc(8 * 15_000, box('free')))
    await writeFile(path, box('moov', track))
    expect(await readMp4Samples(path)).toMatchObject({ tracks: 1 })
    await writeFile(path, box('moov', track, track))
    expect(await readMp4Samples(path)).toBeUndefined()
  })

  test.each([
    ['the name of the program that wrote it', '\xa9too', 'Lavf60.16.100', true],
    ['a longer text in that place', '\xa9too', 'a prompt that nobody else may read '.repeat(3), false],
    ['a comment', '\xa9cmt', 'a prompt', false],
  ])('with %s among its tags', async (_, tag, text, isPlain) => {
    const path = join(folder, 'tagged.mp4')
    await writeFile(path, mp4WithManifest(withTag(videos['index in front'], tag, text)))
    expect(await readMp4Manifest(path, shape)).toEqual({ hasManifest: true, isPlain })
  })

  test('with any byte of its index changed is plain or not, but ends in a result', async () => {
    const signed = mp4WithManifest(videos['index in front'])
    const path = join(folder, 'changed.mp4')
    const at = signed.indexOf('moov')
    await writeFile(path, signed)
    expect(await readMp4Manifest(path, shape)).toEqual({ hasManifest: true, isPlain: true })
    expect(await readMp4Manifest(path, { ...shape, tracks: 1 })).toMatchObject({ isPlain: false })
    expect(await readMp4Manifest(path, { ...shape, secondsMax: 1 })).toMatchObject({ isPlain: false })
    for (let offset = at - 4; offset < at + 600; offset += 1) {
      const changed = Buffer.from(signed)
      changed[offset] = 0xff
      await writeFile(path, changed)
      expect(await readMp4Manifest(path, shape)).toHaveProperty('isPlain')
    }
  })
})
