/** How long a key waits for the repetition of its call. The AI SDK repeats within a minute or two. */
const keptMs = 600_000

/** More orders than a process has in a minute or two. Beyond them the oldest key is forgotten. */
const keysMax = 10_000

/** The generated keys of calls that failed while their task may exist. */
export interface OrderKeys {
  /** A key for an order with this content: that of an equal failed call if one is left, else a new one. */
  take(content: string): Promise<string>
  /** Leaves the key of a failed call to the next equal call. */
  leave(content: string, key: string): Promise<void>
}

/**
 * Keys by the content of their orders. The AI SDK calls a model again after a retryable error and does not say
 * that it is the same call, so a failed call leaves its key behind and the next equal call takes it: then the
 * service returns the task that it had accepted. Each key is taken once, so equal calls at one time
 * never share a task.
 */
export function createOrderKeys(now: () => number = Date.now): OrderKeys {
  const left: { readonly digest: string; readonly key: string; readonly atMs: number }[] = []
  return {
    async take(content) {
      const digest = await digestOf(content)
      const oldestMs = now() - keptMs
      while (left[0] !== undefined && left[0].atMs < oldestMs) left.shift()
      const index = left.findIndex((one) => one.digest === digest)
      const [found] = index < 0 ? [] : left.splice(index, 1)
      return found?.key ?? `ai-${crypto.randomUUID()}`
    },
    async leave(content, key) {
      left.push({ digest: await digestOf(content), key, atMs: now() })
      if (left.length > keysMax) left.shift()
    },
  }
}

/** As long for a prompt of any length. */
async function digestOf(content: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(content))
  return String.fromCharCode(...new Uint8Array(bytes))
}
