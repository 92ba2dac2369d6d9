import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sleep } from '../../core/async/sleep.ts'
import { type GeneratedMedia, UnusableMediaError } from '../../core/ports/provider.ts'
import { fetchMedia } from './fetch-media.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mediagen-fetch-'))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

const never = new AbortController().signal
const fetchMsMax = 20_000

/** An engine that sends a byte a second for ever; when it was called, and when each call was ended. */
function dripping() {
  const startedAtMs = Date.now()
  const tries: { fromSeconds: number; toSeconds: number }[] = []
  const seconds = (): number => (Date.now() - startedAtMs) / 1000
  return {
    tries,
    async *stream(signal: AbortSignal) {
      const fromSeconds = seconds()
      for (;;) {
        await sleep(1_000, signal)
        if (signal.aborted) tries.push({ fromSeconds, toSeconds: seconds() })
        signal.throwIfAborted()
        yield Uint8Array.of(1)
      }
    },
  }
}

/**
 * The error of a fetch. The clock stands still while the file system works: then only the limit's timer runs.
 */
async function errorOf(media: GeneratedMedia, signal = never): Promise<unknown> {
  let isOver = false
  const fetched = fetchMedia(sleep, media, join(folder, 'made'), { signal, fetchMsMax })
    .then(
      () => undefined,
      (error: unknown) => error,
    )
    .finally(() => {
      isOver = true
    })
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    if (vi.getTimerCount() > 1) await vi.advanceTimersToNextTimerAsync()
  }
  return fetched
}

describe('the result of an engine', () => {
  test('that drips is given up at its time limit, in one try', async () => {
    const media = dripping()
    const error = await errorOf(media)
    expect(error).toBeInstanceOf(UnusableMediaError)
    expect(error).toMatchObject({ message: 'The engine did not deliver the result in time.' })
    expect(media.tries).toEqual([{ fromSeconds: expect.any(Number), toSeconds: fetchMsMax / 1000 }])
  })

  test('that fails again and again has that time for all tries together', async () => {
    const media = dripping()
    let tries = 0
    const failing: GeneratedMedia = {
      async *stream(signal) {
        tries += 1
        if (tries > 2) yield* media.stream(signal)
        await sleep(9_000, signal)
        throw new Error('reset')
      },
    }
    expect(await errorOf(failing)).toBeInstanceOf(UnusableMediaError)
    expect(tries).toBe(3)
    expect(media.tries).toEqual([{ fromSeconds: expect.any(Number), toSeconds: fetchMsMax / 1000 }])
  })

  test('of a worker that lost its lease ends with the reason, not with the verdict of the engine', async () => {
    const lost = new AbortController()
    setTimeout(() => lost.abort(new Error('The lease is lost.')), 3_000)
    const error = await errorOf(dripping(), lost.signal)
    expect(error).toMatchObject({ message: 'The lease is lost.' })
    expect(error).not.toBeInstanceOf(UnusableMediaError)
  })

  test.skipIf(process.platform !== 'linux')(
    'that finds the disk full or its folder gone is no fault of the engine, whose next delivery may be written',
    async () => {
      const stream = async function* () {
        yield Uint8Array.of(1, 2)
      }
      for (const media of [{ stream }, { bytes: Uint8Array.of(1, 2), contentType: 'image/png' }]) {
        for (const [path, code] of [
          ['/dev/full', 'ENOSPC'],
          [join(folder, 'gone', 'made'), 'ENOENT'],
        ] as const) {
          const error = await fetchMedia(sleep, media, path, { signal: never, fetchMsMax }).catch(
            (error: unknown) => error,
          )
          expect(error).not.toBeInstanceOf(UnusableMediaError)
          expect(error).toMatchObject({ message: expect.stringContaining(code) })
        }
      }
    },
  )

  test('that arrives in time is complete', async () => {
    const media: GeneratedMedia = {
      async *stream() {
        yield Uint8Array.of(1, 2)
        yield Uint8Array.of(3)
      },
    }
    expect(await errorOf(media)).toBeUndefined()
    expect([...(await readFile(join(folder, 'made')))]).toEqual([1, 2, 3])
  })
})
