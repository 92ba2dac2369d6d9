import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { Codec, CodecContext, FFmpegError, FormatContext, Frame, Packet } from 'node-av/lib'

/** What a player finds in a video. */
export interface ReadVideo {
  readonly widthPx: number
  readonly heightPx: number
  readonly codecString: string | null
  readonly pixelFormat: number
  readonly colourSpace: number
  readonly framesPerSecond: number
  readonly durationSeconds: number
  /** Every frame's bytes: brightness, then both colours. */
  readonly frames: readonly Buffer[]
}

/** Decodes a whole video with FFmpeg, for tests. */
export async function readVideo(bytes: Uint8Array): Promise<ReadVideo> {
  const folder = await mkdtemp(join(tmpdir(), 'mediagen-read-'))
  const file = new FormatContext()
  const decoder = new CodecContext()
  const packet = new Packet()
  const frame = new Frame()
  try {
    const path = join(folder, 'video.mp4')
    await writeFile(path, bytes)
    FFmpegError.throwIfError(await file.openInput(path), 'open')
    FFmpegError.throwIfError(await file.findStreamInfo(), 'read the streams')
    const index = file.findBestStream(AVMEDIA_TYPE_VIDEO)
    const stream = file.streams[index]
    const codec = stream && Codec.findDecoder(stream.codecpar.codecId)
    if (!stream || !codec) throw new Error('The file holds no video.')
    decoder.allocContext3(codec)
    decoder.parametersToContext(stream.codecpar)
    FFmpegError.throwIfError(await decoder.open2(codec), 'open the decoder')
    packet.alloc()
    frame.alloc()
    const frames: Buffer[] = []
    const take = () => {
      while (decoder.receiveFrameSync(frame) >= 0) {
        frames.push(Buffer.from(frame.toBuffer()))
        frame.unref()
      }
    }
    while (file.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === index) {
        decoder.sendPacketSync(packet)
        take()
      }
      packet.unref()
    }
    decoder.sendPacketSync(null)
    take()
    const { codecpar, avgFrameRate } = stream
    return {
      widthPx: codecpar.width,
      heightPx: codecpar.height,
      codecString: codecpar.getCodecString(),
      pixelFormat: Number(codecpar.format),
      colourSpace: codecpar.colorSpace,
      framesPerSecond: avgFrameRate.num / avgFrameRate.den,
      durationSeconds: Number(file.duration) / 1_000_000,
      frames,
    }
  } finally {
    packet.free()
    frame.free()
    decoder.freeContext()
    await file.closeInput()
    await rm(folder, { recursive: true, force: true })
  }
}
