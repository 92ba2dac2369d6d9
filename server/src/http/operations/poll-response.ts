import type { AppliedHeaders } from './hold.ts'

/**
 * The response to a poll of one task or several: the body with the tag of what it shows, or 304 if the caller
 * has seen that. A body without a tag is always sent.
 */
export function pollResponse<Body>(
  body: Body,
  tag: string | undefined,
  hasSeen: boolean | undefined,
  applied: AppliedHeaders | undefined,
) {
  if (tag === undefined) return { status: 200, body, headers: { ...applied } } as const
  const headers = { ETag: tag, ...applied }
  return hasSeen
    ? ({ status: 304, body: undefined, headers } as const)
    : ({ status: 200, body, headers } as const)
}
