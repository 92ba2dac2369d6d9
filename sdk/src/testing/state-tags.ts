import type { Task } from '../types/index.js'

/** The ETag of a task in a status, as the service sends it; a finished task has none. */
export function tagOf(status: Task['status'] | undefined): string | undefined {
  return status === 'QUEUED' || status === 'PROCESSING' ? `W/"${status}"` : undefined
}

/** Whether If-None-Match names the status; undefined if the header is absent or holds no tag. */
export function seenBy(
  ifNoneMatch: string | null,
): ((status: Task['status'] | undefined) => boolean) | undefined {
  if (ifNoneMatch?.trim() === '*') return (status) => tagOf(status) !== undefined
  const tags = ifNoneMatch?.match(/"[^"]*"/g)?.map((tag) => `W/${tag}`)
  return tags && ((status) => tags.includes(tagOf(status) ?? ''))
}
