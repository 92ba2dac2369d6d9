import { type FileHandle, open } from 'node:fs/promises'
import { type GeneratedMedia, UnusableMediaError } from '../../core/ports/provider.ts'
import { withinTime } from '../within-time.ts'

/** A finished job has been paid for, so fetching its result is retried if the engine fails to deliver it. */
const triesMax = 5
const pauseMs = 500
const collectedBytesMax = 512 * 1024

type Sleep = (durationMs: number, signal: AbortSignal) => Promise<void>

/**
 * Writes a medium from an engine to a file. Throws UnusableMediaError when fetching it again cannot help, has
 * not helped, or all tries together have taken `fetchMsMax`; the signal's reason on abort; and any other error if the
 * file cannot be written, which is no fault of the engine.
 */
export async function fetchMedia(
  sleep: Sleep,
  media: GeneratedMedia,
  path: string,
  { signal, fetchMsMax }: { readonly signal: AbortSignal; readonly fetchMsMax: number },
): Promise<void> {
  try {
    await withinTime(fetchMsMax, signal, (within) => fetchPatiently(sleep, media, path, within))
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

async function fetchPatiently(
  sleep: Sleep,
  media: GeneratedMedia,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writeMedia(media, path, signal)
    } catch (error) {
      if (error instanceof UnusableMediaError || error instanceof UnwritableError) throw error
      if (signal.aborted) throw new UnusableMediaError('The engine did not deliver the result in time.')
      if (tries === triesMax) throw new UnusableMediaError('The result could not be fetched from the engine.')
      await sleep(pauseMs * 2 ** (tries - 1), signal)
    }
  }
}

/** The file is at fault, such as on a full disk. A network's error has a `syscall`, too, and does not tell. */
class UnwritableError extends Error {
  constructor(cause: unknown) {
    super(`The result could not be written: ${cause instanceof Error ? cause.message : cause}`)
  }
}

async function ofFile<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new UnwritableError(error)
  })
}

async function writeMedia(media: GeneratedMedia, path: string, signal: AbortSignal): Promise<void> {
  const file = await ofFile(open(path, 'w'))
  try {
    if ('bytes' in media) await ofFile(file.writeFile(media.bytes))
    else await writeParts(file, media.stream(signal))
  } finally {
    await ofFile(file.close())
  }
}

/** Collects the small chunks of a network stream: one write per chunk took 45 MB more. */
async function writeParts(file: FileHandle, parts: AsyncIterable<Uint8Array>): Promise<void> {
  const collected = Buffer.allocUnsafeSlow(collectedBytesMax)
  let bytes = 0
  for await (const part of parts) {
    if (bytes + part.byteLength > collectedBytesMax) {
      await ofFile(writeAll(file, collected.subarray(0, bytes)))
      bytes = 0
    }
    if (part.byteLength > collectedBytesMax) await ofFile(writeAll(file, part))
    else {
      collected.set(part, bytes)
      bytes += part.byteLength
    }
  }
  await ofFile(writeAll(file, collected.subarray(0, bytes)))
}

/** A write may be partial. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.byteLength; )
    done += (await file.write(bytes, done, bytes.byteLength - done)).bytesWritten
}
