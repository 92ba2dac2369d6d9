/** Reads something at most once, however many ask for it at one time; after a failure the next one tries again. */
export function readOnce<Content>(read: () => Promise<Content>): () => Promise<Content> {
  let reading: Promise<Content> | undefined
  return () => {
    reading ??= read().catch((error: unknown) => {
      reading = undefined
      throw error
    })
    return reading
  }
}
