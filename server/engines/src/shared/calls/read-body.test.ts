import { Response } from 'undici'
import { describe, expect, test } from 'vitest'
import { readParts, readText, TooLargeError } from './read-body.js'

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
    await expect(readText(streamOf(new Uint8Array(6), new Uint8Array(6)), 10, never)).rejects.toThrow(
      TooLargeError,
    )
  })

  test('form one text, even if a character is split between two chunks', async () => {
    const [first, ...rest] = new TextEncoder().encode('ä!')
    expect(await readText(streamOf(Uint8Array.of(first ?? 0), Uint8Array.from(rest)), 10, never)).toBe('ä!')
  })
})
