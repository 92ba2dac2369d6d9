import { Demuxer } from 'node-av/api'
import { AV_DISPOSITION_ATTACHED_PIC, AVDISCARD_ALL, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { FFmpegError, type Stream } from 'node-av/lib'
import type { VideoFile } from './video-request.js'

/**
 * Opens a file with the given demuxer and only the file protocol: its content cannot make FFmpeg open
 * anything else. Nothing is decoded yet: the streams are as the header describes them.
 */
export function openVideoFile(file: VideoFile, tracksMax: number): Promise<Demuxer> {
  return Demuxer.open(`file:${file.path}`, {
    format: file.demuxer,
    skipStreamInfo: true,
    options: { ...file.demuxerOptions, protocol_whitelist: 'file', max_streams: String(tracksMax) },
  })
}

/**
 * Completes the description of these streams, for which FFmpeg decodes the first frames of each, of whatever
 * size they are. No other stream is read from now on.
 */
export async function describeStreams(video: Demuxer, streams: readonly Stream[]): Promise<void> {
  const used = new Set(streams.map(({ index }) => index))
  for (const stream of video.streams) if (!used.has(stream.index)) stream.discard = AVDISCARD_ALL
  FFmpegError.throwIfError(await video.getFormatContext().findStreamInfo(), 'No description of its streams')
}

/** The first video stream; a cover picture does not count. */
export function findPictures(streams: readonly Stream[]): Stream | undefined {
  return streams.find((stream) => isVideo(stream) && !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC))
}

export function isVideo(stream: Stream): boolean {
  return stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO
}
