import { copyFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Demuxer } from 'node-av/api'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { requiredBy } from '../../../scripts/set-up/requirements.mjs'
import { readVideo } from '../../studio/src/video/support/read-video.js'
import type { MediaFinisher } from '../core/ports/media-finisher.ts'
import { createFfmpegProgram } from './ffmpeg-program.ts'
import { createMediaFinisher } from './media-finisher.ts'
import { createStudioVideoTool } from './studio-video-tool.ts'
import { mp4WithManifest } from './support/manifests.ts'
import { type TestVideo, writeTestVideo } from './support/test-videos.ts'
import type { VideoToolLimits } from './video-cost.ts'
import { type VideoTool, videoFrameLimits } from './video-tool.ts'

const searchPath = process.env.PATH ?? ''
const program = createFfmpegProgram({ searchPath })
const programIsMissing = (await program.missing()) !== undefined
const setting = requiredBy('ffmpeg')
if (programIsMissing && setting !== undefined) {
  throw new Error(`${setting}, but the programs ffmpeg and ffprobe with libx264 are not here.`)
}

const never = new AbortController().signal
const asked = { surface: 'video', widthPx: 64, heightPx: 48, durationSeconds: 2 } as const
const small = { widthPx: 64, heightPx: 48, framesPerSecond: 10, frames: 20 } as const
const secret = 'a prompt that nobody else may read'

let videos: string
beforeAll(async () => {
  videos = await mkdtemp(join(tmpdir(), 'mediagen-videos-'))
})
afterAll(() => rm(videos, { recursive: true, force: true }))

/** The test's own folder, as the worker creates one for each task. */
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(videos, 'task-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function makeVideo(video: TestVideo): Promise<{ path: string; folder: string }> {
  const folder = await makeFolder()
  const path = join(folder, 'result')
  await writeTestVideo(path, video)
  return { path, folder }
}

const finishers = new Map<VideoTool, MediaFinisher>()
afterAll(() => Promise.all([...finishers.values()].map(({ close }) => close())))

/** The one with this tool: whether it is here is asked once, and the decoder of images is started once. */
function finisherWith(tool: VideoTool): MediaFinisher {
  const finisher = finishers.get(tool) ?? createMediaFinisher({ videos: [tool] })
  finishers.set(tool, finisher)
  return finisher
}

async function finishedVideo(tool: VideoTool, source: { path: string; folder: string }) {
  const outcome = await finisherWith(tool).finish(source, asked, never)
  if (outcome.kind !== 'finished') throw new Error(outcome.message)
  expect(outcome.media.contentType).toBe('video/mp4')
  const bytes = await readFile(outcome.media.path)
  expect(outcome.media.sizeBytes).toBe(bytes.length)
  return { bytes, video: await readVideo(bytes), path: outcome.media.path }
}

async function refusal(tool: VideoTool, source: { path: string; folder: string }): Promise<string> {
  const outcome = await finisherWith(tool).finish(source, asked, never)
  if (outcome.kind !== 'unusable') throw new Error('The video was accepted.')
  expect(outcome.message).not.toContain(videos)
  return outcome.message
}

/** Luma and chroma in the middle of the left half. */
function leftOf(frame: Buffer | undefined): readonly number[] {
  if (frame === undefined) throw new Error('The video has no such frame.')
  const { widthPx: width, heightPx: height } = asked
  const size = width * height
  const half = (height / 4) * (width / 2) + width / 8
  const at = [(height / 2) * width + width / 4, size + half, size + size / 4 + half]
  return at.map((index) => frame.readUInt8(index))
}

function expectBlue(frame: Buffer | undefined): void {
  const [y = 0, u = 0, v = 0] = leftOf(frame)
  expect(y).toBeGreaterThan(25)
  expect(y).toBeLessThan(70)
  expect(u).toBeGreaterThan(220)
  expect(v).toBeGreaterThan(90)
  expect(v).toBeLessThan(130)
}

function expectIndexInFront(bytes: Buffer): void {
  expect(bytes.indexOf('moov')).toBeGreaterThan(0)
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
}

async function streamsOf(path: string) {
  await using video = await Demuxer.open(path)
  return {
    tags: video.getFormatContext().metadata?.getAll() ?? {},
    kinds: video.streams.map(({ codecpar }) => codecpar.codecTagString),
  }
}

