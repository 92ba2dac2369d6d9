/** The command failed, or found a disagreement. */
export const exitFailed = 1
/** The command line is wrong. */
export const exitUsage = 2
