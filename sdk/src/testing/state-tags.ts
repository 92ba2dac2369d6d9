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
  const tags = tagsIn(ifNoneMatch)
  return tags && ((status) => tags.includes(tagOf(status) ?? ''))
}

/** The tags of If-None-Match, as weak ones; undefined if the header is absent or holds none. */
export function tagsIn(ifNoneMatch: string | null): readonly string[] | undefined {
  return ifNoneMatch?.match(/"[^"]*"/g)?.map((tag) => `W/${tag}`)
}