interface Unit {
  readonly type: number
  readonly at: number
}

/** The units of the pictures' packets in the file, each behind its length of four bytes. */
async function unitsOf(path: string): Promise<Unit[]> {
  const units: Unit[] = []
  await using video = await Demuxer.open(path)
  for await (const packet of video.packets(0)) {
    if (packet === null) break
    const data = packet.data ?? Buffer.of()
    let at = 0
    while (at < data.length) {
      units.push({ type: data.readUInt8(at + 4) & 0x1f, at: Number(packet.pos) + at })
      at += 4 + data.readUInt32BE(at)
    }
    expect(at).toBe(data.length)
    packet.free()
  }
  return units
}

async function unitTypes(path: string): Promise<number[]> {
  return [...new Set((await unitsOf(path)).map(({ type }) => type))].sort((one, other) => one - other)
}

/** The description of the pictures' samples, which is at the end of the index, twice. */
function withTwoDescriptions(mp4: Buffer): Buffer {
  const path = ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd'].map((name) => mp4.indexOf(name) - 4)
  const at = path.at(-1) ?? 0
  const end = at + mp4.readUInt32BE(at)
  const description = mp4.subarray(at + 16, end)
  const twice = Buffer.concat([mp4.subarray(0, end), description, mp4.subarray(end)])
  for (const box of path) twice.writeUInt32BE(twice.readUInt32BE(box) + description.length, box)
  twice.writeUInt32BE(2, at + 12)
  return twice
}

/** The only track of the index, which is at the end of the file, that often. */
function withTracks(mp4: Buffer, count: number): Buffer {
  const [movie, track] = ['moov', 'trak'].map((name) => mp4.indexOf(name) - 4)
  if (movie === undefined || track === undefined) throw new Error('The video has no index.')
  const end = track + mp4.readUInt32BE(track)
  const more = Array(count - 1).fill(mp4.subarray(track, end))
  const result = Buffer.concat([mp4.subarray(0, end), ...more, mp4.subarray(end)])
  result.writeUInt32BE(mp4.readUInt32BE(movie) + (end - track) * (count - 1), movie)
  return result
}

/** The samples of the last track of the index have this number and size, one behind the other. */
function withSamples(mp4: Buffer, count: number, sizeBytes: number): Buffer {
  const result = Buffer.from(mp4)
  const [sizes, chunks] = ['stsz', 'stsc'].map((name) => mp4.lastIndexOf(name) + 8)
  if (sizes === undefined || chunks === undefined) throw new Error('The video has no samples.')
  result.writeUInt32BE(sizeBytes, sizes)
  result.writeUInt32BE(count, sizes + 4)
  result.writeUInt32BE(count, chunks + 8)
  return result
}

/** Writes the file with empty space behind it, which takes none of the disk. */
async function writeWithSpace(path: string, file: Buffer, spaceBytes: number): Promise<void> {
  const head = Buffer.from('\0\0\0\0free', 'latin1')
  head.writeUInt32BE(spaceBytes, 0)
  await writeFile(path, Buffer.concat([file, head]))
  await truncate(path, file.length + spaceBytes)
}

const tools = [
  {
    name: 'the studio',
    tool: createStudioVideoTool(),
    limited: (limits: VideoToolLimits) => createStudioVideoTool({ limits }),
    missing: false,
  },
  {
    name: 'the program ffmpeg',
    tool: program,
    limited: (limits: VideoToolLimits) => createFfmpegProgram({ searchPath, limits }),
    missing: programIsMissing,
  },
]

