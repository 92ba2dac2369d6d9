import type { ExceededLimit, ProcessLimits } from '../core/async/limit-process.ts'
import type { AskedVideo } from './plan-video.ts'
import type { VideoPlan } from './video-tool.ts'

export type VideoToolLimits = Pick<ProcessLimits, 'memoryBytes' | 'cpuSeconds'>

/**
 * What FFmpeg may take of the machine to read a video, and again to convert it. 15 seconds of the largest frames
 * that are accepted, 24 a second with 10 bits and 4:4:4, need 1500 MB and 80 s.
 */
export const videoToolLimits: VideoToolLimits = { memoryBytes: 1_550_000_000, cpuSeconds: 300 }

/** Engines write two; cameras add time codes and the like. */
export const tracksMax = 8

/** A video takes more of the machine than it may. The message is for a log and a task's error. */
export class CostlyVideoError extends Error {
  constructor(exceeded: ExceededLimit, { memoryBytes, cpuSeconds, file }: ProcessLimits) {
    const sentences = {
      memory: `A video that takes more than ${memoryBytes / 1_000_000} MB to decode.`,
      'processor time': `A video that takes more than ${cpuSeconds} s of a processor to read or to convert.`,
      'size of its file': `A video that takes more than ${file?.bytes ?? 0} bytes when it is converted.`,
    } as const satisfies Record<ExceededLimit, string>
    super(sentences[exceeded])
  }
}

/** The index and the container; packets of H.264 may grow by a few bytes where they are copied. */
const containerBytes = 1_000_000

/** At crf 18 pictures of noise take 0.87 bytes a pixel, as measured. */
const pixelBytesMax = 1

/** Twice the bit rate of sound that is encoded. */
const soundBytesPerSecond = 40_000

/** More than a video takes when it is converted, if its samples do not share bytes. */
export function convertedBytesMax(plan: VideoPlan, asked: AskedVideo, sourceBytes: number): number {
  const { video, audio, durationSeconds } = plan
  const hasCopies = video.encode === undefined || (audio !== undefined && audio.filter === undefined)
  const pixels = (video.encode?.frames ?? 0) * asked.widthPx * asked.heightPx
  return (
    (hasCopies ? sourceBytes : 0) +
    pixels * pixelBytesMax +
    durationSeconds * soundBytesPerSecond +
    containerBytes
  )
}
