import { Decoder, Demuxer } from 'node-av/api'
import type { Raster } from '../src/core/raster.ts'

/** Decodes the frame shown at a given time of an MP4 (yuv420p, BT.709). Throws if the video is shorter. */
export async function stillOfVideo(video: Uint8Array, atSeconds: number): Promise<Raster> {
  await using file = await Demuxer.open(Buffer.from(video))
  const stream = file.video()
  if (stream === undefined) throw new Error('The file holds no video.')
  const { num, den } = stream.avgFrameRate
  const wanted = Math.floor((atSeconds * num) / den)
  using decoder = await Decoder.create(stream)
  let place = 0
  for await (using frame of decoder.frames(file.packets(stream.index))) {
    if (frame === null || place++ < wanted) continue
    return rasterOf(frame.toBuffer(), frame.width, frame.height)
  }
  throw new Error(`The video has no frame at ${atSeconds} s.`)
}

/** Brightness for each pixel, then both colours at half the size: studio-range BT.709 to sRGB. */
function rasterOf(planes: Uint8Array, widthPx: number, heightPx: number): Raster {
  const rgba = new Uint8ClampedArray(widthPx * heightPx * 4).fill(255)
  const blues = widthPx * heightPx
  const reds = blues + (widthPx / 2) * (heightPx / 2)
  for (let y = 0, index = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, index++) {
      const colour = (y >> 1) * (widthPx / 2) + (x >> 1)
      const light = ((planes[index] ?? 16) - 16) * 1.164
      const blue = (planes[blues + colour] ?? 128) - 128
      const red = (planes[reds + colour] ?? 128) - 128
      rgba[index * 4] = light + 1.793 * red
      rgba[index * 4 + 1] = light - 0.213 * blue - 0.533 * red
      rgba[index * 4 + 2] = light + 2.112 * blue
    }
  }
  return { widthPx, heightPx, rgba }
}
