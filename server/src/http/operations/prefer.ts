import { limits } from '@mediagen/contract/limits'

/**
 * The whole seconds of `wait` in a Prefer header (RFC 7240), 30 at most; 0 if there is no such preference. As
 * the RFC asks, names are compared without case, the first of several counts, its parameters do not matter,
 * and what is malformed or unknown is ignored.
 */
export function waitSecondsOf(prefer: string | undefined): number {
  if (prefer === undefined) return 0
  for (const preference of prefer.match(preferencePattern) ?? []) {
    const wait = waitPattern.exec(preference)
    if (wait !== null) return Math.min(Number(wait[1] ?? 0), limits.heldPollSecondsMax)
  }
  return 0
}

/** One element of the list: a comma within quotes is no separator. */
const preferencePattern = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g
/** The group is absent if the value is not a whole number: the preference exists but has no effect. */
const waitPattern = /^[ \t]*wait(?![^\s=;,])(?:[ \t]*=[ \t]*(\d+)[ \t]*(?:;|$))?/i
