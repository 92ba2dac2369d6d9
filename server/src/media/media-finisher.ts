import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createSemaphore } from '../core/async/semaphore.ts'
import type { AskedMedia, FinishedMedia, MediaFinisher } from '../core/ports/media-finisher.ts'
import { mediaBytesMax } from '../core/ports/provider.ts'
import { finishVideo } from './finish-video.ts'
import { createImageDecoder, type ImageDecoder, UndecodableError } from './image-decoder.ts'
import type { ImageJobs } from './image-jobs.ts'
import { type MediaSource, readMediaKind, type Unusable, undecodable } from './media-kind.ts'
import { type FrameLimits, type VideoTool, videoFrameLimits } from './video-tool.ts'
import { createVideoTools } from './video-tools.ts'

/** Twice the width of a card in a history, for screens that have two pixels for one. */
const thumbnailSidePx = 480
/** For the first picture of a video, in its shape. */
const posterFilter = `scale=${thumbnailSidePx}:${thumbnailSidePx}:force_original_aspect_ratio=decrease,format=rgb24`
/** A PNG of noise that large. */
const posterBytesMax = 1024 ** 2

export interface MediaFinisherOptions {
  /** Video tools in order of preference; the first usable one is chosen. */
  readonly videos: readonly VideoTool[]
  /** Maximum pixels of an image. @default 100_000_000 */
  readonly pixelsMax?: number
  /** The largest frame of a video. @default 4096 pixels a side, and 4096 x 2304 in all */
  readonly videoFrame?: FrameLimits
  /** @default 256 MiB */
  readonly imageBytesMax?: number
  /** @default `mediaBytesMax` */
  readonly videoBytesMax?: number
  /** Time limit for reading and converting one video. @default 600_000 */
  readonly videoMsMax?: number
  /** @default one with its own limits */
  readonly decoder?: ImageDecoder
  /** Videos processed at once; the rest wait. @default one per processor */
  readonly atOnceMax?: number
}

/**
 * Finishes images with sharp and videos with FFmpeg, both in other processes: nothing of what a stranger's file
 * holds is unpacked in this one. Every fault of a file is returned; a fault of this machine is thrown.
 */
export function createMediaFinisher(options: MediaFinisherOptions): MediaFinisher {
  const pixelsMax = options.pixelsMax ?? 100_000_000
  const bytesMax = options.imageBytesMax ?? 256 * 1024 ** 2
  const imageLimits = { pixelsMax, bytesMax }
  const decoder = options.decoder ?? createImageDecoder({})
  const videoLimits = {
    frame: options.videoFrame ?? videoFrameLimits,
    bytesMax: options.videoBytesMax ?? mediaBytesMax,
    toolMsMax: options.videoMsMax ?? 600_000,
  }
  const tools = createVideoTools(options.videos)
  const videoTurns = createSemaphore(options.atOnceMax ?? availableParallelism())

  async function finishImage(
    source: MediaSource,
    asked: AskedMedia,
    signal: AbortSignal,
    accountId?: string,
  ): Promise<FinishedMedia | Unusable> {
    const given = { source, asked, limits: imageLimits }
    return decoder.run('finish', given, signal, accountId).catch((error: unknown) => {
      if (!(error instanceof UndecodableError)) throw error
      return undecodable(source.kind, error.message)
    })
  }

  async function finishAsVideo(
    file: MediaSource,
    asked: AskedMedia,
    signal: AbortSignal,
    accountId?: string,
  ): Promise<FinishedMedia | Unusable> {
    const { durationSeconds } = asked
    if (durationSeconds === undefined) throw new Error('Finishing a video requires its length.')
    const tool = await tools.find()
    if (tool === undefined) return { unusable: (await tools.missing()) ?? 'There is no video tool.' }
    const unpack = (given: ImageJobs['unpack']['given']) => decoder.run('unpack', given, signal, accountId)
    const request = { asked: { ...asked, durationSeconds }, limits: videoLimits, tool, unpack }
    return videoTurns.run(signal, () => finishVideo(file, request, signal), accountId)
  }

  const thumbnail: MediaFinisher['thumbnail'] = (image, signal, accountId) =>
    decoder
      .run('thumbnail', { image, sidePx: thumbnailSidePx, pixelsMax }, signal, accountId)
      .catch((error: unknown) => {
        if (!(error instanceof UndecodableError)) throw error
        return undefined
      })

  return {
    async finish(source, asked, signal, accountId) {
      signal.throwIfAborted()
      const file = { ...source, kind: await readMediaKind(source.path) }
      const finished =
        asked.surface === 'image'
          ? await finishImage(file, asked, signal, accountId)
          : await finishAsVideo(file, asked, signal, accountId)
      signal.throwIfAborted()
      return 'unusable' in finished
        ? { kind: 'unusable', message: finished.unusable }
        : { kind: 'finished', media: finished }
    },
    async upright(bytes, signal, accountId) {
      try {
        const image = await decoder.run('upright', { bytes, pixelsMax }, signal, accountId)
        return { kind: 'upright', image }
      } catch (error) {
        if (!(error instanceof UndecodableError)) throw error
        return { kind: 'unusable', message: error.message }
      }
    },
    thumbnail,
    async poster({ path, folder }, signal, accountId) {
      const tool = await tools.find()
      if (tool === undefined) return undefined
      const target = { path: join(folder, 'poster.png'), bytesMax: posterBytesMax }
      const write = () => tool.poster({ path, demuxer: 'mov' }, target, posterFilter, signal)
      const fault = await videoTurns.run(signal, write, accountId)
      return fault === undefined ? thumbnail({ path: target.path }, signal, accountId) : undefined
    },
    missingForVideos: () => tools.missing(),
    close: () => decoder.close(),
  }
}
