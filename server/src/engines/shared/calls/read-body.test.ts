import { Response } from 'undici'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readBody, readParts, TooLargeError, TooSlowError } from './read-body.ts'

const never = new AbortController().signal
const streamOf = (...parts: Uint8Array[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part)
        controller.close()
      },
    }),
  )

describe('the chunks of a body', () => {
  test('are valid until the next chunk is requested, which releases their memory', async () => {
    const held: Uint8Array[] = []
    for await (const part of readParts(streamOf(Uint8Array.of(1, 2), Uint8Array.of(3)), 10, never)) {
      expect(part.byteLength).toBeGreaterThan(0)
      expect(held.every(({ byteLength }) => byteLength === 0)).toBe(true)
      held.push(part)
    }
    expect(held).toHaveLength(2)
  })

  test('do not release memory that they share with other buffers', async () => {
    const shared = Uint8Array.of(1, 2, 3, 4)
    for await (const _ of readParts(streamOf(shared.subarray(0, 2)), 10, never));
    expect([...shared]).toEqual([1, 2, 3, 4])
  })

  test('never exceed the limit', async () => {
    await expect(readBody(streamOf(new Uint8Array(6), new Uint8Array(6)), 10, never)).rejects.toThrow(
      TooLargeError,
    )
  })

  test('form one text, even if a character is split between two chunks', async () => {
    const [first, ...rest] = new TextEncoder().encode('ä!')
    const body = streamOf(Uint8Array.of(first ?? 0), Uint8Array.from(rest))
    expect(await readBody(body, 10, never)).toEqual({ body: 'ä!', isJson: false })
  })
})

describe('a large body', () => {
  test('keeps its words, whatever their alphabet, next to its media', async () => {
    const words = { prompt: 'phare à l’aube 灯台 🗼', latin: 'à', plain: 'lighthouse' }
    const media = 'A'.repeat(5_000_000)
    const text = `{"escaped":"\\u706f",${JSON.stringify({ ...words, media }).slice(1)}`
    const read = await readBody(new Response(text), 10_000_000, never)
    expect(read).toEqual({ body: { ...words, escaped: '灯', media }, isJson: true })
  })
})

/** A body of which so many bytes arrive every second, and the seconds until it was given up. */
async function secondsOf(bytesPerSecond: number, secondsMax: number): Promise<number | 'complete'> {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let seconds = 0
  let timer: NodeJS.Timeout | undefined
  const response = new Response(
    new ReadableStream({
      pull: (controller) =>
        new Promise((resolve) => {
          timer = setTimeout(() => {
            seconds += 1
            if (bytesPerSecond > 0) controller.enqueue(new Uint8Array(bytesPerSecond))
            if (seconds === secondsMax) controller.close()
            resolve()
          }, 1000)
        }),
      cancel: () => clearTimeout(timer),
    }),
  )
  const read = (async () => {
    for await (const _ of readParts(response, 1024 ** 3, never));
    return 'complete' as const
  })().catch((error: unknown) => {
    if (error instanceof TooSlowError) return seconds
    throw error
  })
  await vi.advanceTimersByTimeAsync((secondsMax + 60) * 1000)
  return read
}

describe('a body that drips', () => {
  test.each([1, 1_000, 8_000])('is given up within a minute at %i bytes a second', async (bytes) => {
    expect(await secondsOf(bytes, 600)).toBeLessThan(60)
  })

  test('is complete at the lowest rate', async () => {
    expect(await secondsOf(16 * 1024, 600)).toBe('complete')
  })

  test('is complete after a silence of less than the limit', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const body = new ReadableStream({
      start(controller) {
        setTimeout(() => controller.enqueue(Uint8Array.of(1)), 19_000)
        setTimeout(() => controller.close(), 19_500)
      },
    })
    const read = readBody(new Response(body), 10, never)
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await read).toEqual({ body: '\u0001', isJson: false })
  })
})
