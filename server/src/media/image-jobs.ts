import { messageOf } from '../core/errors.ts'
import type { AskedMedia, FinishedMedia, UprightImage } from '../core/ports/media-finisher.ts'
import { finishImage, type ImageLimits } from './finish-image.ts'
import { isMachineFault } from './machine-fault.ts'
import type { MediaSource, Unusable } from './media-kind.ts'
import { markImageFile } from './provenance/mark-image.ts'
import { makeThumbnail, type ThumbnailRequest } from './thumbnail.ts'
import { unpackWebp } from './unpack-webp.ts'
import { uprightImage } from './upright-image.ts'
import type { FrameLimits, VideoFile } from './video-tool.ts'

/** What the image process does: each job with what it is given and what comes of it. */
export interface ImageJobs {
  readonly finish: {
    readonly given: { readonly source: MediaSource; readonly asked: AskedMedia; readonly limits: ImageLimits }
    readonly result: FinishedMedia | Unusable
  }
  readonly upright: {
    readonly given: { readonly bytes: Uint8Array; readonly pixelsMax: number }
    readonly result: UprightImage
  }
  readonly thumbnail: {
    readonly given: ThumbnailRequest
    readonly result: Uint8Array
  }
  /** The file beside it that has the mark; nothing if it cannot be marked. */
  readonly mark: {
    readonly given: { readonly contentType: string; readonly path: string; readonly xmp: Uint8Array }
    readonly result: { readonly path: string } | undefined
  }
  readonly unpack: {
    readonly given: { readonly path: string; readonly folder: string; readonly limits: FrameLimits }
    readonly result: VideoFile | Unusable
  }
}

export type ImageJobName = keyof ImageJobs

export type ImageRequest = {
  [Name in ImageJobName]: { readonly job: Name; readonly given: ImageJobs[Name]['given'] }
}[ImageJobName]

export type ImageReply =
  | { readonly kind: 'done'; readonly result: ImageJobs[ImageJobName]['result'] }
  /** `isMachines`: a fault of this machine, such as a full disk or memory, and not of the file. */
  | { readonly kind: 'failed'; readonly message: string; readonly isMachines: boolean }

/** Never rejects. */
export async function doImageJob(request: ImageRequest): Promise<ImageReply> {
  try {
    return { kind: 'done', result: await resultOf(request) }
  } catch (error) {
    return { kind: 'failed', message: messageOf(error), isMachines: isMachineFault(error) }
  }
}

function resultOf({ job, given }: ImageRequest): Promise<ImageJobs[ImageJobName]['result']> {
  switch (job) {
    case 'finish':
      return finishImage(given.source, given.asked, given.limits)
    case 'upright':
      return uprightImage(given.bytes, given.pixelsMax)
    case 'thumbnail':
      return makeThumbnail(given)
    case 'mark':
      return markImageFile(given.contentType, given.path, Buffer.from(given.xmp))
    case 'unpack':
      return unpackWebp(given.path, given.folder, given.limits)
  }
}
