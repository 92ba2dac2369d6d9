import { limits } from '@mediagen/contract/limits'

/**
 * Maximum generation requests a minute of an account or a key: the database keeps the latest ones, 2 bytes each, and
 * writes them with every request.
 */
export const requestsPerMinuteMax = 1_000

/** What an account may send that has no number of its own. */
export const requestsPerMinuteDefault = limits.generationRequestsPerMinute
