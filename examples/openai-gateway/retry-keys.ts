import { LRUCache } from 'lru-cache'
import { GatewayError } from './errors.ts'

/** What a request says about being a repetition. */
export interface Retry {
  /** The key that the caller chose, if any. */
  readonly idempotencyKey: string | undefined
  /** How often the OpenAI client has sent this request before. */
  readonly retryCount: number
}

/** The OpenAI client gives up on a request after three tries of ten minutes, unless it is told otherwise. */
export const rememberedMs = 60 * 60 * 1000
export const requestsMax = 10_000

/**
 * Gives each generation its idempotency key. The OpenAI client sends no key of its own, and says only how
 * often it has sent a request before. The first try of a content gets a new key, a repetition that of the
 * last one with this content. A key that the caller sends goes before all that, and survives a restart.
 */
export function createRetryKeys() {
  const lastKeys = new LRUCache<string, string>({ max: requestsMax, ttl: rememberedMs })

  return async ({ idempotencyKey, retryCount }: Retry, content: readonly unknown[]): Promise<string> => {
    const digest = await digestOf(content)
    // The content is not part of it: the service refuses the key of one request for another.
    if (idempotencyKey !== undefined)
      return `openai-${await digestOf([content[0], content[1], idempotencyKey])}`
    if (retryCount === 0) {
      const key = `openai-${crypto.randomUUID()}`
      lastKeys.set(digest, key)
      return key
    }
    const key = lastKeys.get(digest)
    if (key !== undefined) return key
    const message =
      'The first try of this request is not known here and may have been paid: send an Idempotency-Key.'
    throw new GatewayError(409, 'unknown_retry', message)
  }
}

/** A hash of texts and files. */
async function digestOf(content: readonly unknown[]): Promise<string> {
  const parts = await Promise.all(
    content.map(async (part) =>
      part instanceof Blob ? hash(await part.arrayBuffer()) : (JSON.stringify(part) ?? ''),
    ),
  )
  return hash(new TextEncoder().encode(parts.join('\n')))
}

async function hash(bytes: BufferSource): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}
