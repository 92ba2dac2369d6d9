import { pathToFileURL } from 'node:url'
import { createChildPool, type LostJob } from '../core/async/child-pool.ts'
import type { ChildFolder } from '../core/async/fork-child.ts'
import { createSemaphore } from '../core/async/semaphore.ts'
import { entryPath } from '../core/package/package-path.ts'
import type { ImageJobName, ImageJobs, ImageReply, ImageRequest } from './image-jobs.ts'

/** Memory of the process that decodes, all in all: an image of 100 megapixels with 16 bits for each of four channels. */
const memoryBytesMax = 1_100_000_000

/** Such an image takes a few seconds; an animation of 4 GB, unpacked, a minute. */
const cpuSecondsMax: Readonly<Record<ImageJobName, number>> = {
  finish: 20,
  upright: 20,
  thumbnail: 20,
  mark: 20,
  unpack: 120,
}

/** Twice what a process takes that has decoded a picture of a few megapixels. */
const keptBytesMax = 250_000_000

/** A machine that is busy, with nothing of its processor left for this. */
const jobMsMax = 600_000

/** Whether a file is judged by the processor time that it takes. Its job lasts longer on a machine that stands still. */
const seesProcessorTime = process.platform === 'linux'

export interface ImageDecoder {
  /**
   * Throws what the job says: an error of this machine, or one with the reason why the file cannot be decoded. The
   * second is an `UndecodableError`. Throws the signal's reason when it aborts.
   * @param accountId Accounts take turns.
   */
  run<Name extends ImageJobName>(
    job: Name,
    given: ImageJobs[Name]['given'],
    signal: AbortSignal,
    accountId?: string,
  ): Promise<ImageJobs[Name]['result']>
  /** Ends the processes. A job that it had, and every one from now on, fails by a fault of this machine. */
  close(): Promise<void>
}

/** The file is at fault, and not this machine. */
export class UndecodableError extends Error {}

/**
 * Decodes images in a process of its own, one at a time, and animations in another. What strangers send is unpacked
 * by libraries that were not made for it: whatever a file makes them do, the process is ended at its limits of memory
 * and processor time, and the service goes on.
 */
export function createImageDecoder(options: {
  readonly makeFolder?: () => ChildFolder
  /** @default 1,100 MB */
  readonly memoryBytesMax?: number
  /** For each job. @default 20 s, and 120 s to unpack an animation */
  readonly cpuSecondsMax?: number
  /** Starts of the process in a row that may fail, a second apart, before its jobs do. @default 150 */
  readonly startsMax?: number
  /** Called with the reason for each start that failed. */
  readonly onStartFailed?: (error: unknown) => void
}): ImageDecoder {
  const { onStartFailed, startsMax, makeFolder } = options
  const memoryBytes = options.memoryBytesMax ?? memoryBytesMax
  const openPool = () =>
    createChildPool<ImageRequest, ImageReply>({
      entry: pathToFileURL(entryPath('media', 'image-process')),
      saysReady: true,
      size: 1,
      jobMsMax,
      keptBytesMax,
      limits: ({ job }) => ({ memoryBytes, cpuSeconds: options.cpuSecondsMax ?? cpuSecondsMax[job] }),
      onCrash: (startError) => startError !== undefined && onStartFailed?.(startError),
      ...(startsMax !== undefined && { startsMax }),
      ...(makeFolder && { makeFolder }),
    })
  // One at a time, as each may take a gigabyte. Images do not wait for an animation, which may take minutes.
  const images = { turns: createSemaphore(1), pool: openPool() }
  const animations = { turns: createSemaphore(1), pool: openPool() }

  /** A job that may be lost by a fault of this machine runs once more, after those of others: a library may stand still. */
  async function runTwice(
    request: ImageRequest,
    signal: AbortSignal,
    accountId?: string,
  ): Promise<ImageReply | LostJob> {
    const { turns, pool } = request.job === 'unpack' ? animations : images
    const run = () => turns.run(signal, () => pool.run(request, signal), accountId)
    const reply = await run()
    return reply.kind === 'lost' && saysNothing(reply) && !signal.aborted ? run() : reply
  }

  return {
    async run<Name extends ImageJobName>(
      job: Name,
      given: ImageJobs[Name]['given'],
      signal: AbortSignal,
      accountId?: string,
    ) {
      // A pair of a name and what belongs to it, which the type of a union does not see.
      const request = { job, given } as ImageRequest
      const reply = await runTwice(request, signal, accountId)
      signal.throwIfAborted()
      if (reply.kind === 'done') return reply.result as ImageJobs[Name]['result']
      const message = reply.kind === 'failed' ? reply.message : reasonOf(reply, memoryBytes)
      throw reply.isMachines ? new Error(message) : new UndecodableError(message)
    },
    async close() {
      await Promise.all([images.pool.close(), animations.pool.close()])
    },
  }
}

/**
 * Nothing about the file, the first time: other programs may have taken the memory of its process, or kept it from
 * the processor.
 */
function saysNothing({ exceeded, isMachines }: LostJob): boolean {
  if (isMachines) return false
  return exceeded === undefined || (exceeded === 'time' && seesProcessorTime)
}

function reasonOf({ exceeded, isMachines }: LostJob, memoryBytes: number): string {
  if (isMachines) return 'the decoder is closed, or this machine cannot run it'
  if (exceeded === 'memory') return `decoding it takes more than ${Math.floor(memoryBytes / 1_000_000)} MB`
  if (exceeded === undefined) return 'the decoder crashed on it'
  return `decoding it takes too much ${exceeded}`
}
