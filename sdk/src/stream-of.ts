/** Chunks as a stream. A stream that is cancelled calls `stop`, also while the next chunk is on its way. */
export function streamOf(
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
