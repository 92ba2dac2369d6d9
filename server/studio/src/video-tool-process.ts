import { AV_LOG_QUIET } from 'node-av/constants'
import { Log } from 'node-av/lib'
import { serveParent } from './serve-parent.js'
import { convertVideo } from './video-tool/convert-video.js'
import { probeVideo } from './video-tool/probe-video.js'
import type { VideoRequest, VideoResult } from './video-tool/video-request.js'

/**
 * The main module of a video process: handles one request of its parent, then ends. The file is untrusted and
 * may crash FFmpeg, so nothing else is done here.
 */

serveParent()
Log.setLevel(AV_LOG_QUIET)

process.once('message', (request: VideoRequest) => {
  // SIGKILL instead of an exit, which would run FFmpeg's destructors, whose crashes say nothing about the
  // video.
  void answer(request).then((result) => process.send?.(result, () => process.kill(process.pid, 'SIGKILL')))
})

async function answer(request: VideoRequest): Promise<VideoResult> {
  try {
    if (request.kind === 'probe') return await probeVideo(request)
    await convertVideo(request)
    return { kind: 'converted' }
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}
