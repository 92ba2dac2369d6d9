import { ApiError, type Clock, type Generation, type Mediagen } from '@mediagen/sdk'
import { openaiErrorOf } from './errors.ts'
import { type Asked, type Attempt, createRetryKeys } from './retry-keys.ts'

/** What a request has made by the service, under the key of its first try. */
export interface Order {
  readonly key: string
  /** Whether an earlier try may have been paid. */
  readonly mayBePaid: boolean
  /** Sends a generation, unless the caller has gone. */
  submit(send: () => Promise<Generation>): Promise<Generation>
  /** The upload of a file: a repetition must have the same input. */
  upload(file: File): Promise<string>
}

/** The caller of a request, whose signal aborts when its connection breaks. */
export interface Caller {
  readonly client: Mediagen
  readonly signal: AbortSignal
  readonly asked: Asked
}

/**
 * Serves requests that cost something. Repetitions get what the first try has paid. Whatever still waits in
 * the queue is cancelled where nobody takes it: at once after an error that no repetition mends, else when
 * the grace has passed without one.
 */
export function createPaidOnce(clock: Pick<Clock, 'after'>, graceMs: number) {
  const retryKeys = createRetryKeys()

  return async <Reply>(
    { client, signal, asked }: Caller,
    content: readonly unknown[],
    work: (order: Order) => Promise<Reply>,
  ): Promise<Reply> => {
    const { attempt, contentDigest, isNamed, forget } = await retryKeys(asked, content)
    const order: Order = {
      key: attempt.key,
      mayBePaid: isNamed || attempt.isSent,
      async submit(send) {
        signal.throwIfAborted()
        attempt.isSent = true
        const generation = await send()
        attempt.generations.set(generation.id, generation)
        return generation
      },
      upload(file) {
        signal.throwIfAborted()
        const upload = attempt.uploads.get(contentDigest) ?? client.uploads.file(file).then(({ id }) => id)
        attempt.uploads.set(contentDigest, upload)
        upload.catch(() => attempt.uploads.delete(contentDigest))
        return upload
      },
    }
    attempt.endGrace?.()
    attempt.live += 1
    try {
      const reply = await work(order)
      attempt.hasReply ||= !signal.aborted
      return reply
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) forget()
      // What an earlier response gave away is left alone, and so is what another request waits for.
      if (!attempt.hasReply && attempt.live === 1 && !signal.aborted && isFinal(error)) {
        attempt.hasReply = true
        await cancelQueued(attempt)
      }
      throw error
    } finally {
      attempt.live -= 1
      if (!attempt.hasReply && attempt.live === 0 && attempt.generations.size > 0) {
        attempt.endGrace = clock.after(graceMs, async () => {
          if (await cancelQueued(attempt)) forget()
        })
      }
    }
  }
}

/** Whether the OpenAI client must not send the request again. */
function isFinal(error: unknown): boolean {
  return openaiErrorOf(error).headers['x-should-retry'] === 'false'
}

/** Cancels what has not started; returns whether that was all there was. */
async function cancelQueued({ generations }: Attempt): Promise<boolean> {
  const ends = await Promise.allSettled([...generations.values()].map((generation) => generation.cancel()))
  return ends.every(({ status }) => status === 'fulfilled')
}
