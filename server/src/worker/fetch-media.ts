import { open } from 'node:fs/promises'
import { type GeneratedMedia, UnusableMediaError } from '../ports/provider.js'

/**
 * A finished job has been paid for: its result is asked for again where an engine stumbles over handing it
 * out.
 */
const triesMax = 5
const pauseMs = 500

/**
 * Writes what an engine made to a file. Throws UnusableMediaError when fetching it again cannot help or has
 * not helped, and the signal's reason on abort.
 */
export async function fetchMedia(
  sleep: (durationMs: number, signal: AbortSignal) => Promise<void>,
  media: GeneratedMedia,
  path: string,
  signal: AbortSignal,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await writeMedia(media, path, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof UnusableMediaError) throw error
      if (tries === triesMax) throw new UnusableMediaError('The result could not be fetched from the engine.')
      await sleep(pauseMs * 2 ** (tries - 1), signal)
    }
  }
}

async function writeMedia(media: GeneratedMedia, path: string, signal: AbortSignal): Promise<void> {
  const file = await open(path, 'w')
  try {
    if ('bytes' in media) await file.writeFile(media.bytes)
    else for await (const part of media.stream(signal)) await file.write(part)
  } finally {
    await file.close()
  }
}
