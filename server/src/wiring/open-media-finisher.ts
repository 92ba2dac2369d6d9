import type { Logger } from '../core/ports/logger.ts'
import type { MediaFinisher } from '../core/ports/media-finisher.ts'
import { createFfmpegProgram } from '../media/ffmpeg-program.ts'
import { createImageDecoder } from '../media/image-decoder.ts'
import { createMediaFinisher } from '../media/media-finisher.ts'
import { createStudioVideoTool } from '../media/studio-video-tool.ts'
import { makeWorkFolder } from '../worker/results/work-folder.ts'

/**
 * Finishes results of engines: videos with the program ffmpeg if `searchPath` has it, otherwise with the
 * studio.
 */
export function openMediaFinisher(searchPath: string, logger: Logger): MediaFinisher {
  const decoder = createImageDecoder({
    makeFolder: makeWorkFolder,
    onStartFailed: (error) => logger.error({ err: error }, 'the decoder of images could not be started'),
  })
  return createMediaFinisher({
    videos: [createFfmpegProgram({ searchPath }), createStudioVideoTool()],
    decoder,
  })
}
