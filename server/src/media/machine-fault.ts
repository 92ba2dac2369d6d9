/** What the process that decodes may take, so that a file that asks for more at once is at fault itself. */
const allocationMbMax = 1_100

/** Errors of the disk, and memory or threads that the machine does not have, are not the file's. */
export function isMachineFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('syscall' in error || ('code' in error && error.code === 'ERR_MEMORY_ALLOCATION_FAILED')) return true
  return lacksMemory(error.message) || error.message.includes('unable to create thread')
}

/** Of V8, and of libvips itself: libraries of one format also say so of a file that lies about its size. */
function lacksMemory(message: string): boolean {
  const [, megabytes] = /out of memory -- size == (\d+)MB/.exec(message) ?? []
  return megabytes === undefined
    ? message.includes('Array buffer allocation failed')
    : Number(megabytes) <= allocationMbMax
}

/**
 * Throws if FFmpeg's messages say that it lacked space or memory to write a video that it had read before. While it
 * reads one it says the same of files that lie about their sizes.
 */
export function checkSpaceToWrite(messages: string): void {
  const [fault] = /No space left on device|Disk quota exceeded|Cannot allocate memory/.exec(messages) ?? []
  if (fault !== undefined) throw new Error(`FFmpeg could not write the video: ${fault}.`)
}
