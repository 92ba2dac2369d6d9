import { readFile } from 'node:fs/promises'
import { Decoder, Demuxer } from 'node-av/api'
import sharp from 'sharp'

/** A file of the tour. */
export interface Media {
  readonly kind: 'image' | 'video'
  readonly path: string
  /** Its description for the user. */
  readonly facts: string
}

/** Decodes a whole image. */
export async function describeImage(path: string): Promise<Media> {
  const { info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  return { kind: 'image', path, facts: `${info.width} x ${info.height}` }
}

/** Decodes a whole video. */
export async function describeVideo(path: string): Promise<Media> {
  await using file = await Demuxer.open(await readFile(path))
  const stream = file.video()
  if (stream === undefined) throw new Error(`${path} contains no video`)
  using decoder = await Decoder.create(stream)
  let size = ''
  let frames = 0
  for await (using frame of decoder.frames(file.packets(stream.index))) {
    if (frame === null) continue
    frames += 1
    size = `${frame.width} x ${frame.height}`
  }
  const { num, den } = stream.avgFrameRate
  return { kind: 'video', path, facts: `${size}, ${(frames * den) / num} s at ${num / den} frames a second` }
}
