import type { Generation } from '@mediagen/sdk'
import { LRUCache } from 'lru-cache'
import { GatewayError } from './errors.ts'

/** What a request says about itself, and about being a repetition. */
export interface Asked {
  readonly apiKey: string
  readonly path: string
  /** The key that the caller chose, if any. */
  readonly idempotencyKey: string | undefined
  /** How often the OpenAI client has sent this request before. */
  readonly retryCount: number
}

/** A request with all its repetitions. */
export interface Attempt {
  /** What the idempotency keys of its generations begin with. */
  readonly key: string
  readonly generations: Map<string, Generation>
  /** By the content of the request. */
  readonly uploads: Map<string, Promise<string>>
  /** Whether a generation was sent, and may be paid. */
  isSent: boolean
  /** How often it was received. */
  tries: number
  /** How many of these are being served now. */
  live: number
  /** Whether the caller has a response that ends it. */
  hasReply: boolean
  /** Ends the grace in which a repetition may still come. */
  endGrace: (() => void) | undefined
}

/**
 * The OpenAI client gives up on a request after three tries of ten minutes, unless its caller says otherwise.
 */
const rememberedMs = 60 * 60 * 1000
const contentsPerApiKeyMax = 1000
const attemptsPerContentMax = 100
const apiKeysMax = 1000

type Memory = LRUCache<string, readonly Attempt[]>

/**
 * Remembers requests, so that a repetition gets the idempotency key of its first try. The memory of each API
 * key is bounded on its own, and only valid keys come here: a stranger cannot erase what a paying caller
 * relies on.
 */
export function createRetryKeys() {
  const memories = new LRUCache<string, Memory>({ max: apiKeysMax, ttl: rememberedMs })

  /**
   * The attempt that a request belongs to. The OpenAI client sends no key of its own, and says only how often
   * it has sent a request before: the first try of a content begins an attempt, a repetition continues one. A
   * key that the caller sends goes before all that, and survives a restart.
   */
  return async ({ apiKey, path, idempotencyKey, retryCount }: Asked, content: readonly unknown[]) => {
    const owner = await digestOf([apiKey])
    // The content is not part of it: the service rejects the key of one request for another.
    const named = idempotencyKey && (await digestOf([apiKey, path, idempotencyKey]))
    const contentDigest = await digestOf([apiKey, path, ...content])
    const digest = named || contentDigest
    const memory: Memory =
      memories.get(owner) ?? new LRUCache({ max: contentsPerApiKeyMax, ttl: rememberedMs })
    const known = memory.get(digest) ?? []
    const found = named ? known[0] : retryCount === 0 ? undefined : repeatedOf(known, retryCount)
    if (found === undefined && !named && retryCount !== 0) throw unknownRetry()
    const attempt = found ?? newAttempt(`openai-${named || crypto.randomUUID()}`)
    attempt.tries += 1
    if (found === undefined) memory.set(digest, [...known, attempt].slice(-attemptsPerContentMax))
    memories.set(owner, memory)
    return {
      attempt,
      contentDigest,
      /** Whether the caller chose the key, of which the service may know more than this process. */
      isNamed: Boolean(named),
      forget() {
        const others = (memory.get(digest) ?? []).filter((one) => one !== attempt)
        if (others.length > 0) memory.set(digest, others)
        else memory.delete(digest)
        if (memory.size === 0) memories.delete(owner)
      },
    }
  }
}

/**
 * The attempt that a repetition continues, among those of equal content. One that was received as often as
 * the caller has sent it goes first, then one without a response, one that nobody waits for, and the newest.
 */
function repeatedOf(attempts: readonly Attempt[], retryCount: number): Attempt | undefined {
  const ranks = ({ tries, hasReply, live }: Attempt) => [Number(tries !== retryCount), Number(hasReply), live]
  return attempts.toReversed().toSorted((one, other) => {
    const others = ranks(other)
    const differences = ranks(one).map((rank, index) => rank - (others[index] ?? 0))
    return differences.find((difference) => difference !== 0) ?? 0
  })[0]
}

function newAttempt(key: string): Attempt {
  const state = { isSent: false, tries: 0, live: 0, hasReply: false, endGrace: undefined }
  return { key, generations: new Map(), uploads: new Map(), ...state }
}

function unknownRetry(): GatewayError {
  const message =
    'The first try of this request is not known here and may have been paid: send an Idempotency-Key.'
  return new GatewayError(409, 'unknown_retry', message)
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
