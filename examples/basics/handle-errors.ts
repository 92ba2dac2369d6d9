// Each kind of error, and how to handle it. The SDK has already retried temporary ones.
import {
  EffectNotUsableError,
  fromPath,
  IdempotencyConflictError,
  InsufficientBalanceError,
  InvalidRequestError,
  Mediagen,
  MediagenError,
  RateLimitError,
  TaskFailedError,
  UploadRejectedError,
  WaitTimeoutError,
} from '@mediagen/sdk'

const client = new Mediagen()

const [, , path] = process.argv
const photo = fromPath(path ?? new URL('photo.jpg', import.meta.url))

await attempt('a file that is not an image', () => {
  const file = new TextEncoder().encode('not an image, '.repeat(10))
  return client.images.transform({ file, effectId: 'noir' })
})
await attempt('a prompt that is too long', () => client.images.generate({ prompt: 'very '.repeat(500) }))
await attempt('an effect that does not exist', () => {
  return client.images.transform({ file: photo, effectId: 'no-such-effect' })
})
await attempt('one key for two different requests', async () => {
  const idempotencyKey = crypto.randomUUID()
  await client.images.generate({ prompt: 'a fox in a forest' }, { idempotencyKey })
  await client.images.generate({ prompt: 'a bear in a forest' }, { idempotencyKey })
})
await attempt('a wait that is too short', async () => {
  const generation = await client.images.generate({ prompt: 'a fox in a forest' })
  return generation.wait({ timeoutMs: 1 })
})

async function attempt(what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    console.log(`${what}: succeeded`)
  } catch (error) {
    console.log(`${what}: ${describe(error)}`)
    if (error instanceof WaitTimeoutError) {
      const result = await error.resume({ timeoutMs: 60_000 })
      console.log(
        `  but the task continues and ends with a file of ${(await result.download()).length} bytes`,
      )
    }
  }
}

// #region describe
function describe(error: unknown): string {
  if (error instanceof UploadRejectedError) return `the image is not usable (${error.code})`
  if (error instanceof InvalidRequestError)
    return `correct ${error.details.map(({ path }) => path).join(', ')}`
  if (error instanceof EffectNotUsableError) return 'choose another effect'
  if (error instanceof IdempotencyConflictError) return 'this key is in use: choose a new one'
  if (error instanceof InsufficientBalanceError) return 'the balance is too low, and nothing was reserved'
  if (error instanceof RateLimitError) return `try again in ${error.retryAfterMs} ms`
  if (error instanceof TaskFailedError) return `refunded, because of ${error.code}`
  if (error instanceof MediagenError) return `${error.name}: ${error.message}`
  throw error
}
// #endregion describe
