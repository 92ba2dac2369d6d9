/**
 * A ReadableStream of an iterator's chunks. Cancelling it calls `stop`, even while a chunk is pending. Once the
 * signal has aborted, the end of the chunks is an error, which nobody takes for the end of the bytes.
 */
export function toReadableStream(
  chunks: AsyncIterator<Uint8Array>,
  stop: (reason: unknown) => unknown,
  signal?: AbortSignal,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      signal?.throwIfAborted()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel(reason) {
      await stop(reason)
    },
  })
}
