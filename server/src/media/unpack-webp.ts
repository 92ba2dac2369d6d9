import { open, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isHarmlessProfile } from '../core/domain/plain-image/harmless-profile.ts'
import { sharp } from './sharp.ts'
import { type FrameLimits, frameFault, type VideoFile } from './video-tool.ts'

/** An hour of small images or a few seconds of large ones: what a folder for temporary files must hold. */
const unpackedBytesMax = 4 * 1024 ** 3

/**
 * Chunks of a file, most of which are frames: ten minutes at 16 a second. To find a frame, the library walks over all
 * before it.
 */
const chunksMax = 10_000

/** Bytes of metadata, which the library holds. */
const metadataBytesMax = 16 * 1024 ** 2

/** Browsers play shorter frames at this length, and video players cannot show ten thousand a second. */
const frameMsMin = 10

/**
 * Unpacks an animated WebP, which most builds of FFmpeg cannot read, to frames that all can. Images are
 * written to disk line by line and are not held in memory. Frames of different lengths become frames of the
 * mean length.
 */
export async function unpackWebp(
  path: string,
  folder: string,
  limits: FrameLimits,
): Promise<VideoFile | { readonly unusable: string }> {
  const chunks = await readChunks(path)
  if (chunks.fault !== undefined) return { unusable: chunks.fault }
  const animation = sharp(path, {
    animated: true,
    failOn: 'error',
    limitInputPixels: false,
    ignoreIcc: !chunks.hasHarmlessProfile,
  })
  const { width, pageHeight = 0, pages = 1, delay = [] } = await animation.metadata()
  const fault = frameFault(width, pageHeight, limits)
  if (fault !== undefined) return { unusable: `A video that cannot be read: ${fault}` }
  const frameBytes = width * pageHeight * 3
  if (frameBytes * pages > unpackedBytesMax) {
    return { unusable: `A video of ${pages} frames of ${width}x${pageHeight} pixels.` }
  }
  const target = join(folder, `${basename(path)}-unpacked.v`)
  await animation.flatten({ background: '#000000' }).toColourspace('srgb').toFile(target)
  const headerBytes = 64
  if ((await stat(target)).size < headerBytes + frameBytes * pages) {
    return { unusable: 'A WebP whose frames could not be unpacked.' }
  }
  const totalMs = delay.reduce((sum, frameMs) => sum + Math.max(frameMsMin, frameMs), 0)
  return {
    path: target,
    demuxer: 'rawvideo',
    demuxerOptions: {
      video_size: `${width}x${pageHeight}`,
      pixel_format: 'rgb24',
      framerate: `${pages * 1000}/${Math.max(1, totalMs)}`,
      skip_initial_bytes: String(headerBytes),
    },
  }
}

interface Chunks {
  /** What of the file is more than the library should be given. */
  readonly fault?: string
  /** Whether its first profile is one that the library may read. */
  readonly hasHarmlessProfile: boolean
}

async function readChunks(path: string): Promise<Chunks> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(chunkHeaderBytes)
    let metadataBytes = 0
    let hasHarmlessProfile: boolean | undefined
    const faulty = (fault: string) => ({ fault, hasHarmlessProfile: false })
    let at = fileHeaderBytes
    for (let count = 0; at + chunkHeaderBytes <= size; count += 1) {
      if (count === chunksMax) return faulty(`An animated WebP of more than ${chunksMax} frames.`)
      await file.read(head, 0, chunkHeaderBytes, at)
      const length = head.readUInt32LE(4)
      const name = head.toString('latin1', 0, 4)
      if (name !== 'ANMF') metadataBytes += length
      if (metadataBytes > metadataBytesMax)
        return faulty(`An animated WebP with more than ${metadataBytesMax} bytes of metadata.`)
      if (name === 'ICCP' && hasHarmlessProfile === undefined) {
        const profile = Buffer.alloc(length)
        await file.read(profile, 0, length, at + chunkHeaderBytes)
        hasHarmlessProfile = isHarmlessProfile(profile)
      }
      at += chunkHeaderBytes + length + (length % 2)
    }
    return { hasHarmlessProfile: hasHarmlessProfile ?? false }
  } finally {
    await file.close()
  }
}

const fileHeaderBytes = 12
const chunkHeaderBytes = 8
