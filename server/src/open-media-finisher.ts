import { createFfmpegProgram } from './adapters/media/ffmpeg-program.js'
import { createStudioVideoTool } from './adapters/studio/studio-video-tool.js'
import type { MediaFinisher } from './ports/media-finisher.js'

/**
 * Finishes what engines make: videos with the program ffmpeg where `searchPath` has it, otherwise with the
 * studio. Loaded at the first use, since sharp would cost every process its memory, and most use the studio
 * alone.
 */
export function openMediaFinisher(searchPath: string): MediaFinisher {
  const load = async (): Promise<MediaFinisher> => {
    const { createMediaFinisher } = await import('./adapters/media/media-finisher.js')
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
