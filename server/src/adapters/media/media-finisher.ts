import { availableParallelism } from 'node:os'
import { createSemaphore } from '../../concurrency/semaphore.js'
import type { AskedMedia, FinishedMedia, MediaFinisher } from '../../ports/media-finisher.js'
import { finishImage } from './finish-image.js'
import { finishVideo, type Unusable, type VideoSource } from './finish-video.js'
import { readMediaKind } from './media-kind.js'
import { uprightImage } from './upright-image.js'
import type { VideoTool } from './video-tool.js'
import { createVideoTools } from './video-tools.js'

export interface MediaFinisherOptions {
  /** The tools for videos in the order of preference; the first that can be used here is. */
  readonly videos: readonly VideoTool[]
  /** Pixels of an image at most. @default 100_000_000 */
  readonly pixelsMax?: number
  /** The longer side of a video at most. @default 8192 */
  readonly videoSidePxMax?: number
  /** @default 256 MiB */
  readonly imageBytesMax?: number
  /** @default 2 GiB */
  readonly videoBytesMax?: number
  /** Reading and converting one video may take so long. @default 600_000 */
  readonly videoMsMax?: number
  /** Images or videos in work at once; the rest wait. @default one for each processor */
  readonly atOnceMax?: number
}

/**
 * Finishes images in this process, with sharp, and videos in another, with FFmpeg. Nothing of a video is in
 * this process's memory. Every fault of a file is an answer; one of this machine is thrown.
 */
export function createMediaFinisher(options: MediaFinisherOptions): MediaFinisher {
  const pixelsMax = options.pixelsMax ?? 100_000_000
  const imageLimits = { pixelsMax, bytesMax: options.imageBytesMax ?? 256 * 1024 ** 2 }
  const videoLimits = {
    sidePxMax: options.videoSidePxMax ?? 8192,
    bytesMax: options.videoBytesMax ?? 2 * 1024 ** 3,
    toolMsMax: options.videoMsMax ?? 600_000,
  }
  const tools = createVideoTools(options.videos)
  // Each decoded image and each encoder has its megabytes: results that come together do not add them up.
  const semaphore = createSemaphore(options.atOnceMax ?? availableParallelism())

  async function finishAs(
    file: VideoSource,
    asked: AskedMedia,
    signal: AbortSignal,
  ): Promise<FinishedMedia | Unusable> {
    if (asked.surface === 'image') return finishImage(file, asked, imageLimits)
    const { durationSeconds } = asked
    if (durationSeconds === undefined) throw new Error('A video is finished to a length.')
    const tool = await tools.find()
    if (tool === undefined) return { unusable: (await tools.missing()) ?? 'No tool for videos.' }
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
    upright: (bytes) => uprightImage(bytes, pixelsMax),
    missingForVideos: () => tools.missing(),
  }
}
