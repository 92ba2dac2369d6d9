/**
 * Reads a file at most once, whatever the number of concurrent requests; after a failure the next one tries
 * again.
 */
export function readOnce(read: () => Promise<Buffer>): () => Promise<Buffer> {
  let reading: Promise<Buffer> | undefined
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
}
