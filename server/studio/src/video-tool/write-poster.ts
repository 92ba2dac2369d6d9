import { Encoder, Muxer } from 'node-av/api'
import { FF_ENCODER_PNG } from 'node-av/constants'
import { encodeTrack, pump } from './convert-video.js'
import { describeStreams, findPictures, openVideoFile } from './open-video.js'
import type { VideoRequest } from './video-request.js'

type PosterRequest = Extract<VideoRequest, { kind: 'poster' }>

/** Writes the first picture of a video as a PNG, through the filter. Throws if that fails. */
export async function writePoster(request: PosterRequest): Promise<void> {
  const { file, target, filter, areaPxMax, tracksMax } = request
  const video = await openVideoFile(file, tracksMax)
  try {
    const pictures = findPictures(video.streams)
    if (pictures === undefined) throw new Error('It has no pictures.')
    await describeStreams(video, [pictures])
    const output = await Muxer.open(target, { format: 'image2pipe' })
    try {
      const track = await encodeTrack(pictures, output, {
        encoder: await Encoder.create(FF_ENCODER_PNG, { threadCount: 1 }),
        filter,
        framesMax: 1,
        decoding: { max_pixels: areaPxMax },
      })
      await pump(video, [track]).finally(() => track.close())
    } finally {
      await output.close()
    }
  } finally {
    await video.close()
  }
}
