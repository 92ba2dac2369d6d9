import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { untilHolds } from '../../../test/support/until-holds.ts'
import { createImageDecoder, UndecodableError } from './image-decoder.ts'
import { createMediaFinisher } from './media-finisher.ts'

const never = new AbortController().signal
const asked = { surface: 'image', widthPx: 64, heightPx: 48 } as const

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-decoder-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function write(sidePx: number): Promise<{ path: string; folder: string }> {
  const path = join(folder, `image-${sidePx}`)
  const plain = { width: sidePx, height: sidePx, channels: 4, background: '#a0c0e080' } as const
  // Interlaced, so that no decoder can do with a part of it.
  await writeFile(path, await sharp({ create: plain }).png({ progressive: true }).toBuffer())
  return { path, folder }
}

function pngOf(sidePx: number): Promise<Buffer> {
  const plain = { width: sidePx, height: sidePx, channels: 3, background: '#a0c0e0' } as const
  return sharp({ create: plain }).png().toBuffer()
}

describe('an image that would take too much of the machine', () => {
  test('ends its process at a limit of memory, and fails with it, while the next one is finished', async () => {
    const decoder = createImageDecoder({ memoryBytesMax: 250_000_000 })
    const finisher = createMediaFinisher({ videos: [], decoder })
    expect(await finisher.finish(await write(9000), asked, never)).toEqual({
      kind: 'unusable',
      message: 'A PNG image that could not be decoded: decoding it takes more than 250 MB.',
    })
    expect(await finisher.finish(await write(100), asked, never)).toMatchObject({ kind: 'finished' })
  })

  test('ends its process at a limit of processor time, as an input does', async () => {
    const decoder = createImageDecoder({ cpuSecondsMax: 0 })
    const { upright } = createMediaFinisher({ videos: [], decoder })
    expect(await upright(await pngOf(6000), never)).toEqual({
      kind: 'unusable',
      message: 'decoding it takes too much processor time',
    })
  })
})

test('an image that is given up ends with the reason, and leaves the decoder to the others', async () => {
  const finisher = createMediaFinisher({ videos: [] })
  const stop = new AbortController()
  const given = finisher.finish(await write(5000), asked, stop.signal)
  const other = finisher.finish(await write(100), asked, never)
  stop.abort(new Error('gone'))
  await expect(given).rejects.toThrow('gone')
  expect(await other).toMatchObject({ kind: 'finished' })
})

test('inputs and results wait for one image at most of each other account, however many it has', async () => {
  const decoder = createImageDecoder({})
  const bytes = await pngOf(100)
  const source = { ...(await write(100)), kind: 'png' } as const
  const limits = { pixelsMax: 1_000_000, bytesMax: 1_000_000 }
  const done: string[] = []
  const decode = async (job: 'input' | 'result', account: string) => {
    if (job === 'input') await decoder.run('upright', { bytes, pixelsMax: 1_000_000 }, never, account)
    else await decoder.run('finish', { source, asked, limits }, never, account)
    done.push(account)
  }
  const ofMany = Array.from({ length: 6 }, (_, index) => decode(index % 2 === 0 ? 'input' : 'result', 'many'))
  await Promise.all([...ofMany, decode('result', 'one'), decode('input', 'other')])
  expect(done).toEqual(['many', 'one', 'other', 'many', 'many', 'many', 'many', 'many'])
})

test.runIf(process.platform !== 'win32')('images do not wait for an animation', async () => {
  const path = join(folder, 'animation')
  // To open it waits for a writer.
  execFileSync('mkfifo', [path])
  const decoder = createImageDecoder({})
  const limits = { sidePxMax: 100, areaPxMax: 10_000 }
  const unpacking = decoder.run('unpack', { path, folder, limits }, never)
  const closed = expect(unpacking).rejects.toThrow('the decoder is closed')
  const image = { bytes: await pngOf(100), pixelsMax: 1e6 }
  expect(await decoder.run('upright', image, never)).toMatchObject({ contentType: 'image/jpeg' })
  await decoder.close()
  await closed
})