for (const { name, tool, limited, missing } of tools) {
  describe.skipIf(missing)(`videos finished by ${name}${missing ? ' (not installed here)' : ''}`, () => {
    test('have their first picture as a poster, small and in their shape, without metadata', async () => {
      const shape = { widthPx: 1280, heightPx: 720, container: 'mp4', codec: 'h264' } as const
      const source = await makeVideo({ ...small, ...shape, comment: secret })
      const poster = Buffer.from((await finisherWith(tool).poster(source, never)) ?? [])
      expect(await sharp(poster).metadata()).toMatchObject({ format: 'webp', width: 480, height: 270 })
      const half = async (left: number) =>
        sharp(await sharp(poster).extract({ left, top: 0, width: 200, height: 270 }).png().toBuffer()).stats()
      const [blue, white] = [await half(0), await half(280)]
      expect(blue.dominant.b).toBeGreaterThan(blue.dominant.r + 50)
      expect(white.dominant.r).toBeGreaterThan(200)
      expect(poster.includes(secret)).toBe(false)
    })

    test('have no poster if they cannot be decoded', async () => {
      const folder = await makeFolder()
      const path = join(folder, 'result')
      await writeFile(path, secret)
      expect(await finisherWith(tool).poster({ path, folder }, never)).toBeUndefined()
    })

    test.skipIf(process.platform !== 'linux')('are not to blame for a disk that is full', async () => {
      const full: VideoTool = {
        ...tool,
        convert: (file, target, plan, signal) =>
          tool.convert(file, { ...target, path: '/dev/full' }, plan, signal),
      }
      const shape = { widthPx: 128, heightPx: 96, container: 'mp4', codec: 'h264' } as const
      const source = await makeVideo({ ...small, ...shape })
      await expect(finisherWith(full).finish(source, asked, never)).rejects.toThrow('No space left on device')
    })

    test.each([
      ['webm', 'vp8'],
      ['webm', 'vp9'],
      ['avi', 'mjpeg'],
      ['mov', 'h264'],
    ] as const)(
      `${name}: %s with %s of another shape becomes the requested video`,
      async (container, codec) => {
        const source = await makeVideo({ ...small, container, codec, widthPx: 160, heightPx: 90 })
        const { video, bytes } = await finishedVideo(tool, source)
        expect(video).toMatchObject({ widthPx: 64, heightPx: 48, framesPerSecond: 10, durationSeconds: 2 })
        expect(video.codecString).toMatch(/^avc1\.64/)
        expect(video.frames).toHaveLength(20)
        expectBlue(video.frames[0])
        expectIndexInFront(bytes)
      },
    )

    test(`${name}: a copied video keeps its pictures and loses the text between its encoded units`, async () => {
      const source = await makeVideo({
        ...small,
        container: 'mp4',
        codec: 'h264',
        sound: 'aac',
        unitText: secret,
      })
      const before = await readFile(source.path)
      expect(before.includes(secret)).toBe(true)
      const [pictures, access] = [[1, 5, 7, 8], 9]
      expect(await unitTypes(source.path)).toEqual(expect.arrayContaining([6, access]))
      const { bytes, video, path } = await finishedVideo(tool, source)
      expect(bytes.includes(secret)).toBe(false)
      expect(bytes.includes('x264')).toBe(false)
      for (const type of await unitTypes(path)) expect(pictures).toContain(type)
      const { frames } = await readVideo(before)
      expect(video.frames.map((frame, at) => frame.equals(frames[at] ?? Buffer.of()))).toEqual(
        Array(20).fill(true),
      )
      // What was stored is a source as good as the first.
      const again = await finishedVideo(tool, { ...source, path })
      expect(again.video.frames).toHaveLength(20)
      expect(await unitTypes(again.path)).toEqual(await unitTypes(path))
    })

    test(`${name}: a video whose packets cannot be copied unit by unit is encoded`, async () => {
      const source = await makeVideo({ ...small, container: 'mp4', codec: 'h264', unitText: secret })
      const file = await readFile(source.path)
      // The second slice of a picture in the middle says that it is longer than its packet.
      const slice = (await unitsOf(source.path)).filter(({ type }) => type === 1)[19]
      const damaged = Buffer.from(file)
      damaged.writeUInt32BE(0x00ff_ffff, slice?.at)
      await writeFile(source.path, damaged)
      const first = await finishedVideo(tool, source)
      expect(first.video.frames).toHaveLength(20)
      expect(first.bytes.includes(secret)).toBe(false)
      expectBlue(first.video.frames[0])
      await writeFile(source.path, withTwoDescriptions(file))
      const second = await finishedVideo(tool, source)
      expect(second.video.frames).toHaveLength(20)
      expect(second.bytes.includes(secret)).toBe(false)
      await unitTypes(second.path)
    })

    test(`${name}: an MP4 as requested keeps its packets and its sound, and loses its metadata`, async () => {
      const source = await makeVideo({
        ...small,
        container: 'mp4',
        codec: 'h264',
        comment: secret,
        sound: 'aac',
      })
      const before = await readVideo(await readFile(source.path))
      expect((await readFile(source.path)).includes(secret)).toBe(true)
      const { video, bytes, path } = await finishedVideo(tool, source)
      expect(video.frames).toHaveLength(20)
      expect(video.frames.map((frame, at) => frame.equals(before.frames[at] ?? Buffer.of()))).not.toContain(
        false,
      )
      expect(bytes.includes(secret)).toBe(false)
      expectIndexInFront(bytes)
      const { tags, kinds } = await streamsOf(path)
      expect(kinds).toEqual(['avc1', 'mp4a'])
      expect(Object.keys(tags).filter((tag) => !tag.endsWith('brand') && !tag.endsWith('brands'))).toEqual(
        tags.minor_version === undefined ? [] : ['minor_version'],
      )
    })

    test(`${name}: the last frame is held where half a second is missing`, async () => {
      const source = await makeVideo({
        ...small,
        container: 'webm',
        codec: 'vp8',
        frames: 15,
        comment: secret,
      })
      const { video, bytes } = await finishedVideo(tool, source)
      expect(video).toMatchObject({ durationSeconds: 2 })
      expect(video.frames).toHaveLength(20)
      expect(leftOf(video.frames[19])[0]).toBe(leftOf(video.frames[16])[0])
      expect(bytes.includes(secret)).toBe(false)
    })

    test(`${name}: a video longer than requested is cut, and so is its sound`, async () => {
      const source = await makeVideo({ ...small, container: 'mp4', codec: 'h264', frames: 60, sound: 'aac' })
      const { video, path } = await finishedVideo(tool, source)
      expect(video.frames).toHaveLength(20)
      expect(video.durationSeconds).toBeLessThan(2.05)
      expectBlue(video.frames[0])
      expect((await streamsOf(path)).kinds).toEqual(['avc1', 'mp4a'])
    })

    test(`${name}: sound other than AAC becomes AAC of the video's length`, async () => {
      const source = await makeVideo({ ...small, container: 'webm', codec: 'vp8', frames: 30, sound: 'opus' })
      const { video, path } = await finishedVideo(tool, source)
      expect(video.frames).toHaveLength(20)
      expect(video.durationSeconds).toBeGreaterThan(1.99)
      expect(video.durationSeconds).toBeLessThan(2.05)
      expect((await streamsOf(path)).kinds).toEqual(['avc1', 'mp4a'])
    })

    test(`${name}: a video that a player would rotate is stored rotated`, async () => {
      const size = { widthPx: 48, heightPx: 64 }
      const source = await makeVideo({ ...small, ...size, container: 'mp4', codec: 'h264', turned: true })
      const { video } = await finishedVideo(tool, source)
      expect(video).toMatchObject({ widthPx: 64, heightPx: 48 })
      // What was on the left is now at the top, what was on the right at the bottom.
      const frame = video.frames[0] ?? Buffer.of()
      expect(frame.readUInt8(8 * 64 + 32)).toBeLessThan(70)
      expect(frame.readUInt8(40 * 64 + 32)).toBeGreaterThan(220)
    })

    test(`${name}: a video truncated in transit is refused`, async () => {
      const whole = await makeVideo({
        ...small,
        container: 'webm',
        codec: 'vp8',
        widthPx: 320,
        heightPx: 240,
      })
      const { length } = await readFile(whole.path)
      await truncate(whole.path, Math.round(length * 0.7))
      expect(await refusal(tool, whole)).toMatch(/^A video (cut short|of [\d.]+ s where)/)
      const index = await makeVideo({ ...small, container: 'mp4', codec: 'h264' })
      await truncate(index.path, Math.round((await readFile(index.path)).length * 0.7))
      expect(await refusal(tool, index)).toMatch(/^A video that cannot be read: /)
    })

    test(`${name}: an animated WebP and a GIF become the requested video`, async () => {
      const colours = Array.from({ length: 20 }, (_, at) => ({ r: at, g: 0, b: 200 }))
      const images = await Promise.all(
        colours.map((background) =>
          sharp({ create: { width: 80, height: 80, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      )
      const animation = sharp(images, { join: { animated: true } })
      for (const format of ['webp', 'gif'] as const) {
        const folder = await makeFolder()
        const path = join(folder, 'result')
        await writeFile(
          path,
          await animation
            .clone()
            .toFormat(format, { delay: Array(20).fill(100) })
            .toBuffer(),
        )
        const { video } = await finishedVideo(tool, { path, folder })
        expect(video).toMatchObject({ widthPx: 64, heightPx: 48, durationSeconds: 2 })
        expect(leftOf(video.frames[0])[1]).toBeGreaterThan(190)
      }
    })

    test(`${name}: a playlist cannot make FFmpeg read another file, whatever type it claims`, async () => {
      const folder = await makeFolder()
      await writeTestVideo(join(folder, 'other'), { ...small, container: 'mp4', codec: 'h264' })
      const path = join(folder, 'result')
      const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nfile://${folder}/other\n#EXT-X-ENDLIST\n`
      for (const text of ['ffconcat version 1.0\nfile other\n', playlist]) {
        await writeFile(path, text)
        expect(await refusal(tool, { path, folder })).toBe(
          'A file of an unknown format where a video was asked.',
        )
        for (const demuxer of ['mov', 'matroska', 'avi', 'gif'] as const) {
          const outcome = await tool.probe(
            { path, demuxer },
            { secondsMax: 3, frame: videoFrameLimits },
            never,
          )
          expect(outcome.kind).toBe('unreadable')
        }
      }
    })

    test(`${name}: a video too large in pixels is refused before it is decoded`, async () => {
      const large = { ...small, widthPx: 3072, heightPx: 3076, frames: 1 }
      const webm = await makeVideo({ ...large, container: 'webm', codec: 'vp8' })
      const webp = await makeFolder()
      const wide = { width: 4098, height: 16, channels: 3 } as const
      const frames = ['#123456', '#654321'].map((background) =>
        sharp({ create: { ...wide, background } }).png(),
      )
      const images = await Promise.all(frames.map((image) => image.toBuffer()))
      await sharp(images, { join: { animated: true } })
        .webp()
        .toFile(join(webp, 'result'))
      const allowed = '4096 a side and 9437184 in all are allowed.'
      expect(await refusal(tool, webm)).toMatch(/^A video that cannot be read: .*3072x3076.* 9437184/)
      expect(await refusal(tool, { path: join(webp, 'result'), folder: webp })).toBe(
        `A video that cannot be read: It has 4098x16 pixels; ${allowed}`,
      )
      const source = await makeVideo({ ...small, container: 'mp4', codec: 'h264' })
      const probe = (areaPxMax: number) =>
        tool.probe(
          { path: source.path, demuxer: 'mov' },
          { secondsMax: 3, frame: { sidePxMax: 64, areaPxMax } },
          never,
        )
      expect(await probe(64 * 48 - 1)).toMatchObject({
        kind: 'unreadable',
        message: expect.stringMatching(/64x48.* 3071/),
      })
      expect(await probe(64 * 48)).toMatchObject({ kind: 'video' })
    })

    test(`${name}: a video is refused for the size of any of its tracks, and for more tracks than cameras write`, async () => {
      const second = { widthPx: 4100, heightPx: 16 }
      const two = await makeVideo({ ...small, container: 'mp4', codec: 'h264', second })
      expect(await refusal(tool, two)).toMatch(/^A video that cannot be read: It has 4100x16 pixels/)
      const one = await makeVideo({ ...small, container: 'mp4', codec: 'h264' })
      const nine = withTracks(await readFile(one.path), 9)
      await writeFile(one.path, nine)
      expect(await refusal(tool, one)).toBe('A video of 9 tracks; 8 are allowed.')
      const limits = { secondsMax: 3, frame: videoFrameLimits }
      const outcome = await tool.probe({ path: one.path, demuxer: 'mov' }, limits, never)
      expect(outcome.kind).toBe('unreadable')
    })

    test.runIf(process.platform === 'linux')(
      `${name}: a video that takes more of the machine than it may is refused with the limit`,
      async () => {
        const source = await makeVideo({ ...small, container: 'mp4', codec: 'h264' })
        const samples = 20_000_000
        const index = withSamples(await readFile(source.path), samples, 1)
        await writeWithSpace(source.path, index, samples)
        const wide = { memoryBytes: 2 ** 40, cpuSeconds: 1_000 }
        expect(await refusal(limited({ ...wide, memoryBytes: 300_000_000 }), source)).toBe(
          'A video that takes more than 300 MB to decode.',
        )
        expect(await refusal(limited({ ...wide, cpuSeconds: 0.5 }), source)).toBe(
          'A video that takes more than 0.5 s of a processor to read or to convert.',
        )
      },
    )

    test(`${name}: a conversion that writes more than it may is ended`, async () => {
      const source = await makeVideo({ ...small, container: 'mp4', codec: 'h264', sound: 'aac' })
      // Much more than it may, because it is seen late on a busy machine.
      const sound = withSamples(await readFile(source.path), 90, 10_000_000)
      await writeWithSpace(source.path, sound, 1_000_000_000)
      const target = { path: join(source.folder, 'written'), bytesMax: 1_000_000 }
      const plan = { durationSeconds: 2, video: { index: 0 }, audio: { index: 1 } }
      await expect(tool.convert({ path: source.path, demuxer: 'mov' }, target, plan, never)).rejects.toThrow(
        'A video that takes more than 1000000 bytes when it is converted.',
      )
      expect((await stat(target.path)).size).toBeLessThan(900_000_000)
    })

    test(`${name}: an abort ends the work and leaves no file outside the folder`, async () => {
      const source = await makeVideo({ ...small, container: 'webm', codec: 'vp8' })
      const stop = new AbortController()
      const finishing = finisherWith(tool).finish(source, asked, stop.signal)
      stop.abort(new Error('the worker stops'))
      await expect(finishing).rejects.toThrow('the worker stops')
      expect(await readdir(source.folder)).toContain('result')
    })
  })
}

describe('with any video tool', () => {
  const tool = programIsMissing ? createStudioVideoTool() : program

  test('content credentials (C2PA) are kept byte for byte where nothing has to change', async () => {
    const source = await makeVideo({ ...small, container: 'mp4', codec: 'h264', sound: 'aac' })
    const plain = (await finishedVideo(tool, source)).bytes
    const finish = async (file: Buffer, seconds = 2) => {
      await writeFile(source.path, file)
      const finisher = finisherWith(tool)
      return finisher.finish(source, { ...asked, durationSeconds: seconds }, never)
    }
    const signed = mp4WithManifest(plain)
    expect(await finish(signed)).toMatchObject({ media: { path: source.path, manifest: 'kept' } })
    expect((await readFile(source.path)).equals(signed)).toBe(true)
    expect(await finish(signed, 1)).toMatchObject({ media: { manifest: 'lost' } })
    const hidden = Buffer.concat([Buffer.from('\0\0\0\x2afree', 'latin1'), Buffer.from(secret)])
    expect(await finish(Buffer.concat([signed, hidden]))).toMatchObject({ media: { manifest: 'lost' } })
    expect(await finish(plain)).not.toHaveProperty('media.manifest')
  })

  test('a video more than a second too short is refused with both lengths', async () => {
    const source = await makeVideo({ ...small, container: 'webm', codec: 'vp8', frames: 8 })
    expect(await refusal(tool, source)).toBe('A video of 0.8 s where 2 s were asked.')
  })

  test('a video whose samples share bytes is refused before FFmpeg opens it', async () => {
    const source = await makeVideo({ ...small, container: 'mp4', codec: 'h264', sound: 'aac' })
    const file = await readFile(source.path)
    await writeFile(source.path, withSamples(file, 90, 1_000_000))
    expect(await refusal(tool, source)).toMatch(
      /^A video whose pictures and sound should have 900\d{5} bytes, in a file of \d{4,5}\.$/,
    )
  })

  test('an image, a page, a text and an empty file are not videos', async () => {
    const folder = await makeFolder()
    const path = join(folder, 'result')
    const write = async (content: string | Buffer) => {
      await writeFile(path, content)
      return refusal(tool, { path, folder })
    }
    expect(await write('<!DOCTYPE html><html></html>')).toBe('An HTML or XML page where a video was asked.')
    expect(await write('{"error":"busy"}')).toBe('A JSON text where a video was asked.')
    expect(await write('')).toBe('An empty file where a video was asked.')
    const background = { r: 1, g: 2, b: 3 }
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background } })
      .png()
      .toBuffer()
    expect(await write(png)).toBe('A PNG image where a video was asked.')
  })

  test('a video of too many bytes is refused unread', async () => {
    const folder = await makeFolder()
    const path = join(folder, 'result')
    await copyFile(import.meta.filename, path)
    const finisher = createMediaFinisher({ videos: [tool], videoBytesMax: 100 })
    const outcome = await finisher.finish({ path, folder }, asked, never)
    expect(outcome).toMatchObject({ kind: 'unusable', message: expect.stringContaining('100 are allowed') })
  })

  test('a tool that hangs is abandoned at the deadline', async () => {
    const source = await makeVideo({ ...small, container: 'webm', codec: 'vp8' })
    const hanging: VideoTool = {
      ...tool,
      probe: (_file, _limits, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        }),
    }
    const finisher = createMediaFinisher({ videos: [hanging], videoMsMax: 50 })
    expect(await finisher.finish(source, asked, never)).toEqual({
      kind: 'unusable',
      message: 'A video that took more than 0.05 s to read and convert.',
    })
  })

  test('a video waits for one at most of each other account, however many it has', async () => {
    const source = await makeVideo({ ...small, container: 'webm', codec: 'vp8' })
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const probe: VideoTool['probe'] = async () => {
      await released
      return { kind: 'unreadable', message: 'none' }
    }
    const waiting: VideoTool = { ...tool, missing: async () => undefined, probe }
    const { finish } = createMediaFinisher({ videos: [waiting], atOnceMax: 1 })
    const { signal } = new AbortController()
    const joins = vi.spyOn(signal, 'addEventListener')
    const done: string[] = []
    const accounts = ['many', 'many', 'many', 'many', 'one', 'other']
    const all = accounts.map((account) =>
      finish(source, asked, signal, account).then(() => void done.push(account)),
    )
    await vi.waitFor(() => expect(joins).toHaveBeenCalledTimes(accounts.length - 1), 20_000)
    release()
    await Promise.all(all)
    expect(done.indexOf('one')).toBeLessThanOrEqual(3)
    expect(done.indexOf('other')).toBeLessThanOrEqual(3)
  })

  test('sound that cannot be converted is dropped, and the video is kept', async () => {
    const source = await makeVideo({ ...small, container: 'webm', codec: 'vp8', sound: 'opus' })
    const deaf: VideoTool = {
      ...tool,
      convert: async (file, target, plan, signal) =>
        plan.audio ? 'Its sound is noise.' : tool.convert(file, target, plan, signal),
    }
    const { video, path } = await finishedVideo(deaf, source)
    expect(video.frames).toHaveLength(20)
    expect((await streamsOf(path)).kinds).toEqual(['avc1'])
  })

  test('a program that cannot be started is not blamed on the video', async () => {
    const source = await makeVideo({ ...small, container: 'webm', codec: 'vp8' })
    const nowhere = createFfmpegProgram({ searchPath: '/nowhere' })
    const finisher = createMediaFinisher({ videos: [{ ...nowhere, missing: async () => undefined }] })
    await expect(finisher.finish(source, asked, never)).rejects.toThrow('could not be started')
  })

  test('two results in one folder do not overwrite each other', async () => {
    const first = await makeVideo({ ...small, container: 'webm', codec: 'vp8' })
    const second = { ...first, path: join(first.folder, 'second') }
    await copyFile(first.path, second.path)
    const paths = await Promise.all([first, second].map(async (one) => (await finishedVideo(tool, one)).path))
    expect(new Set(paths).size).toBe(2)
  })

  test('a missing video tool is reported with both remedies, until one of them is installed', async () => {
    const nowhere = createFfmpegProgram({ searchPath: '/nowhere' })
    const none = { ...tool, missing: async () => 'install the package @mediagen/studio' }
    const sentence = await createMediaFinisher({ videos: [none, nowhere] }).missingForVideos()
    expect(sentence).toContain('@mediagen/studio')
    expect(sentence).toContain('apt-get install ffmpeg')
    expect(await createMediaFinisher({ videos: [nowhere, tool] }).missingForVideos()).toBeUndefined()
  })
})
