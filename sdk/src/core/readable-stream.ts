/** A ReadableStream of an iterator's chunks. Cancelling it calls `stop`, even while a chunk is pending. */
export function toReadableStream(
  chunks: AsyncIterator<Uint8Array>,
  stop: (reason: unknown) => unknown,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel(reason) {
      await stop(reason)
    },
  })
}
