import { Demuxer } from 'node-av/api'
import { AV_DISPOSITION_ATTACHED_PIC, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import type { VideoFile } from './video-request.js'

/**
 * Opens a file with the given demuxer and only the file protocol: its content cannot make FFmpeg open
 * anything else.
 */
export function openVideoFile(file: VideoFile, { headerOnly = false } = {}): Promise<Demuxer> {
  return Demuxer.open(`file:${file.path}`, {
    format: file.demuxer,
    skipStreamInfo: headerOnly,
    options: { ...file.demuxerOptions, protocol_whitelist: 'file' },
  })
}

/** The first video stream; a cover picture does not count. */
export function findPictures(streams: readonly Stream[]): Stream | undefined {
  return streams.find(
    (stream) =>
      stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC),
  )
}