describe('a decoder that is closed', () => {
  test('blames no file for the job that it loses, nor for those that come after, and leaves no folder', async () => {
    const made: string[] = []
    const makeFolder = () => {
      const path = mkdtempSync(join(folder, 'child-'))
      made.push(path)
      return { path, remove: () => rm(path, { recursive: true }) }
    }
    const finisher = createMediaFinisher({ videos: [], decoder: createImageDecoder({ makeFolder }) })
    const input = await pngOf(100)
    expect(await finisher.upright(input, never)).toMatchObject({ kind: 'upright' })
    const running = finisher.upright(await pngOf(5000), never)
    await Promise.all([finisher.close(), expect(running).rejects.toThrow('the decoder is closed')])
    await expect(finisher.upright(input, never)).rejects.toThrow('the decoder is closed')
    await expect(finisher.finish(await write(100), asked, never)).rejects.toThrow('the decoder is closed')
    expect(made).toHaveLength(1)
    expect(made.filter((path) => existsSync(path))).toEqual([])
  })

  test('a machine on which it cannot be started is at fault, and not the file: each start is reported', async () => {
    const reasons: unknown[] = []
    const decoder = createImageDecoder({
      makeFolder: () => ({
        path: mkdtempSync(join(folder, 'nowhere', 'child-')),
        remove: async () => undefined,
      }),
      startsMax: 1,
      onStartFailed: (error) => reasons.push(error),
    })
    await expect(
      decoder.run('upright', { bytes: await pngOf(100), pixelsMax: 1e6 }, never),
    ).rejects.toSatisfy((error) => !(error instanceof UndecodableError))
    expect(reasons).toMatchObject([{ code: 'ENOENT' }])
  })
})

describe.runIf(process.platform === 'linux')('an image whose process stands still', () => {
  const jobMsMax = 600_000
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.spyOn(globalThis, 'setTimeout')
  })
  afterEach(() => {
    // In this order: the spy puts back what it found, the fake timers.
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  /** Lets the time of a job pass, which is also that of a process's start, once so many of both have begun. */
  async function passTimeOf(begun: number): Promise<void> {
    const timers = () => vi.mocked(setTimeout).mock.calls.filter(([, durationMs]) => durationMs === jobMsMax)
    await untilHolds(() => expect(timers()).toHaveLength(begun))
    vi.advanceTimersByTime(jobMsMax)
  }

  test('is decoded by another one, as its machine may have been stopped', async () => {
    const path = mkdtempSync(join(folder, 'child-'))
    const makeFolder = () => ({ path, remove: async () => undefined })
    const decoder = createImageDecoder({ makeFolder })
    const finisher = createMediaFinisher({ videos: [], decoder })
    const input = await pngOf(100)
    await finisher.upright(input, never)
    process.kill(pidWith(`TMPDIR=${path}`), 'SIGSTOP')
    const decoded = finisher.upright(input, never)
    // The start, the first job, and the one that its process cannot do.
    await passTimeOf(3)
    expect(await decoded).toMatchObject({ kind: 'upright' })
    await finisher.close()
  })

  test('is to blame the second time, so that one on which a library waits for itself ends, after those of others', async () => {
    const path = join(folder, 'pipe')
    // To open it waits for a writer, and takes no processor.
    execFileSync('mkfifo', [path])
    const decoder = createImageDecoder({})
    const source = { path, folder, kind: 'png' } as const
    const limits = { pixelsMax: 1e6, bytesMax: 1e6 }
    const standing = decoder.run('finish', { source, asked, limits }, never, 'one')
    const ended: string[] = []
    const other = decoder.run('upright', { bytes: await pngOf(100), pixelsMax: 1e6 }, never, 'other')
    // The second process also does the job of the other account.
    const passing = passTimeOf(2).then(() => passTimeOf(5))
    await Promise.all([
      passing,
      expect(standing.finally(() => ended.push('standing'))).rejects.toThrow(
        new UndecodableError('decoding it takes too much time'),
      ),
      other.then(() => ended.push('other')),
    ])
    expect(ended).toEqual(['other', 'standing'])
    await decoder.close()
  })
})

/** The process that was started with such a variable in its environment. */
function pidWith(variable: string): number {
  const pid = readdirSync('/proc').find(
    (name) => /^\d+$/.test(name) && environmentOf(name).includes(variable),
  )
  if (pid === undefined) throw new Error(`There is no process with ${variable}.`)
  return Number(pid)
}

function environmentOf(pid: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

test('a fault of this machine is thrown, and is not the file’s', async () => {
  const source = await write(200)
  const finisher = createMediaFinisher({ videos: [] })
  await expect(
    finisher.finish({ ...source, folder: join(folder, 'nowhere') }, asked, never),
  ).rejects.toThrow()
})
