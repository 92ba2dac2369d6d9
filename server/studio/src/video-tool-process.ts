import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { serveParent } from './serve-parent.js'
import { convertVideo } from './video-tool/convert-video.js'
import { probeVideo } from './video-tool/probe-video.js'
import type { VideoRequest, VideoResult } from './video-tool/video-request.js'
import { writePoster } from './video-tool/write-poster.js'

/**
 * The main module of a video process: takes one request of its parent and sends the result back. The file is
 * untrusted and may crash FFmpeg, so nothing else is done here. The parent ends it with SIGKILL: an exit would run
 * FFmpeg's destructors, whose crashes say nothing about the video.
 */

serveParent()
Log.setLevel(AV_LOG_QUIET)

process.on('message', (request: VideoRequest) => {
  void answer(request).then((result) => process.send?.(result))
})

async function answer(request: VideoRequest): Promise<VideoResult> {
  try {
    if (request.kind === 'probe') return await probeVideo(request)
    if (request.kind === 'poster') await writePoster(request)
    else await convertVideo(request)
    return { kind: 'converted' }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
