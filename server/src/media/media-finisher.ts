import { availableParallelism } from 'node:os'
import { createSemaphore, type Semaphore } from '../core/async/semaphore.ts'
import type { AskedMedia, FinishedMedia, MediaFinisher } from '../core/ports/media-finisher.ts'
import { finishImage } from './finish-image.ts'
import { finishVideo, type Unusable, type VideoSource } from './finish-video.ts'
import { readMediaKind } from './media-kind.ts'
import { uprightImage } from './upright-image.ts'
import { type FrameLimits, type VideoTool, videoFrameLimits } from './video-tool.ts'
import { createVideoTools } from './video-tools.ts'

export interface MediaFinisherOptions {
  /** Video tools in order of preference; the first usable one is chosen. */
  readonly videos: readonly VideoTool[]
  /** Maximum pixels of an image. @default 100_000_000 */
  readonly pixelsMax?: number
  /** The largest frame of a video. @default 4096 pixels a side, and 4096 x 2304 in all */
  readonly videoFrame?: FrameLimits
  /** @default 256 MiB */
  readonly imageBytesMax?: number
  /** @default 2 GiB */
  readonly videoBytesMax?: number
  /** Time limit for reading and converting one video. @default 600_000 */
  readonly videoMsMax?: number
  /** Maximum memory of the images that are decoded at once, by estimation; see docs/limits.md. @default 1 GB */
  readonly heldBytesMax?: number
  /** @default one with that limit */
  readonly memory?: Semaphore
  /** Images or videos processed at once; the rest wait. @default one per processor */
  readonly atOnceMax?: number
}

/**
 * Finishes images in this process, with sharp, and videos in another, with FFmpeg. No part of a video is held
 * in this process's memory. Every fault of a file is returned; a fault of this machine is thrown.
 */
export function createMediaFinisher(options: MediaFinisherOptions): MediaFinisher {
  const pixelsMax = options.pixelsMax ?? 100_000_000
  const heldBytesMax = options.heldBytesMax ?? 1_000_000_000
  const memory = options.memory ?? createSemaphore(heldBytesMax)
  const bytesMax = options.imageBytesMax ?? 256 * 1024 ** 2
  const imageLimits = { pixelsMax, bytesMax, heldBytesMax, memory }
  const videoLimits = {
    frame: options.videoFrame ?? videoFrameLimits,
    bytesMax: options.videoBytesMax ?? 2 * 1024 ** 3,
    toolMsMax: options.videoMsMax ?? 600_000,
  }
  const tools = createVideoTools(options.videos)
  // Of processors; what images take of the memory has a limit of its own.
  const semaphore = createSemaphore(options.atOnceMax ?? availableParallelism())

  async function finishAs(
    file: VideoSource,
    asked: AskedMedia,
    signal: AbortSignal,
  ): Promise<FinishedMedia | Unusable> {
    if (asked.surface === 'image') return finishImage(file, asked, imageLimits, signal)
    const { durationSeconds } = asked
    if (durationSeconds === undefined) throw new Error('Finishing a video requires its length.')
    const tool = await tools.find()
    if (tool === undefined) return { unusable: (await tools.missing()) ?? 'There is no video tool.' }
    return finishVideo(file, { asked: { ...asked, durationSeconds }, limits: videoLimits, tool }, signal)
  }

  return {
    finish(source, asked, signal) {
      return semaphore.run(signal, async () => {
        const kind = await readMediaKind(source.path)
        const finished = await finishAs({ ...source, kind }, asked, signal)
        signal.throwIfAborted()
        return 'unusable' in finished
          ? { kind: 'unusable', message: finished.unusable }
          : { kind: 'finished', media: finished }
      })
    },
    upright: (bytes) => uprightImage(bytes, pixelsMax, memory),
    missingForVideos: () => tools.missing(),
  }
}
