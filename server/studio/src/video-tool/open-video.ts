import { Demuxer } from 'node-av/api'
import { AV_DISPOSITION_ATTACHED_PIC, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import type { VideoFile } from './video-request.js'

/**
 * Opens a file with the reader that is named, and no other protocol than files: what it holds can lead
 * nowhere else.
 */
export function openVideoFile(file: VideoFile, { headerOnly = false } = {}): Promise<Demuxer> {
  return Demuxer.open(`file:${file.path}`, {
    format: file.demuxer,
    skipStreamInfo: headerOnly,
    options: { ...file.demuxerOptions, protocol_whitelist: 'file' },
  })
}

/** The first stream of moving pictures; a cover picture is none. */
export function findPictures(streams: readonly Stream[]): Stream | undefined {
  return streams.find(
    (stream) =>
      stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC),
  )
}
