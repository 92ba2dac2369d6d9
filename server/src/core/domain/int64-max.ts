/** The largest integer that a column of either database holds. */
export const int64Max = 2n ** 63n - 1n
