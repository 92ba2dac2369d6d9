import type { Logger } from '../core/ports/logger.ts'
import type { MediaFinisher } from '../core/ports/media-finisher.ts'
import { createFfmpegProgram } from '../media/ffmpeg-program.ts'
import { createImageDecoder, type ImageDecoder } from '../media/image-decoder.ts'
import { createMediaFinisher } from '../media/media-finisher.ts'
import { createStudioVideoTool } from '../media/studio-video-tool.ts'
import { makeWorkFolder } from '../worker/results/work-folder.ts'

/** Closed by the finisher. */
export function openImageDecoder(logger: Logger): ImageDecoder {
  return createImageDecoder({
    makeFolder: makeWorkFolder,
    onStartFailed: (error) => logger.error({ err: error }, 'the decoder of images could not be started'),
  })
}

/**
 * Finishes results of engines: videos with the program ffmpeg if `searchPath` has it, otherwise with the
 * studio.
 */
export function openMediaFinisher(searchPath: string, decoder: ImageDecoder): MediaFinisher {
  return createMediaFinisher({
    videos: [createFfmpegProgram({ searchPath }), createStudioVideoTool()],
    decoder,
  })
}
