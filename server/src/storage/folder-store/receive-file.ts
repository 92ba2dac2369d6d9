import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { limits } from '@mediagen/contract/limits'
import { placeFile, undefinedIfMissing } from './object-file.ts'

/** One byte more than is allowed suffices to report FILE_TOO_LARGE; the rest of such a file is not kept. */
const keptBytesMax = limits.uploadBytesMax + 1
/** Beyond this size the rest of the body is not worth reading. */
export const receivedBytesMax = 10 * limits.uploadBytesMax

/** Writes a body to `partial`, flushes it, and makes it the file at `path` if it is still expected. */
export async function receiveFile(
  { partial, path }: { readonly partial: string; readonly path: string },
  body: Readable,
  { signal, isExpected }: { readonly signal: AbortSignal; readonly isExpected: () => Promise<boolean> },
): Promise<'stored' | 'too many bytes' | 'closed'> {
  try {
    const file = createWriteStream(partial, { flags: 'wx', flush: true })
    await pipeline(body, keepStart(), file, { signal })
    if (signal.aborted || !(await isExpected())) {
      await rm(partial, { force: true })
      return 'closed'
    }
    const isPlaced = await placeFile(partial, path).then(() => true, undefinedIfMissing)
    return isPlaced ? 'stored' : 'closed'
  } catch (error) {
    await rm(partial, { force: true })
    if (signal.aborted) return 'closed'
    if (error instanceof TooManyBytesError) return 'too many bytes'
    throw error
  }
}

class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError'
}

/** Passes the part of a body that is kept, and fails once more than `receivedBytesMax` has arrived. */
function keepStart(): Transform {
  let received = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const room = Math.max(0, keptBytesMax - received)
      received += chunk.length
      if (received > receivedBytesMax) done(new TooManyBytesError())
      else done(null, room === 0 ? undefined : chunk.subarray(0, room))
    },
  })
}
