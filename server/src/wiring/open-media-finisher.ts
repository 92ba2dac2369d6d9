import type { MediaFinisher } from '../core/ports/media-finisher.ts'
import { createFfmpegProgram } from '../media/ffmpeg-program.ts'
import { createStudioVideoTool } from '../media/studio-video-tool.ts'

/**
 * Finishes results of engines: videos with the program ffmpeg if `searchPath` has it, otherwise with the
 * studio. Loaded on first use, because sharp would cost every process its memory, and most installations use
 * only the studio.
 */
export function openMediaFinisher(searchPath: string): MediaFinisher {
  const load = async (): Promise<MediaFinisher> => {
    const { createMediaFinisher } = await import('../media/media-finisher.ts')
    return createMediaFinisher({ videos: [createFfmpegProgram({ searchPath }), createStudioVideoTool()] })
  }
  let loading: Promise<MediaFinisher> | undefined
  const finisher = (): Promise<MediaFinisher> => {
    loading ??= load()
    return loading
  }
  return {
    finish: async (...request) => (await finisher()).finish(...request),
    upright: async (bytes) => (await finisher()).upright(bytes),
    missingForVideos: async () => (await finisher()).missingForVideos(),
  }
}
