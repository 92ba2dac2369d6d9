import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sharp } from './sharp.ts'
import { type FrameLimits, frameFault, type VideoFile } from './video-tool.ts'

/** An hour of small images or a few seconds of large ones: what a folder for temporary files must hold. */
const unpackedBytesMax = 4 * 1024 ** 3

/** Four gigabytes are written in less; this ends the work on a file crafted to stall. */
const unpackSecondsMax = 300

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
  const animation = sharp(path, { animated: true, failOn: 'error', limitInputPixels: false })
  const { width, pageHeight = 0, pages = 1, delay = [] } = await animation.metadata()
  const fault = frameFault(width, pageHeight, limits)
  if (fault !== undefined) return { unusable: `A video that cannot be read: ${fault}` }
  const frameBytes = width * pageHeight * 3
  if (frameBytes * pages > unpackedBytesMax) {
    return { unusable: `A video of ${pages} frames of ${width}x${pageHeight} pixels.` }
  }
  const target = join(folder, `${basename(path)}-unpacked.v`)
  await animation
    .flatten({ background: '#000000' })
    .toColourspace('srgb')
    .timeout({ seconds: unpackSecondsMax })
    .toFile(target)
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
