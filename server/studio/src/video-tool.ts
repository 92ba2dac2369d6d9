/** What a service needs to have videos from engines read and converted: light enough for every process. */
export type {
  FrameLimits,
  FrameRate,
  VideoEncoding,
  VideoFile,
  VideoPlan,
  VideoReport,
  VideoRequest,
  VideoResult,
} from './video-tool/video-request.js'

/**
 * The module that a video process runs: it takes one VideoRequest by IPC, sends its VideoResult back and
 * ends.
 */
export const videoToolEntry = new URL('./video-tool-process.js', import.meta.url)
